import { AppError, toStoredError, toAppError } from '../domain/errors/app-error.ts'
import type { FieldsReading } from '../domain/fields/fields-reading.ts'
import type { HeatSheetReading } from '../domain/heat-sheet/heat-sheet.ts'
import type { InvoiceReading } from '../domain/invoice/invoice.ts'
import type { Job } from '../domain/job/job.ts'
import type { Reading as TextReading } from '../domain/reading/reading.ts'
import type { PageRange } from '../domain/values/page-range.ts'
import { isActive } from '../domain/job/job-state.ts'
import type { DownloadFormat } from '../domain/mapping/output-formats.ts'
import type { BatchResponse, BatchState } from '../domain/job/batch.ts'
import { routes } from '../domain/api/routes/routes.ts'
import { parseResponse, type ApiClient, type ClientOptions, createApiClient } from './api-client.ts'
import type { JobsQuery } from './client.ts'
import {
  type BatchStreamMessage,
  followBatch,
  followJobs,
  type FollowOptions,
  type JobStreamMessage,
} from './follow.ts'
import { isTransient, sleep } from './retry.ts'
import {
  createUploadForm,
  type SendOptions,
  type Source,
  type UploadOptions,
} from './upload-form.ts'
import { createClientDetail } from '../domain/i18n/client-detail.ts'

export { AppError } from '../domain/errors/app-error.ts'
export type { ErrorCode } from '../domain/errors/app-error.ts'
export type { Batch, BatchItem, BatchResponse, BatchState } from '../domain/job/batch.ts'
export type { BatchEvent, JobEvent } from '../domain/job/event.ts'
export type { Job, JobDetail } from '../domain/job/job.ts'
export type { DownloadFormat, OutputFormat } from '../domain/mapping/output-formats.ts'
export type { JobsPage } from '../domain/api/routes/jobs.ts'
export { routes } from '../domain/api/routes/routes.ts'
export type { Summary } from '../domain/job/summary.ts'
export type { ClientOptions } from './api-client.ts'
export type { JobsQuery } from './client.ts'
export type { BatchStreamMessage, FollowOptions, JobStreamMessage } from './follow.ts'
export type { SendOptions, Source, UploadOptions } from './upload-form.ts'
export type { FieldsReading } from '../domain/fields/fields-reading.ts'

export interface WaitOptions<Progress> {
  signal?: AbortSignal
  /** Called on every change. */
  onProgress?: (progress: Progress) => void
}

/** A running submission. Await it for the receipt, or call `wait()` for the result. */
export interface Submission<Receipt, Result, Progress> extends Promise<Receipt> {
  /** Resolves when processing ends. Rejects if a single job fails or is cancelled. */
  wait(options?: WaitOptions<Progress>): Promise<Result>
}

/** Client for a Docket server. `call` reaches the routes that have no method of their own. */
export interface Docket extends ApiClient {
  upload(source: Source, options?: UploadOptions): Submission<Job, Job, Job>
  /**
   * Sends up to `max_pdfs_per_batch` documents (see `routes.listMappings`) in order. Rejected documents are listed in
   * the receipt's `items`.
   */
  batch(
    sources: Source[],
    options?: SendOptions,
  ): Submission<BatchResponse, BatchState, BatchStreamMessage>
  /**
   * Uploads one document, waits until it is read, and returns the reading. `job.needs_review` says whether a person
   * should check it.
   */
  extract<Name extends string = 'auto'>(
    source: Source,
    options?: ExtractOptions<Name>,
  ): Promise<Extraction<ReadingOf<Name>>>
  /**
   * Reads the fields that a JSON Schema describes. `reading.data` is the resulting object, and `reading` contains
   * evidence for each value.
   */
  extract<Data = Record<string, unknown>>(
    source: Source,
    options: SchemaOptions,
  ): Promise<Extraction<FieldsReading & { data: Data }>>
  /** Waits for a job to complete; rejects if it fails or is cancelled. */
  wait(id: string, options?: WaitOptions<Job>): Promise<Job>
  /**
   * Splits a PDF with several invoices into one job per page range, such as `[[1, 2], [3, 3]]`; `wait()` resolves when
   * all of them are read. Without ranges, splits it into the invoices that Docket found, and rejects if it found only
   * one.
   */
  split(
    id: string,
    ranges?: [first: number, last: number][],
  ): Submission<BatchState, BatchState, BatchStreamMessage>
  /** Yields each event of a batch exactly once, across reconnects. */
  watch(
    batchId: string,
    options?: FollowOptions,
  ): AsyncGenerator<BatchStreamMessage, void, undefined>
  /** Yields changes to the caller's jobs. */
  changes(
    options?: FollowOptions & { since?: string },
  ): AsyncGenerator<JobStreamMessage, void, undefined>
  /** Yields the caller's jobs, newest first. Loads pages on demand. */
  jobs(query?: JobsQuery, signal?: AbortSignal): AsyncGenerator<Job, void, undefined>
  /**
   * Downloads a result. Without a format, downloads the primary output: Coretax XML for an invoice, a calendar for a
   * heat sheet.
   */
  download(id: string, format?: DownloadFormat, signal?: AbortSignal): Promise<Response>
}

export interface ExtractOptions<Name extends string>
  extends Omit<UploadOptions, 'mapping' | 'schema'> {
  /** Mapping name, which determines the type of the reading. Default: `auto`. */
  mapping?: Name
  onProgress?: (job: Job) => void
}

