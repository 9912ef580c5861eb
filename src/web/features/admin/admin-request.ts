import type { RouteOutput, RouteInput } from '../../../client/api-client.ts'
import type { Route } from '../../../domain/api/route.ts'
import { client } from '../../api/client.ts'
import { operatorHeaders } from '../../api/operator-key.ts'

export function callAsAdmin<R extends Route>(
  route: R,
  input?: RouteInput<R>,
): Promise<RouteOutput<R>> {
  const headers = operatorHeaders()
  return client.call<Route>(route, {
    ...input,
    headers,
  } as unknown as RouteInput<Route>) as Promise<RouteOutput<R>>
}
