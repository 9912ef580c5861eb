import type { FastifyInstance } from 'fastify'
import { routes } from '../../domain/api/routes/routes.ts'
import { type ReadAgainDeps, readOwnedJobAgain, readOwnedJobsAgain } from '../../jobs/read-again.ts'
import { ownerId } from '../access/identify.ts'
import { serveRoute } from '../requests/serve-route.ts'

export type ReadAgainRouteDeps = Omit<ReadAgainDeps, 'log'>

export function readAgainRoutes(app: FastifyInstance, deps: ReadAgainRouteDeps): void {
  serveRoute(app, routes.readJobAgain, ({ params, body, request }) =>
    readOwnedJobAgain({ ...deps, log: request.log }, ownerId(request), params.id, body),
  )

  serveRoute(app, routes.readJobsAgain, ({ body, request }) => {
    const { ids, filter = {}, ...options } = body
    const selection = ids ? { ids } : { filter }
    return readOwnedJobsAgain({ ...deps, log: request.log }, ownerId(request), selection, options)
  })
}
