import type { RouteOutput, RouteInput } from '../../../client/api-client.ts'
import type { Route } from '../../../domain/api/route.ts'
import { client } from '../../api/client.ts'
import { adminHeaders } from '../../api/admin-key.ts'

export function callAsAdmin<R extends Route>(
  route: R,
  input?: RouteInput<R>,
): Promise<RouteOutput<R>> {
  const headers = adminHeaders()
  return client.call<Route>(route, {
    ...input,
    headers,
  } as unknown as RouteInput<Route>) as Promise<RouteOutput<R>>
}