export interface SchemaOptions extends Omit<UploadOptions, 'mapping'> {
  schema: object
  onProgress?: (job: Job) => void
}

export interface Extraction<R> {
  job: Job
  reading: R
}

/** Type of the reading for a mapping. The name of a mapping ends with its kind and version. */
export type ReadingOf<Name extends string> = Name extends `${string}invoice_v${string}`
  ? InvoiceReading
  : Name extends `heat_sheet_v${string}`
    ? HeatSheetReading
    : Name extends `document_text_v${string}`
      ? TextReading
      : Name extends `fields_v${string}`
        ? FieldsReading
        : InvoiceReading | HeatSheetReading | TextReading

export function createDocket(options: ClientOptions = {}): Docket {
  const client = createApiClient(options)
  const { call } = client

  async function wait(id: string, { signal, onProgress }: WaitOptions<Job> = {}): Promise<Job> {
    const job = await pollUntilEnded(client, id, onProgress, signal)
    if (job.status === 'complete') return job
    const { error_code, error_detail, error_message } = job
    if (error_code !== null) throw toStoredError(error_code, error_detail, error_message ?? '')
    throw new AppError('NOT_READY', createClientDetail('no_result', { status: job.status }))
  }

  return {
    ...client,
    wait,
    upload(source, options = {}) {
      const send = async () => (await call(routes.upload, createUploadForm([source], options))).job
      const sent = send()
      return submission(sent, async (waitOptions) => wait((await sent).id, waitOptions))
    },
    batch(sources, options = {}) {
      const send = async () => call(routes.extractBatch, createUploadForm(sources, options))
      return submitBatch(client, send())
    },
    split(id, ranges) {
      const send = async () => {
        const body = { ranges: ranges ?? (await findInvoiceRanges(client, id)) }
        return call(routes.splitJob, { params: { id }, body })
      }
      return submitBatch(client, send())
    },
    extract: async <R>(source: Source, options: UploadOptions & WaitOptions<Job> = {}) => {
      const { onProgress, ...uploadOptions } = options
      const { signal } = options
      const { id } = (await call(routes.upload, createUploadForm([source], uploadOptions))).job
      const job = await wait(id, { ...(signal && { signal }), ...(onProgress && { onProgress }) })
      const query = { format: 'json' } as const
      const file = await call(routes.downloadJob, { params: { id }, query, signal })
      return { job, reading: (await file.json()) as R }
    },
    watch: (id, options) => followBatch(client, id, options),
    changes: (options) => followJobs(client, options),
    async *jobs(query = {}, signal) {
      let cursor: string | undefined
      do {
        const page = await call(routes.listJobs, { query: { ...query, cursor }, signal })
        yield* page.jobs
        cursor = page.next_cursor ?? undefined
      } while (cursor !== undefined)
    },
    download: (id, format, signal) =>
      call(routes.downloadJob, { params: { id }, query: { format }, signal }),
  }
}

/** Creates a submission for a batch. `wait()` follows the batch's events until it ends. */
function submitBatch<Receipt extends { batch: { id: string } }>(
  client: ApiClient,
  sent: Promise<Receipt>,
): Submission<Receipt, BatchState, BatchStreamMessage> {
  return submission(sent, async ({ signal, onProgress } = {}) => {
    const { id } = (await sent).batch
    for await (const message of followBatch(client, id, signal && { signal })) onProgress?.(message)
    return client.call(routes.getBatch, { params: { id }, signal })
  })
}

/** Returns the page range of each invoice that the server found in a document. */
async function findInvoiceRanges({ call }: ApiClient, id: string): Promise<PageRange[]> {
  const { review_reasons } = await call(routes.getJob, { params: { id } })
  const reason = review_reasons.find(({ code }) => code === 'several_invoices')
  if (!reason) throw new AppError('INVALID_REQUEST', createClientDetail('one_invoice', {}))
  return reason.params['ranges'] as PageRange[]
}

function submission<Receipt, Result, Progress>(
  sent: Promise<Receipt>,
  wait: (options?: WaitOptions<Progress>) => Promise<Result>,
): Submission<Receipt, Result, Progress> {
  // Prevents an unhandled rejection if a caller only uses `wait()`, which reports the same error.
  sent.catch(() => undefined)
  return Object.assign(sent, { wait })
}

const waitSeconds = 25

/** Long-polls until the job ends, and retries during outages. If `onProgress` is given, polls for every change. */
async function pollUntilEnded(
  { request }: ApiClient,
  id: string,
  onProgress: WaitOptions<Job>['onProgress'],
  signal?: AbortSignal,
): Promise<Job> {
  let tag = ''
  let wait = onProgress === undefined ? waitSeconds : 0
  for (;;) {
    try {
      const headers: Record<string, string> = tag === '' ? {} : { 'if-none-match': tag }
      const response = await request(routes.getJob, {
        params: { id },
        query: { wait },
        headers,
        signal,
      })
      if (response.status === 304) continue
      const job = await parseResponse(routes.getJob, response)
      onProgress?.(job)
      if (!isActive(job)) return job
      if (onProgress === undefined) continue
      tag = response.headers.get('etag') ?? ''
      wait = waitSeconds
    } catch (error) {
      signal?.throwIfAborted()
      if (!isTransient(error)) throw error
      const { retryAfterSeconds = 0 } = toAppError(error)
      await sleep(Math.max(5, retryAfterSeconds) * 1000, signal)
    }
  }
}
