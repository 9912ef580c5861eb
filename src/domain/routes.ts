import { z } from 'zod'
import { Job, JobDetail, Timestamp } from './job.ts'
import { JobStatus } from './job-state.ts'
import { MappingFacts, OutputFormat } from './mapping.ts'

/** One way into Docket. The server registers it, OpenAPI describes it and the client calls it from this. */
export interface Route {
  method: 'GET' | 'POST'
  path: string
  /** The heading that it stands under in the description of the API. */
  tag: 'Jobs' | 'Gateway' | 'This Docket'
  summary: string
  description?: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** Fields of a multipart form. */
  form?: z.ZodObject
  /** The status of success and what comes with it; `file` where bytes are streamed, of one of the types. */
  success: { status: number; body: z.ZodType | 'file'; types?: readonly string[] }
}

const jobId = z.object({ id: z.uuid() })

export const JobsPage = z
  .object({
    jobs: z.array(Job),
    active_count: z.int().describe('Jobs that are queued or processing.'),
    counts: z.record(JobStatus, z.int()),
    next_cursor: z.string().nullable().describe('Null on the last page.'),
    server_time: Timestamp.describe('Pass it as `since` next time.'),
  })
  .meta({ id: 'JobsPage' })
export type JobsPage = z.infer<typeof JobsPage>

export const MappingSummary = MappingFacts.extend({ name: z.string() })
  .strip()
  .meta({ id: 'Mapping' })
export type MappingSummary = z.infer<typeof MappingSummary>

export const MappingsAnswer = z.object({
  mappings: z.array(MappingSummary),
  default_mapping: z.string(),
  max_upload_bytes: z.int(),
})
export type MappingsAnswer = z.infer<typeof MappingsAnswer>

export const DependenciesAnswer = z.object({
  dependencies: z.array(
    z.object({
      name: z.string(),
      breaker: z
        .enum(['closed', 'open', 'half_open'])
        .describe('Open: jobs that need it wait. Half open: one at a time tries.'),
      probe_at: Timestamp.nullable().describe('When it is tried again.'),
      running: z.int(),
      max_running: z.int(),
    }),
  ),
})
export type DependenciesAnswer = z.infer<typeof DependenciesAnswer>

export const routes = {
  upload: {
    method: 'POST',
    path: '/api/upload',
    tag: 'Jobs',
    summary: 'Upload one PDF',
    description: 'Answers as soon as the file is safely stored and queued.',
    form: z.object({
      file: z.file().describe('The PDF.'),
      mapping: z.string().optional().describe('A name out of /api/mappings.'),
      params: z.string().optional().describe("A JSON object with the mapping's parameters."),
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
    },
  },
  listJobs: {
    method: 'GET',
    path: '/api/jobs',
    tag: 'Jobs',
    summary: 'List my jobs, newest first',
    query: z.object({
      status: JobStatus.optional(),
      since: z.iso
        .datetime({ offset: true })
        .optional()
        .describe('Only jobs that changed at or after this moment.'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.string().max(200).optional().describe('`next_cursor` of the page before.'),
    }),
    success: { status: 200, body: JobsPage },
  },
  getJob: {
    method: 'GET',
    path: '/api/jobs/:id',
    tag: 'Jobs',
    summary: 'One job',
    params: jobId,
    success: { status: 200, body: JobDetail },
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
    tag: 'Jobs',
    summary: 'Download the result of a job',
    params: jobId,
    query: z.object({
      format: OutputFormat.optional().describe("Left out: the first of the job's outputs."),
    }),
    success: { status: 200, body: 'file' },
  },
  listMappings: {
    method: 'GET',
    path: '/api/mappings',
    tag: 'This Docket',
    summary: 'What Docket can read, and its limits',
    success: { status: 200, body: MappingsAnswer },
  },
  dependencies: {
    method: 'GET',
    path: '/api/dependencies',
    tag: 'This Docket',
    summary: 'What jobs may wait for, and whether it can be reached',
    success: { status: 200, body: DependenciesAnswer },
  },
  health: {
    method: 'GET',
    path: '/api/healthz',
    tag: 'This Docket',
    summary: 'Whether this process answers',
    description: 'Does not ask the database, so that a database outage restarts nothing.',
    success: { status: 200, body: z.object({ status: z.literal('ok'), version: z.string() }) },
  },
} as const satisfies Record<string, Route>
