import { z } from 'zod'
import type { Route } from '../route.ts'

const lastEventId = z
  .string()
  .max(100)
  .optional()
  .describe('`id` of the last event that came, for those who cannot send the header Last-Event-ID.')
const ticket = z
  .string()
  .optional()
  .describe('Where no token can be sent: one out of /api/stream-tickets.')
const stream = { status: 200, body: 'file', types: ['text/event-stream'] } as const

export const streamRoutes = {
  streamBatch: {
    method: 'GET',
    path: '/api/batch/:id/stream',
    takesTicket: true,
    honours: ['Last-Event-ID'],
    tag: 'Streams',
    summary: 'What happens in a batch, as it happens',
    description:
      'Server-sent events. First a `snapshot` (the batch and its jobs), then `job` and `batch` for each event, numbered by `id` without a gap, and `end` (the batch) when all jobs have ended: close then. Resumed with the last `id`, it goes on after that event and sends each exactly once; with an `id` that the batch never had, it begins anew with `reset` and `snapshot`.',
    params: z.object({ id: z.uuid() }),
    query: z.object({ last_event_id: lastEventId, ticket }),
    success: stream,
  },
  streamJobs: {
    method: 'GET',
    path: '/api/stream',
    takesTicket: true,
    honours: ['Last-Event-ID'],
    tag: 'Streams',
    summary: 'My jobs, each time one of them changes',
    description:
      'Server-sent events. `job` is a job as it is now, `gone` the id of one that was deleted. With `since`, or resumed with the last `id`, it first sends what has changed since; some of it may have come before, so keep the job with the newest `updated_at`. `ready` says that all of that has come, and when the stream began. After `reset` too much has changed, or too long ago (7 days): list the jobs again.',
    query: z.object({
      since: z.iso
        .datetime({ offset: true })
        .optional()
        .describe('A moment, such as `server_time` of a list.'),
      last_event_id: lastEventId,
      ticket,
    }),
    success: stream,
  },
} as const satisfies Record<string, Route>
