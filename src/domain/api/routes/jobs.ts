import { z } from 'zod'
import { ErrorCode } from '../../errors/errors.ts'
import { JobEvent } from '../../job/event.ts'
import { Job, JobDetail } from '../../job/job.ts'
import { Timestamp } from '../../values/timestamp.ts'
import { JobStatus } from '../../job/job-state.ts'
import { contentTypes, OutputFormat, Params } from '../../mapping/mapping.ts'
import { flag, jobId, mappingName, pageOf, paramsText, type Route } from '../route.ts'

export const JobProgress = z
  .object({
    status: JobStatus,
    progress: z.int(),
    processing_time: z.number().nullable().describe('Seconds, once it has ended.'),
    result: z
      .object({
        needs_review: z.boolean(),
        outputs: z.array(
          z.object({
            format: OutputFormat,
            content_type: z.string(),
            bytes: z.int(),
            url: z.string().describe('Where to download it.'),
          }),
        ),
      })
      .optional(),
    error: z.object({ code: ErrorCode, message: z.string() }).optional(),
  })
  .meta({ id: 'JobProgress' })
export type JobProgress = z.infer<typeof JobProgress>

const countOfEach = Object.fromEntries(
  JobStatus.options.map((status) => [status, z.int()]),
) as Record<JobStatus, z.ZodInt>

export const JobsPage = z
  .object({
    jobs: z.array(Job),
    gone: z
      .array(z.uuid())
      .nullable()
      .describe(
        'With `since`: jobs that were deleted since then. Null without it, and where it is too long ago (7 days) or they are too many (500) to tell: list your jobs anew then.',
      ),
    active_count: z.int().describe('Jobs that are queued or processing.'),
    counts: z.object(countOfEach),
    needs_review_count: z.int().describe('Complete jobs whose result is not proved.'),
    next_cursor: z.string().nullable().describe('Null on the last page.'),
    server_time: Timestamp.describe('Pass that of the first page as `since` next time.'),
  })
  .meta({ id: 'JobsPage' })
export type JobsPage = z.infer<typeof JobsPage>

export const EventsPage = z
  .object({
    events: z.array(JobEvent),
    next_after: z
      .int()
      .nullable()
      .describe('Pass it as `after` for those that follow; null where there are none yet.'),
  })
  .meta({ id: 'EventsPage' })
export type EventsPage = z.infer<typeof EventsPage>

const waitSeconds = z.coerce.number().min(0).max(50).default(0)

export const jobRoutes = {
  upload: {
    method: 'POST',
    path: '/api/upload',
    budget: 'uploads',
    honours: ['Idempotency-Key'],
    tag: 'Jobs',
    summary: 'Upload one PDF, or name its address',
    description:
      'Answers as soon as the file is safely stored and queued. What is at a `url` is fetched later and checked then; only public addresses are.',
    form: z.object({
      file: z.file().optional().describe('The PDF.'),
      url: z.string().optional().describe('Its address, instead of the file.'),
      mapping: mappingName,
      params: paramsText,
    }),
    json: z.strictObject({
      url: z.string().describe('The address of the PDF.'),
      mapping: mappingName,
      params: Params.optional().describe("The mapping's parameters."),
    }),
    success: {
      status: 202,
      body: z.object({
        job: Job,
        deduped_from: z
          .uuid()
          .optional()
          .describe('The job of yours that has read, or is reading, this same document.'),
      }),
      tells: ['Location'],
    },
  },
  listJobs: {
    method: 'GET',
    path: '/api/jobs',
    honours: ['If-None-Match'],
    tag: 'Jobs',
    summary: 'List my jobs, newest first',
    query: z.object({
      status: JobStatus.optional(),
      q: z
        .string()
        .trim()
        .max(200)
        .optional()
        .describe('Words that all occur in the filename, the address, the mapping or the id.'),
      needs_review: flag.describe('Only those that need review.'),
      since: z.iso
        .datetime({ offset: true })
        .optional()
        .describe(
          'Only jobs that have changed since this moment. It reaches back ten seconds further, for a change may be seen only a while after it was made: some come twice, and none is missed.',
        ),
      wait: waitSeconds.describe(
        'With If-None-Match: seconds to wait until the list is another than the one that is known.',
      ),
      ...pageOf,
    }),
    success: { status: 200, body: JobsPage },
  },
  getJob: {
    method: 'GET',
    path: '/api/jobs/:id',
    honours: ['If-None-Match'],
    tag: 'Jobs',
    summary: 'One job',
    params: jobId,
    query: z.object({
      wait: waitSeconds.describe(
        'Seconds to wait until it has ended or, with If-None-Match, until it is another than is known.',
      ),
    }),
    success: { status: 200, body: JobDetail },
  },
  jobEvents: {
    method: 'GET',
    path: '/api/jobs/:id/events',
    tag: 'Jobs',
    summary: 'What has happened to a job, the first first',
    params: jobId,
    query: z.object({
      after: z.coerce
        .number()
        .int()
        .min(0)
        .max(2_000_000_000)
        .default(0)
        .describe('Only events with a higher number: `number` of the last one that is known.'),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    success: { status: 200, body: EventsPage },
  },
  jobStatus: {
    method: 'GET',
    path: '/api/job-status/:id',
    outlivesDatabase: true,
    tag: 'Jobs',
    summary: 'How far a job is, in short',
    params: jobId,
    success: { status: 200, body: JobProgress },
  },
  jobSource: {
    method: 'GET',
    path: '/api/jobs/:id/source',
    honours: ['If-None-Match', 'Range', 'If-Range'],
    tag: 'Jobs',
    summary: 'The PDF of a job',
    params: jobId,
    query: z.object({
      inline: flag.describe('To be shown, not saved.'),
    }),
    success: { status: 200, body: 'file', types: ['application/pdf'] },
  },
  deleteJob: {
    method: 'DELETE',
    path: '/api/jobs/:id',
    tag: 'Jobs',
    summary: 'Delete a job, its file and its result, for good',
    description: 'A job that has not ended is cancelled first.',
    params: jobId,
    success: { status: 204, body: 'nothing' },
  },
  retryJob: {
    method: 'POST',
    path: '/api/jobs/:id/retry',
    tag: 'Jobs',
    summary: 'Try a failed or cancelled job again',
    params: jobId,
    success: { status: 202, body: Job },
  },
  cancelJob: {
    method: 'POST',
    path: '/api/jobs/:id/cancel',
    tag: 'Jobs',
    summary: 'Stop a job that has not ended',
    description: 'A result that still arrives is dropped.',
    params: jobId,
    success: { status: 202, body: Job },
  },
  downloadJob: {
    method: 'GET',
    path: '/api/jobs/:id/download',
    honours: ['If-None-Match'],
    tag: 'Jobs',
    summary: 'Download the result of a job',
    params: jobId,
    query: z.object({
      format: OutputFormat.optional().describe("Left out: the first of the job's outputs."),
    }),
    success: { status: 200, body: 'file', types: Object.values(contentTypes) },
  },
} as const satisfies Record<string, Route>
