import { z } from 'zod'
import { ErrorCode } from '../../../errors/app-error.ts'
import { RenderedDetail, StoredDetail } from '../../../messages/stored-detail.ts'
import { Timestamp } from '../../../values/timestamp.ts'
import { toPage, type Route } from '../../route.ts'

const count = z.int()
const seconds = z.number().nullable()

export const MinuteStats = z.object({
  minute: Timestamp,
  completed: count,
  failed: count,
  retried: count,
  pages: count,
  wait_seconds: seconds.describe('Average waiting time, or null if no job ran.'),
  p50_seconds: seconds.describe('Median processing time.'),
  p95_seconds: seconds,
})
export type MinuteStats = z.infer<typeof MinuteStats>

export const Overview = z
  .object({
    queue: z.object({
      waiting: count,
      blocked: count.describe('Waiting for a retry, or for another job with the same document.'),
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
        is_lost: z.boolean().describe('No heartbeat for a minute.'),
      }),
    ),
    alerts: z.array(
      z.object({
        name: z.string(),
        subject: z.string(),
        summary: RenderedDetail,
        since: Timestamp,
        is_told: z.boolean().describe('False until the alert has been sent.'),
      }),
    ),
    disk: z
      .object({
        free_bytes: z.number(),
        min_free_bytes: z.number().describe('Uploads are rejected if less space is free.'),
      })
      .describe('Local disk of the server that responds.'),
    minutes: z
      .array(MinuteStats)
      .describe('The last 60 minutes, oldest first, including empty ones.'),
    server_time: Timestamp,
  })
  .meta({ id: 'Overview' })
export type Overview = z.infer<typeof Overview>

/** Filters for failed jobs. */
const failedJobs = {
  code: z.string().max(100).optional().describe('Error code.'),
  mapping: z.string().max(200).optional(),
  owner_id: z.string().max(300).optional(),
  since: z.iso.datetime({ offset: true }).optional().describe('Failed at or after this time.'),
  until: z.iso.datetime({ offset: true }).optional().describe('Failed before this time.'),
}
export type FailedJobs = z.infer<z.ZodObject<typeof failedJobs>>

export const DeadLetter = z
  .object({
    id: z.string(),
    batch_id: z.string(),
    owner_id: z.string(),
    mapping: z.string(),
    bytes: z.int().nullable(),
    error_code: ErrorCode,
    error_detail: StoredDetail.nullable(),
    error_message: z.string(),
    attempt_count: count,
    failed_at: Timestamp,
    can_requeue: z.boolean().describe('Whether the file still exists.'),
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
    cached: count.describe('Jobs that reused the result of the same document.'),
    pages: count,
    bytes: z.number(),
    errors: z.array(z.object({ code: z.string(), jobs: count })),
    mappings: z.array(z.object({ mapping: z.string(), jobs: count, pages: count })),
    by_day: z.array(z.object({ day: z.string(), jobs: count, failed: count, pages: count })),
    llm: z.object({
      calls: count,
      input_tokens: z.number(),
      output_tokens: z.number(),
      cost_usd: z.number().nullable().describe('Null if no price is configured.'),
    }),
  })
  .meta({ id: 'Analytics' })
export type Analytics = z.infer<typeof Analytics>

const Paused = z.object({ is_paused: z.boolean() })

/** Number of items that a cleanup has deleted or, in a dry run, would delete. */
const CleanupCounts = z.object({
  results: count,
  uploads: count,
  batches: count.describe('Batches whose event history was compacted.'),
  jobs: count.describe('Jobs deleted with their rows, after JOB_TTL_DAYS or BATCH_TTL_DAYS.'),
  orphans: count.describe('Orphaned files.'),
})
export type CleanupCounts = z.infer<typeof CleanupCounts>

export const adminRoutes = {
  adminOverview: {
    method: 'GET',
    path: '/api/admin/overview',
    tag: 'Admin',
    summary: 'Get queue, workers, alerts and the last hour by minute',
    success: { status: 200, body: Overview },
  },
  pauseQueue: {
    method: 'POST',
    path: '/api/admin/pause',
    tag: 'Admin',
    summary: 'Pause the queue: running jobs finish, uploads are still accepted',
    success: { status: 200, body: Paused },
  },
  resumeQueue: {
    method: 'POST',
    path: '/api/admin/resume',
    tag: 'Admin',
    summary: 'Resume the queue',
    success: { status: 200, body: Paused },
  },
  listDeadLetters: {
    method: 'GET',
    path: '/api/admin/dead-letters',
    tag: 'Admin',
    summary: "List all owners' failed jobs, newest first, without document data",
    query: z.object({ ...failedJobs, ...toPage }),
    success: {
      status: 200,
      body: z.object({
        jobs: z.array(DeadLetter),
        count: count.describe('Number of matching jobs.'),
        next_cursor: z.string().nullable(),
      }),
    },
  },
  requeueDeadLetters: {
    method: 'POST',
    path: '/api/admin/requeue',
    tag: 'Admin',
    summary: 'Retry all failed jobs that match a filter',
    description: 'Only counts the jobs unless `dry_run` is false.',
    body: z.strictObject({ ...failedJobs, dry_run: z.boolean().default(true) }),
    success: { status: 200, body: z.object({ count, requeued: count }) },
  },
  runCleanup: {
    method: 'POST',
    path: '/api/admin/cleanup',
    tag: 'Admin',
    summary: 'Delete expired data now',
    description: 'Only counts the data unless `dry_run` is false.',
    body: z.strictObject({ dry_run: z.boolean().default(true) }),
    success: { status: 200, body: CleanupCounts },
  },
  analytics: {
    method: 'GET',
    path: '/api/admin/analytics',
    tag: 'Admin',
    summary: 'Get usage: batches, pages, errors and cost by day',
    query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
    success: { status: 200, body: Analytics },
  },
} as const satisfies Record<string, Route>
