import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isInWorkspace } from '../../identity/workspaces.ts'
import { loadOwnedBatch } from '../../jobs/owned-batches.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { ownerId } from '../access/authorise.ts'
import { serveRoute } from '../requests/serve-route.ts'
import type { Database } from '../../db/db.ts'
import type { Watch } from '../../live/watch.ts'
import type { Meter } from '../../domain/ports/meter.ts'
import { createStreams, type StreamLimits } from '../streams/streams.ts'

export interface StreamRouteDeps {
  db: Database
  watch: Watch
  meter: Meter
  streamLimits: StreamLimits
}

export function streamRoutes(app: FastifyInstance, services: StreamRouteDeps): void {
  const { db, watch } = services
  const streams = createStreams({
    limits: services.streamLimits,
    meter: services.meter,
    isCurrent: (identity) => isInWorkspace(db, identity),
  })
  // Streams never end by themselves, so they are closed before the server waits for open requests to end.
  app.addHook('preClose', async () => streams.close())

  serveRoute(app, routes.streamBatch, async ({ params, query, request, reply }) => {
    const owner = ownerId(request)
    const batch = await loadOwnedBatch({ db, log: request.log }, owner, params.id)
    const after = lastEventId(request) ?? query.last_event_id
    return streams.open(request, reply, (client) =>
      watch.streamBatch(batch, { owner, after }, client),
    )
  })

  serveRoute(app, routes.streamJobs, ({ query, request, reply }) => {
    const since = lastEventId(request) ?? query.last_event_id ?? query.since
    return streams.open(request, reply, (client) =>
      watch.streamOwner(ownerId(request), since, client),
    )
  })
}

/** Returns the Last-Event-ID header, which browsers send when they reconnect. */
function lastEventId({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id']
  return typeof id === 'string' && id !== '' ? id : undefined
}
