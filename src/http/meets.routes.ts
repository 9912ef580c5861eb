import type { FastifyInstance } from 'fastify'
import { discover } from '../documents/discovery/discover.ts'
import { routes } from '../domain/routes.ts'
import { whenGone } from './form-parts.ts'
import { ownerOf } from './identity.ts'
import { serve } from './serve.ts'
import type { Services } from './server.ts'

export function meetRoutes(app: FastifyInstance, { discovering }: Services): void {
  serve(app, routes.discoverHeatSheets, ({ body, request, reply }) =>
    discover(discovering, { url: body.url, owner_id: ownerOf(request) }, whenGone(reply)),
  )
}
