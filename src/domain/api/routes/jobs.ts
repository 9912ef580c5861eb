import { z } from 'zod'
import { RenderedMessage } from '../../messages/message.ts'
import { ProblemFields } from '../../errors/problem.ts'
import { JobEvent } from '../../job/event.ts'
import { Job, JobDetail } from '../../job/job.ts'
import { Timestamp } from '../../values/timestamp.ts'
import { jobSorts, sortOrders } from '../../job/job-sort.ts'
import { JobStatus } from '../../job/job-state.ts'
import { Params } from '../../mapping/mapping.ts'
import { contentTypes, DownloadFormat, OutputFormat } from '../../mapping/output-formats.ts'
import { exportContentTypes } from '../../results/export.ts'
import { jobFilterQuery } from './job-filter.ts'
import {
  callbackUrl,
  clientReference,
  flag,
  idParams,
  mappingName,
  maxSchemaBodyBytes,
  noContent,
  paramsText,
  type Route,
  schemaObject,
  schemaText,
  paginationParams,
} from '../route.ts'

/** The JSON body of a request that submits one URL. */
export const UrlSubmission = z.strictObject({
  url: z.string().describe('URL of the PDF.'),
  mapping: mappingName,
  params: Params.optional().describe('Mapping parameters.'),
  schema: schemaObject,
  client_reference: clientReference,
  callback_url: callbackUrl,
})

export const JobProgress = z
  .object({
    status: JobStatus,
    progress: z.int(),
    processing_time: z.number().nullable().describe('Seconds. Null until the job has finished.'),
    result: z
      .object({
        needs_review: z.boolean(),
        outputs: z.array(
          z.object({
            format: OutputFormat,
            content_type: z.string(),
            bytes: z.int(),
            url: z.string().describe('Download URL.'),
            content: z
              .string()
              .optional()
              .describe('The file itself, if it has at most 16 KB; otherwise download it.'),
          }),
        ),
      })
      .optional(),
    error: ProblemFields.optional(),
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
        'With `since`: jobs deleted since then. Null without `since`, or if it is more than 7 days ago or covers more than 500 deletions; then list all jobs again.',
      ),
    active_count: z.int().describe('Queued and processing jobs.'),
    counts: z.object(countOfEach),
    needs_review_count: z.int().describe('Complete jobs that need review.'),
    next_cursor: z.string().nullable().describe('Null on the last page.'),
    server_time: Timestamp.describe(
      'Pass the value of the first page as `since` in the next request.',
    ),
  })
  .meta({ id: 'JobsPage' })
export type JobsPage = z.infer<typeof JobsPage>

export const EventsPage = z
  .object({
    events: z.array(JobEvent),
    next_after: z
      .int()
      .nullable()
      .describe('Pass as `after` to get later events. Null if there are none.'),
  })
  .meta({ id: 'EventsPage' })
export type EventsPage = z.infer<typeof EventsPage>

const Facet = z.object({ value: z.string(), count: z.int() })
export const InvoiceFacets = z
  .object({
    count: z.int().describe('Jobs that match all filters.'),
    sellers: z.array(Facet).describe('Most frequent first.'),
    periods: z.array(Facet).describe('Newest first.'),
    undated_count: z.int().describe('Invoices without a date, which belong to no period.'),
    reasons: z
      .array(
        RenderedMessage.extend({
          count: z.int().describe('Jobs with this reason.'),
          job_id: z
            .uuid()
            .describe('The newest of these jobs, from which `path` and `params` are taken.'),
        }),
      )
      .describe('Open review reasons by `code`, most frequent first.'),
  })
  .meta({ id: 'InvoiceFacets' })
export type InvoiceFacets = z.infer<typeof InvoiceFacets>

const waitSeconds = z.coerce.number().min(0).max(50).default(0)

