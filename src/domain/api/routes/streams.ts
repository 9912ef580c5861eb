import { z } from 'zod'
import { idParams, type Route } from '../route.ts'

const lastEventId = z
  .string()
  .max(100)
  .optional()
  .describe('`id` of the last event received, for clients that cannot send Last-Event-ID.')
const ticket = z
  .string()
  .optional()
  .describe('A ticket from /api/stream-tickets, for clients that cannot send a token.')
const stream = { status: 200, body: 'file', types: ['text/event-stream'] } as const

export const streamRoutes = {
  streamBatch: {
    method: 'GET',
    path: '/api/batch/:id/stream',
    acceptsTicket: true,
    requestHeaders: ['Last-Event-ID'],
    tag: 'Streams',
    summary: "Stream a batch's events",
    description:
      'Server-sent events. First a `snapshot` (the batch and its jobs), then `job` and `batch` events with a gapless `id`, and `end` (the batch) when all jobs have finished; then close the stream. Resuming with the last `id` continues after that event and delivers each event exactly once. An unknown `id` restarts with `reset` and `snapshot`.',
    params: idParams,
    query: z.object({ last_event_id: lastEventId, ticket }),
    success: stream,
  },
  streamJobs: {
    method: 'GET',
    path: '/api/stream',
    acceptsTicket: true,
    requestHeaders: ['Last-Event-ID'],
    tag: 'Streams',
    summary: 'Stream changes of all your jobs',
    description:
      'Server-sent events. `job` is the current state of a job, `gone` the ID of a deleted job. With `since`, or when resumed with the last `id`, the stream first sends all changes since then; some may be repeated, so keep the job with the newest `updated_at`. `ready` marks the end of these changes and carries the start time of the stream. After `reset` (too many changes, or more than 7 days) list the jobs again.',
    query: z.object({
      since: z.iso
        .datetime({ offset: true })
        .optional()
        .describe('A timestamp, such as `server_time` of a list.'),
      last_event_id: lastEventId,
      ticket,
    }),
    success: stream,
  },
} as const satisfies Record<string, Route>
