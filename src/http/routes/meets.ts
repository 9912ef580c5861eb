import type { FastifyInstance } from 'fastify'
import { discover } from '../../discovery/discover.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { whenGone } from '../requests/form-parts.ts'
import { ownerOf } from '../access/identify.ts'
import { serve } from '../requests/serve.ts'
import type { Services } from '../servers/server.ts'

export function meetRoutes(app: FastifyInstance, { discovering }: Services): void {
  serve(app, routes.discoverHeatSheets, ({ body, request, reply }) =>
    discover(discovering, { url: body.url, owner_id: ownerOf(request) }, whenGone(reply)),
  )
}
