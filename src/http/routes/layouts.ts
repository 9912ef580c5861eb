import type { FastifyInstance, FastifyRequest } from 'fastify'
import { routes } from '../../domain/api/routes/routes.ts'
import {
  acceptLayout,
  type LayoutDeps,
  offerLayout,
  listOwnedLayouts,
  removeLayout,
  saveLayout,
} from '../../review/learned-layouts.ts'
import { ownerId } from '../access/authorise.ts'
import { serveRoute } from '../requests/serve-route.ts'

type LayoutRouteDeps = Omit<LayoutDeps, 'log'>

export function layoutRoutes(app: FastifyInstance, services: LayoutRouteDeps): void {
  const withLog = (request: FastifyRequest) => ({ ...services, log: request.log })

  serveRoute(app, routes.offerLayout, ({ params, request }) =>
    offerLayout(withLog(request), ownerId(request), params.id),
  )

  serveRoute(app, routes.acceptLayout, ({ params, request }) =>
    acceptLayout(withLog(request), ownerId(request), params.id),
  )

  serveRoute(app, routes.listLayouts, async ({ request }) => ({
    layouts: await listOwnedLayouts(withLog(request), ownerId(request)),
  }))

  serveRoute(app, routes.saveLayout, ({ params, body, request }) =>
    saveLayout(withLog(request), ownerId(request), { ...params, ...body }),
  )

  serveRoute(app, routes.deleteLayout, ({ params, request }) =>
    removeLayout(withLog(request), ownerId(request), params.name),
  )
}
