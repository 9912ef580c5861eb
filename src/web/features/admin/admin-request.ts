import type { Answer, Wanted } from '../../../client/ask.ts'
import type { Route } from '../../../domain/api/route.ts'
import { client } from '../../api/client.ts'
import { asOperator } from '../../api/operator-key.ts'

/** Calls a route as the operator. */
export function askAsAdmin<R extends Route>(route: R, wanted?: Wanted<R>): Promise<Answer<R>> {
  const headers = asOperator()
  return client.ask<Route>(route, { ...wanted, headers } as unknown as Wanted<Route>) as Promise<
    Answer<R>
  >
}
