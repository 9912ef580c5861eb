import type { FastifyInstance } from 'fastify'
import { getDisplayName } from '../../domain/api/identity.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { type SplitDeps, splitOwnedJob } from '../../jobs/split-job.ts'
import { clientAddress } from '../access/client-address.ts'
import { requireIdentity } from '../access/authorise.ts'
import { serveRoute } from '../requests/serve-route.ts'

export type SplitRouteDeps = Omit<SplitDeps, 'log'>

export function splitRoutes(app: FastifyInstance, deps: SplitRouteDeps): void {
  serveRoute(app, routes.splitJob, async ({ params, body, request, reply }) => {
    const identity = requireIdentity(request)
    const client = {
      owner_id: identity.owner_id,
      split_by: getDisplayName(identity),
      client_ip: clientAddress(request),
      user_agent: request.headers['user-agent']?.slice(0, 500) ?? null,
      request_id: request.id,
    }
    const state = await splitOwnedJob({ ...deps, log: request.log }, client, params.id, body.ranges)
    reply.header('location', routes.getBatch.path.replace(':id', state.batch.id))
    return state
  })
}
