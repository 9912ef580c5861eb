import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ownedBatch } from '../../jobs/owned-batches.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { ownerOf } from '../access/identify.ts'
import { serve } from '../requests/serve.ts'
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
  const streams = createStreams(services.streamLimits, services.meter)
  // Before the server waits for those whom it serves: streams never end by themselves.
  app.addHook('preClose', async () => streams.close())

  serve(app, routes.streamBatch, async ({ params, query, request, reply }) => {
    const owner = ownerOf(request)
    const batch = await ownedBatch({ db, log: request.log }, owner, params.id)
    const after = lastSeen(request) ?? query.last_event_id
    return streams.open(request, reply, (reader) =>
      watch.streamBatch(batch, { owner, after }, reader),
    )
  })

  serve(app, routes.streamJobs, ({ query, request, reply }) => {
    const since = lastSeen(request) ?? query.last_event_id ?? query.since
    return streams.open(request, reply, (reader) =>
      watch.streamOwner(ownerOf(request), since, reader),
    )
  })
}

/** What the last event that came was called, as browsers say it when they come back. */
function lastSeen({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id']
  return typeof id === 'string' && id !== '' ? id : undefined
}
