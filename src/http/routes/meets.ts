import type { FastifyInstance } from 'fastify'
import { type DiscoverDeps, discover } from '../../discovery/discover.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { disconnectSignal } from '../requests/form-parts.ts'
import { ownerId } from '../access/identify.ts'
import { serveRoute } from '../requests/serve-route.ts'

export interface MeetRouteDeps {
  /** Finds the heat sheets that a meet page links to. */
  discovery: DiscoverDeps
}

export function meetRoutes(app: FastifyInstance, { discovery }: MeetRouteDeps): void {
  serveRoute(app, routes.discoverHeatSheets, ({ body, request, reply }) =>
    discover(discovery, { url: body.url, owner_id: ownerId(request) }, disconnectSignal(reply)),
  )
}
