import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Blobs } from '../blobs/blobs.ts'
import { isCompressed, openDecompressed } from '../blobs/compression.ts'
import type { Db } from '../db/db.ts'
import { type OutputRow, listOutputs } from '../db/jobs/outputs.sql.ts'
import { findSource } from '../db/jobs/sources.sql.ts'
import type { ByteRange } from '../domain/api/byte-range.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { toOutputFilename } from '../domain/document/filename.ts'
import type { InvoiceReading } from '../domain/invoice/invoice.ts'
import type { Job } from '../domain/job/job.ts'
import { primaryFormat } from '../domain/results/primary-output.ts'
import type { OutputFormat } from '../domain/mapping/output-formats.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { ProblemDetail } from '../domain/messages/stored-detail.ts'
import {
  createWithheldError,
  findWithheldXml,
  type WithheldXml,
} from '../domain/review/withheld-xml.ts'

export interface Download {
  stream: Readable
  /** Length in bytes, or undefined if the file is generated while it is sent. */
  bytes: number | undefined
  content_type: string
  filename: string
  /** Present if the bytes are compressed. */
  content_encoding?: 'gzip'
  /** Present only for stored files, whose bytes never change. */
  etag?: string
  /** Present if ranges are supported. `range` is undefined for the whole file. */
  part?: { range: ByteRange | undefined; of: number }
}

export interface StoredFile {
  bytes: number
  etag: string
}

export interface DeliverDeps {
  db: Db
  blobs: Blobs
}

export interface AcceptedEncodings {
  gzip: boolean
}

/**
 * Opens one of a complete job's outputs, by default the primary output. Sends stored gzip unchanged to clients that
 * accept it.
 */
export async function openOutput(
  deps: DeliverDeps,
  job: Job,
  format: OutputFormat | undefined,
  accept: AcceptedEncodings = { gzip: false },
): Promise<Download> {
  const { key, bytes, content_type, format: found } = await requireOutput(deps, job, format)
  const headers = { content_type, filename: toOutputFilename(job.original_filename, found) }
  if (isCompressed(key) && accept.gzip) {
    const etag = toEtag(`${key} packed`)
    return { ...(await deps.blobs.open(key)), ...headers, content_encoding: 'gzip', etag }
  }
  return { stream: await openDecompressed(deps.blobs, key), bytes, ...headers, etag: toEtag(key) }
}

/** Derives the ETag from the key, because a key is written only once. */
function toEtag(key: string): string {
  return `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`
}

export async function requireOutput(
  { db, blobs }: DeliverDeps,
  job: Job,
  format: OutputFormat | undefined,
): Promise<OutputRow> {
  requireResult(job)
  const outputs = await listOutputs(db, job.id)
  const wanted = format ?? primaryFormat(job)
  const output = outputs.find((one) => one.format === wanted)
  if (output) return output
  const withheld = wanted === 'xml' ? await loadWithheldXml(blobs, job, outputs) : undefined
  if (withheld) throw createWithheldError(withheld)
  const formats = outputs.map((one) => one.format)
  const detail =
    wanted === 'ics' && job.summary?.kind === 'heat_sheet'
      ? createDetail('calendar_missing', { formats })
      : createDetail('output_missing', { format: wanted ?? '', formats })
  throw new AppError('UNKNOWN_FORMAT', detail)
}

/** Finds out from the stored reading why the Coretax file was withheld. */
async function loadWithheldXml(
  blobs: Blobs,
  { summary }: Job,
  outputs: readonly OutputRow[],
): Promise<WithheldXml | undefined> {
  const json = outputs.find(({ format }) => format === 'json')
  if (!json || summary?.kind !== 'invoice' || !findWithheldXml({ status: summary.coretax }))
    return undefined
  const reading = JSON.parse(await text(await openDecompressed(blobs, json.key))) as InvoiceReading
  return findWithheldXml(reading.filing)
}

/** Opens the source PDF, or the range that `selectRange` chooses. */
export async function openSource(
  deps: DeliverDeps,
  job: Job,
  selectRange: (whole: StoredFile) => ByteRange | undefined,
): Promise<Download> {
  const { key, bytes: totalBytes } = await requireSource(deps, job)
  const etag = toEtag(key)
  const range = selectRange({ bytes: totalBytes, etag })
  const headers = { content_type: 'application/pdf', filename: toPdfFilename(job), etag }
  return { ...(await deps.blobs.open(key, range)), ...headers, part: { range, of: totalBytes } }
}

export function toPdfFilename({ original_filename }: Pick<Job, 'original_filename'>): string {
  return /\.pdf$/i.test(original_filename)
    ? original_filename
    : toOutputFilename(original_filename, 'pdf')
}

export async function requireSource(
  { db }: Pick<DeliverDeps, 'db'>,
  job: Job,
): Promise<{ key: string; bytes: number }> {
  const [source] = await findSource(db, job.id)
  if (!source) throw new AppError('NOT_FOUND', createDetail('job_not_found', {}))
  if (source.is_deleted) {
    throw new AppError('EXPIRED', toDeletionDetail(job) ?? createDetail('source_expired', {}))
  }
  const { upload_key: key, bytes } = source
  if (key === null || bytes === null) {
    throw new AppError('NOT_READY', createDetail('source_not_fetched', {}))
  }
  return { key, bytes }
}

export function requireResult(job: Job): void {
  if (job.status === 'expired') throw new AppError('EXPIRED', toDeletionDetail(job))
  if (job.status !== 'complete') throw createNotReadyError(job)
}

/** Explains why a result was deleted before its retention period ended. Returns undefined if it was not. */
function toDeletionDetail({ status, error_detail }: Job): ProblemDetail | undefined {
  if (status !== 'expired' || error_detail?.code !== 'deleted_after_download') return undefined
  return createDetail('deleted_after_download', {})
}

function createNotReadyError(job: Job): AppError {
  if (job.status === 'failed') {
    const error = { code: job.error_code ?? 'UNKNOWN', detail: job.error_detail }
    return new AppError('NOT_READY', createDetail('job_failed', { error }))
  }
  if (job.status === 'cancelled') {
    return new AppError('NOT_READY', createDetail('job_cancelled', {}))
  }
  return new AppError('NOT_READY')
}
