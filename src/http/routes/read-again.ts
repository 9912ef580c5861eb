import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { routes } from '../../domain/api/routes/routes.ts'
import type { JobFilter } from '../../jobs/list-jobs.ts'
import type { JobSelection } from '../../jobs/select-jobs.ts'
import { type ReadAgainDeps, readOwnedJobAgain, readOwnedJobsAgain } from '../../jobs/read-again.ts'
import { type BulkDeps, cancelOwnedJobs, deleteOwnedJobs, retryOwnedJobs } from '../../jobs/bulk.ts'
import { ownerId } from '../access/identify.ts'
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
    const { ids, filter, ...options } = body
    const selection = toSelection({ ids, filter })
    return readOwnedJobsAgain({ ...deps, log: request.log }, ownerId(request), selection, options)
  })

  serveRoute(app, routes.cancelJobs, ({ body, request, reply }) =>
    cancelOwnedJobs(toBulkDeps(request, reply), ownerId(request), toSelection(body)),
  )

  serveRoute(app, routes.retryJobs, ({ body, request, reply }) =>
    retryOwnedJobs(toBulkDeps(request, reply), ownerId(request), toSelection(body)),
  )

  serveRoute(app, routes.deleteJobs, ({ body, request, reply }) =>
    deleteOwnedJobs(toBulkDeps(request, reply), ownerId(request), toSelection(body)),
  )
}

function toSelection({
  ids,
  filter = {},
}: {
  ids?: string[] | undefined
  filter?: JobFilter | undefined
}): JobSelection {
  return ids ? { ids } : { filter }
}
