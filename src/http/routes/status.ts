import type { FastifyInstance } from 'fastify'
import { inlineOutputs, type InlineDeps } from '../../results/inline-outputs.ts'
import { statusKey, statusSeconds, toJobProgress } from '../../jobs/job-status.ts'
import { loadOwnedJob } from '../../jobs/owned-jobs.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { ownerId } from '../access/authorise.ts'
import { serveRoute } from '../requests/serve-route.ts'
import type { Database } from '../../db/db.ts'
import type { ResponseCache } from '../../cache/response-cache.ts'
import type { StaleCache } from '../../cache/stale-cache.ts'

export interface StatusRouteDeps extends InlineDeps {
  db: Database
  responseCache: ResponseCache
  staleCache: StaleCache
}

export function statusRoutes(app: FastifyInstance, services: StatusRouteDeps): void {
  const { db, responseCache, staleCache } = services

  serveRoute(app, routes.jobStatus, ({ params: { id }, request }) => {
    const owner = ownerId(request)
    const load = async () => toJobProgress(await loadOwnedJob(db, request.log, owner, id))
    return responseCache.read(owner, `status ${id}`, async () => {
      const status = await staleCache.read(statusKey(owner, id), statusSeconds, load)
      return inlineOutputs(services, id, status)
    })
  })
}
