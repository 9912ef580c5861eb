import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/db.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { deleteOwnedView, listOwnedViews, saveOwnedView } from '../../jobs/queue-views.ts'
import { ownerId } from '../access/authorise.ts'
import { serveRoute } from '../requests/serve-route.ts'

export function queueViewRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serveRoute(app, routes.listQueueViews, async ({ request }) => ({
    views: await listOwnedViews(db, ownerId(request)),
  }))

  serveRoute(app, routes.saveQueueView, ({ params, body, request }) =>
    saveOwnedView(db, ownerId(request), { ...params, ...body }),
  )

  serveRoute(app, routes.deleteQueueView, ({ params, request }) =>
    deleteOwnedView(db, ownerId(request), params.name),
  )
}