export const jobRoutes = {
  upload: {
    method: 'POST',
    path: '/api/upload',
    budget: 'uploads',
    requestHeaders: ['Idempotency-Key'],
    tag: 'Jobs',
    summary: 'Upload one PDF or image, as a file or a URL',
    description:
      'Responds as soon as the file is stored and queued. A `url` is fetched and checked later and must be public.',
    form: z.object({
      file: z.file().optional().describe('PDF or image (JPEG, PNG, TIFF).'),
      url: z.string().optional().describe('URL of a PDF or an image, instead of a file.'),
      mapping: mappingName,
      params: paramsText,
      schema: schemaText,
      client_reference: clientReference,
      callback_url: callbackUrl,
    }),
    json: UrlSubmission,
    maxBodyBytes: maxSchemaBodyBytes,
    success: {
      status: 202,
      body: z.object({
        job: Job,
        deduped_from: z
          .uuid()
          .optional()
          .describe('Your earlier job with the same document, whose result is shared.'),
      }),
      headers: ['Location'],
    },
  },
  listJobs: {
    method: 'GET',
    path: '/api/jobs',
    requestHeaders: ['If-None-Match'],
    tag: 'Jobs',
    summary: 'List jobs, newest first unless sorted',
    query: z.object({
      ...jobFilterQuery,
      sort: z.enum(jobSorts).default('created').describe('Jobs without a value come last.'),
      order: z.enum(sortOrders).default('desc'),
      wait: waitSeconds.describe(
        'With If-None-Match: seconds to wait for a change (long polling).',
      ),
      ...paginationParams(z.string().max(1500)),
    }),
    success: { status: 200, body: JobsPage },
  },
  invoiceFacets: {
    method: 'GET',
    path: '/api/jobs/facets',
    tag: 'Jobs',
    summary: 'Count the jobs that match a filter, and list further filters',
    description:
      'Sellers and months of your invoices, without split documents, and open review reasons, each with the number of jobs. The values of one filter are counted without that filter.',
    query: z.object(jobFilterQuery),
    success: { status: 200, body: InvoiceFacets },
  },
  getJob: {
    method: 'GET',
    path: '/api/jobs/:id',
    requestHeaders: ['If-None-Match'],
    tag: 'Jobs',
    summary: 'Get a job',
    params: idParams,
    query: z.object({
      wait: waitSeconds.describe(
        'Seconds to wait until the job has finished or, with If-None-Match, has changed (long polling).',
      ),
    }),
    success: { status: 200, body: JobDetail },
  },
  jobEvents: {
    method: 'GET',
    path: '/api/jobs/:id/events',
    tag: 'Jobs',
    summary: "List a job's events, oldest first",
    params: idParams,
    query: z.object({
      after: z.coerce
        .number()
        .int()
        .min(0)
        .max(2_000_000_000)
        .default(0)
        .describe('Only events with a higher `number`.'),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    success: { status: 200, body: EventsPage },
  },
  jobStatus: {
    method: 'GET',
    path: '/api/job-status/:id',
    worksWithoutDatabase: true,
    tag: 'Jobs',
    summary: "Get a job's progress",
    params: idParams,
    success: { status: 200, body: JobProgress },
  },
  jobSource: {
    method: 'GET',
    path: '/api/jobs/:id/source',
    requestHeaders: ['If-None-Match', 'Range', 'If-Range'],
    tag: 'Jobs',
    summary: 'Download the PDF of a job',
    params: idParams,
    query: z.object({
      inline: flag.describe('Display in the browser instead of downloading.'),
    }),
    success: { status: 200, body: 'file', types: ['application/pdf'] },
  },
  deleteJob: {
    method: 'DELETE',
    path: '/api/jobs/:id',
    tag: 'Jobs',
    summary: 'Delete a job with its file and results permanently',
    description: 'An unfinished job is cancelled first.',
    params: idParams,
    success: noContent,
  },
  retryJob: {
    method: 'POST',
    path: '/api/jobs/:id/retry',
    tag: 'Jobs',
    summary: 'Retry a failed or cancelled job',
    params: idParams,
    success: { status: 202, body: Job },
  },
  cancelJob: {
    method: 'POST',
    path: '/api/jobs/:id/cancel',
    tag: 'Jobs',
    summary: 'Cancel an unfinished job',
    description: 'A result that arrives later is discarded.',
    params: idParams,
    success: { status: 202, body: Job },
  },
  downloadJob: {
    method: 'GET',
    path: '/api/jobs/:id/download',
    requestHeaders: ['If-None-Match'],
    tag: 'Jobs',
    summary: "Download a job's result",
    params: idParams,
    query: z.object({
      format: DownloadFormat.optional().describe(
        'Default: the primary output, which is `xml` for an invoice and `ics` for a meet. Invoices also have `xlsx`.',
      ),
    }),
    success: {
      status: 200,
      body: 'file',
      types: [...Object.values(contentTypes), exportContentTypes.xlsx],
    },
  },
} as const satisfies Record<string, Route>
