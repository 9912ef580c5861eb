import type { FastifyInstance } from 'fastify'
import { type DiscoverDeps, discover } from '../../discovery/discover.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { whenGone } from '../requests/form-parts.ts'
import { ownerOf } from '../access/identify.ts'
import { serve } from '../requests/serve.ts'

export interface MeetRouteDeps {
  /** Finds the heat sheets that a meet page links to. */
  discovering: DiscoverDeps
}

export function meetRoutes(app: FastifyInstance, { discovering }: MeetRouteDeps): void {
  serve(app, routes.discoverHeatSheets, ({ body, request, reply }) =>
    discover(discovering, { url: body.url, owner_id: ownerOf(request) }, whenGone(reply)),
  )
}
