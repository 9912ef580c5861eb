import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/db.ts'
import { checkNewerSheets, type CheckSheetsDeps } from '../../jobs/check-newer-sheets.ts'
import { type DiscoverDeps, discover } from '../../discovery/discover.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { disconnectSignal } from '../requests/form-parts.ts'
import { ownerId } from '../access/authorise.ts'
import { serveRoute } from '../requests/serve-route.ts'

export interface MeetRouteDeps extends Pick<CheckSheetsDeps, 'scratch' | 'sandbox' | 'statuses'> {
  /** Finds the heat sheets that a meet page links to. */
  discovery: DiscoverDeps
  db: Database
  /** Fetches a PDF while the user waits. */
  fetchUrl: CheckSheetsDeps['fetchUrl']
  maxUploadBytes: number
}

export function meetRoutes(app: FastifyInstance, services: MeetRouteDeps): void {
  const { discovery } = services
  serveRoute(app, routes.discoverHeatSheets, ({ body, request, reply }) =>
    discover(discovery, { url: body.url, owner_id: ownerId(request) }, disconnectSignal(reply)),
  )

  serveRoute(app, routes.checkNewerSheets, async ({ params, request, reply }) => {
    const deps = { ...services, log: request.log }
    const signal = disconnectSignal(reply)
    return { sheets: await checkNewerSheets(deps, ownerId(request), params.id, signal) }
  })
}
