import { z } from 'zod'
import { JobStatus } from '../../../job/job-state.ts'
import { Timestamp } from '../../../values/timestamp.ts'
import { toPage, type Route } from '../../route.ts'

/** Filters for running and queued jobs of all owners. */
const activeJobs = {
  status: z.enum(['queued', 'processing']).optional().describe('Waiting or running jobs only.'),
  mapping: z.string().max(200).optional(),
  owner_id: z.string().max(300).optional(),
  batch_id: z.uuid().optional(),
  job_id: z.uuid().optional(),
}
export type ActiveJobs = z.infer<z.ZodObject<typeof activeJobs>>

export const ActiveJob = z
  .object({
    id: z.uuid(),
    batch_id: z.uuid(),
    owner_id: z.string(),
    mapping: z.string(),
    bytes: z.int().nullable(),
    status: JobStatus.describe('`queued` or `processing`.'),
    stage: z.string(),
    progress: z.int(),
    priority: z.int(),
    dependency: z.string().describe('The external service that the job calls, or `none`.'),
    blocked_by: z
      .enum(['time', 'original'])
      .nullable()
      .describe(
        'Why the job cannot start yet. `time`: its next attempt is due later. `original`: another job is reading the same document.',
      ),
    attempt_count: z.int(),
    worker: z.string().nullable().describe('The worker that runs the job.'),
    is_reread: z.boolean().describe('Whether a complete document is being read again.'),
    queued_at: Timestamp,
    run_at: Timestamp.describe('Not started before this time.'),
    started_at: Timestamp.nullable().describe('Start of the current attempt.'),
  })
  .meta({ id: 'ActiveJob' })
export type ActiveJob = z.infer<typeof ActiveJob>

/** Priorities that an administrator may set. Jobs submitted with a premium key have priority 10, others 0. */
export const priorityRange = { min: -100, max: 100 }

const tag = 'Admin'
const count = z.int()
const dryRun = { dry_run: z.boolean().default(true) }

export const adminJobRoutes = {
  listActiveJobs: {
    method: 'GET',
    path: '/api/admin/jobs',
    tag,
    summary: "List all owners' running and waiting jobs, without document data",
    description: 'Running jobs first, then waiting jobs by priority and age.',
    query: z.object({ ...activeJobs, ...toPage }),
    success: {
      status: 200,
      body: z.object({
        jobs: z.array(ActiveJob),
        count: count.describe('Number of matching jobs.'),
        next_cursor: z.string().nullable(),
      }),
    },
  },
  cancelActiveJobs: {
    method: 'POST',
    path: '/api/admin/jobs/cancel',
    tag,
    summary: 'Cancel all running and waiting jobs that match a filter',
    description:
      'Only counts the jobs unless `dry_run` is false. Documents being read again keep their current results.',
    body: z.strictObject({ ...activeJobs, ...dryRun }),
    success: { status: 200, body: z.object({ count, cancelled: count }) },
  },
  prioritizeJobs: {
    method: 'POST',
    path: '/api/admin/jobs/priority',
    tag,
    summary: 'Change the priority of all waiting jobs that match a filter',
    description:
      'Only counts the jobs unless `dry_run` is false. Running jobs continue with the priority they have.',
    body: z.strictObject({
      ...activeJobs,
      ...dryRun,
      priority: z
        .int()
        .min(priorityRange.min)
        .max(priorityRange.max)
        .describe('Higher starts first. Premium keys have 10, others 0.'),
    }),
    success: { status: 200, body: z.object({ count, changed: count }) },
  },
} as const satisfies Record<string, Route>
