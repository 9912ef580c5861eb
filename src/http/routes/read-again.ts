import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { routes } from '../../domain/api/routes/routes.ts'
import type { JobFilter } from '../../jobs/list-jobs.ts'
import type { ChangeRequest } from '../../jobs/select-jobs.ts'
import { type ReadAgainDeps, readOwnedJobAgain, readOwnedJobsAgain } from '../../jobs/read-again.ts'
import { type BulkDeps, cancelOwnedJobs, deleteOwnedJobs, retryOwnedJobs } from '../../jobs/bulk.ts'
import { ownerId } from '../access/authorise.ts'
import { disconnectSignal } from '../requests/form-parts.ts'
import { serveRoute } from '../requests/serve-route.ts'

export type ReadAgainRouteDeps = Omit<ReadAgainDeps & BulkDeps, 'log' | 'signal'>

export function readAgainRoutes(app: FastifyInstance, deps: ReadAgainRouteDeps): void {
  const toBulkDeps = (request: FastifyRequest, reply: FastifyReply): BulkDeps => {
    return { ...deps, log: request.log, signal: disconnectSignal(reply) }
  }

  serveRoute(app, routes.readJobAgain, ({ params, body, request }) =>
    readOwnedJobAgain({ ...deps, log: request.log }, ownerId(request), params.id, body),
  )

  serveRoute(app, routes.readJobsAgain, ({ body, request }) => {
    const { mapping, params, include_approved } = body
    const change = { ...toChange(body), mapping, params, include_approved }
    return readOwnedJobsAgain({ ...deps, log: request.log }, ownerId(request), change)
  })

  serveRoute(app, routes.cancelJobs, ({ body, request, reply }) =>
    cancelOwnedJobs(toBulkDeps(request, reply), ownerId(request), toChange(body)),
  )

  serveRoute(app, routes.retryJobs, ({ body, request, reply }) =>
    retryOwnedJobs(toBulkDeps(request, reply), ownerId(request), toChange(body)),
  )

  serveRoute(app, routes.deleteJobs, ({ body, request, reply }) =>
    deleteOwnedJobs(toBulkDeps(request, reply), ownerId(request), toChange(body)),
  )
}

interface ChangeBody {
  ids?: string[] | undefined
  filter?: JobFilter | undefined
  dry_run: boolean
}

function toChange({ ids, filter = {}, dry_run }: ChangeBody): ChangeRequest {
  return { ...(ids ? { ids } : { filter }), dry_run }
}
