import { z } from 'zod'
import { Timestamp } from '../../values/timestamp.ts'
import { pageOf, type Route } from '../route.ts'

const count = z.int()
const seconds = z.number().nullable()

export const Minute = z.object({
  minute: Timestamp,
  completed: count,
  failed: count,
  retried: count,
  pages: count,
  wait_seconds: seconds.describe('How long jobs waited on average; null where none was read.'),
  p50_seconds: seconds.describe('How long reading took for half of them, at most.'),
  p95_seconds: seconds,
})
export type Minute = z.infer<typeof Minute>

export const Overview = z
  .object({
    queue: z.object({
      waiting: count,
      held: count.describe('Wait for their next try, or for a job that reads the same document.'),
      processing: count,
      oldest_waiting_seconds: z.number(),
      oldest_processing_seconds: z.number(),
      is_paused: z.boolean(),
    }),
    dependencies: z.array(
      z.object({ name: z.string(), is_open: z.boolean(), running: count, max_running: count }),
    ),
    workers: z.array(
      z.object({
        id: z.string(),
        host: z.string(),
        started_at: Timestamp,
        heartbeat_at: Timestamp,
        current_jobs: count,
        is_lost: z.boolean().describe('Not heard of for a minute.'),
      }),
    ),
    alerts: z.array(
      z.object({
        name: z.string(),
        subject: z.string(),
        summary: z.string(),
        since: Timestamp,
        is_told: z.boolean().describe('False while it may still pass by itself.'),
      }),
    ),
    minutes: z.array(Minute).describe('The last hour, the oldest first; minutes without jobs too.'),
    server_time: Timestamp,
  })
  .meta({ id: 'Overview' })
export type Overview = z.infer<typeof Overview>

/** Which failed jobs. */
const failedJobs = {
  code: z.string().max(100).optional().describe('Only those that failed so.'),
  mapping: z.string().max(200).optional(),
  owner_id: z.string().max(300).optional(),
  since: z.iso.datetime({ offset: true }).optional().describe('Failed at or after this moment.'),
  until: z.iso.datetime({ offset: true }).optional().describe('Failed before this moment.'),
}
export type FailedJobs = z.infer<z.ZodObject<typeof failedJobs>>

export const DeadLetter = z
  .object({
    id: z.string(),
    batch_id: z.string(),
    owner_id: z.string(),
    mapping: z.string(),
    bytes: z.int().nullable(),
    error_code: z.string(),
    error_message: z.string(),
    attempt_count: count,
    failed_at: Timestamp,
    can_requeue: z.boolean().describe('Whether its file is still there.'),
  })
  .meta({ id: 'DeadLetter' })
export type DeadLetter = z.infer<typeof DeadLetter>

export const Analytics = z
  .object({
    days: count,
    batches: count,
    jobs: count,
    completed: count,
    failed: count,
    cached: count.describe('Took over the result of the same document.'),
    pages: count,
    bytes: z.number(),
    errors: z.array(z.object({ code: z.string(), jobs: count })),
    mappings: z.array(z.object({ mapping: z.string(), jobs: count, pages: count })),
    by_day: z.array(z.object({ day: z.string(), jobs: count, failed: count, pages: count })),
    llm: z.object({
      calls: count,
      input_tokens: z.number(),
      output_tokens: z.number(),
      cost_usd: z.number().nullable().describe('Null where no price is set.'),
    }),
  })
  .meta({ id: 'Analytics' })
export type Analytics = z.infer<typeof Analytics>

const Paused = z.object({ is_paused: z.boolean() })

/** How much a cleanup has let go of, or would. */
const Cleaned = z.object({
  results: count,
  uploads: count,
  batches: count.describe('Whose events were compacted.'),
  jobs: count.describe('Of which nothing is left, by JOB_TTL_DAYS.'),
  orphans: count.describe('Files that nothing names.'),
})
export type Cleaned = z.infer<typeof Cleaned>

export const adminRoutes = {
  adminOverview: {
    method: 'GET',
    path: '/api/admin/overview',
    tag: 'Operator',
    summary: 'How the queue fares, with the last hour by the minute',
    success: { status: 200, body: Overview },
  },
  pauseQueue: {
    method: 'POST',
    path: '/api/admin/pause',
    tag: 'Operator',
    summary: 'Let no worker begin another job; what runs goes on, uploads are taken',
    success: { status: 200, body: Paused },
  },
  resumeQueue: {
    method: 'POST',
    path: '/api/admin/resume',
    tag: 'Operator',
    summary: 'Go on',
    success: { status: 200, body: Paused },
  },
  listDeadLetters: {
    method: 'GET',
    path: '/api/admin/dead-letters',
    tag: 'Operator',
    summary: 'Jobs that failed, the latest first; of nobody what they hold',
    query: z.object({ ...failedJobs, ...pageOf }),
    success: {
      status: 200,
      body: z.object({
        jobs: z.array(DeadLetter),
        count: count.describe('All that the filter fits.'),
        next_cursor: z.string().nullable(),
      }),
    },
  },
  requeueDeadLetters: {
    method: 'POST',
    path: '/api/admin/requeue',
    tag: 'Operator',
    summary: 'Try failed jobs again, all that a filter fits',
    description: 'Without `dry_run: false` they are only counted.',
    body: z.object({ ...failedJobs, dry_run: z.boolean().default(true) }),
    success: { status: 200, body: z.object({ count, requeued: count }) },
  },
  runCleanup: {
    method: 'POST',
    path: '/api/admin/cleanup',
    tag: 'Operator',
    summary: 'Let go of what has outlived its time, now',
    description: 'Without `dry_run: false` it is only counted.',
    body: z.object({ dry_run: z.boolean().default(true) }),
    success: { status: 200, body: Cleaned },
  },
  analytics: {
    method: 'GET',
    path: '/api/admin/analytics',
    tag: 'Operator',
    summary: 'What came in some days: batches, pages, errors, cost',
    query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
    success: { status: 200, body: Analytics },
  },
} as const satisfies Record<string, Route>
