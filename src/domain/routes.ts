import { z } from 'zod'
import { Identity, type Scope } from './identity.ts'
import { Job, JobDetail, Timestamp } from './job.ts'
import { JobStatus } from './job-state.ts'
import { MappingFacts, OutputFormat, Params } from './mapping.ts'
import { Share, SharedResult } from './share.ts'

/** One way into Docket. The server registers it, OpenAPI describes it and the client calls it from this. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Who may ask: anyone at all, or those with this scope. Left out: `read` for GET, else `write`. */
  access?: 'public' | Scope
  /** Whether a one-time ticket may stand in for a token: EventSource cannot send headers. */
  takesTicket?: boolean
  /** The heading that it stands under in the description of the API. */
  tag: 'Jobs' | 'Share links' | 'Identity' | 'Gateway' | 'This Docket'
  summary: string
  description?: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** The JSON that comes with it; none at all counts as `{}`. */
  body?: z.ZodObject
  /** Fields of a multipart form. */
  form?: z.ZodObject
  /** What may come as JSON in place of the form. */
  json?: z.ZodObject
  /** The status of success and what comes with it; `file` where bytes are streamed, of one of the types. */
  success: { status: number; body: z.ZodType | 'file' | 'nothing'; types?: readonly string[] }
}

export function accessOf({ access, method }: Pick<Route, 'access' | 'method'>): 'public' | Scope {
  return access ?? (method === 'GET' ? 'read' : 'write')
}

const jobId = z.object({ id: z.uuid() })
const shareCode = z.object({ code: z.string() })
const pageOf = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional().describe('`next_cursor` of the page before.'),
}

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

export const SharesPage = z.object({ shares: z.array(Share), next_cursor: z.string().nullable() })
export type SharesPage = z.infer<typeof SharesPage>

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

const mapping = z.string().optional().describe('A name out of /api/mappings.')

export const routes = {
  upload: {
    method: 'POST',
    path: '/api/upload',
    tag: 'Jobs',
    summary: 'Upload one PDF, or name its address',
    description:
      'Answers as soon as the file is safely stored and queued. What is at a `url` is fetched later and checked then; only public addresses are.',
    form: z.object({
      file: z.file().optional().describe('The PDF.'),
      url: z.string().optional().describe('Its address, instead of the file.'),
      mapping,
      params: z.string().optional().describe("A JSON object with the mapping's parameters."),
    }),
    json: z.strictObject({
      url: z.string().describe('The address of the PDF.'),
      mapping,
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
      ...pageOf,
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
  shareJob: {
    method: 'POST',
    path: '/api/jobs/:id/share',
    tag: 'Share links',
    summary: 'Make a link that shows the result of a job to anyone',
    description: 'A job has one link. Asked again, the link stays and its end moves.',
    params: jobId,
    body: z.strictObject({ expires_in_hours: z.int().min(1).max(8760).default(168) }),
    success: { status: 201, body: Share },
  },
  unshareJob: {
    method: 'DELETE',
    path: '/api/jobs/:id/share',
    tag: 'Share links',
    summary: 'Take the link of a job back',
    params: jobId,
    success: { status: 204, body: 'nothing' },
  },
  listShares: {
    method: 'GET',
    path: '/api/shares',
    tag: 'Share links',
    summary: 'List my links that work, newest first',
    query: z.object(pageOf),
    success: { status: 200, body: SharesPage },
  },
  sharedResult: {
    method: 'GET',
    path: '/api/result/:code',
    access: 'public',
    tag: 'Share links',
    summary: 'What a link shows',
    params: shareCode,
    success: { status: 200, body: SharedResult },
  },
  downloadShared: {
    method: 'GET',
    path: '/api/result/:code/download',
    access: 'public',
    tag: 'Share links',
    summary: 'Download the result that a link shows',
    params: shareCode,
    query: z.object({ format: OutputFormat.optional().describe('Left out: the first output.') }),
    success: { status: 200, body: 'file' },
  },
  whoAmI: {
    method: 'GET',
    path: '/api/me',
    tag: 'Identity',
    summary: 'Who I am here, and what I may do',
    success: { status: 200, body: Identity.omit({ owner_id: true }) },
  },
  claimSession: {
    method: 'POST',
    path: '/api/session/claim',
    tag: 'Identity',
    summary: 'Take over the jobs of this browser after signing in',
    description:
      'Send the token and the cookie. An upload that is still under way is not among them: ask again after it.',
    success: { status: 200, body: z.object({ claimed: z.int() }) },
  },
  endSession: {
    method: 'DELETE',
    path: '/api/session',
    tag: 'Identity',
    summary: 'End the session of this browser, for good',
    success: { status: 204, body: 'nothing' },
  },
  createTicket: {
    method: 'POST',
    path: '/api/stream-tickets',
    access: 'read',
    tag: 'Identity',
    summary: 'A ticket with which a browser opens one stream',
    description: 'Pass it as `ticket` in the query, once and within half a minute.',
    success: { status: 201, body: z.object({ ticket: z.string(), expires_at: Timestamp }) },
  },
  listMappings: {
    method: 'GET',
    path: '/api/mappings',
    access: 'public',
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
    access: 'public',
    tag: 'This Docket',
    summary: 'Whether this process answers',
    description: 'Does not ask the database, so that a database outage restarts nothing.',
    success: { status: 200, body: z.object({ status: z.literal('ok'), version: z.string() }) },
  },
} as const satisfies Record<string, Route>
