import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Blobs } from '../blobs/blobs.ts'
import { isPacked, openUnpacked } from '../blobs/packed.ts'
import type { Db } from '../db/db.ts'
import { type OutputRow, outputsOf } from '../db/jobs/outputs.sql.ts'
import { sourceOf } from '../db/jobs/sources.sql.ts'
import type { ByteRange } from '../domain/api/byte-range.ts'
import { AppError } from '../domain/errors/errors.ts'
import { outputFilename } from '../domain/document/filename.ts'
import type { Job } from '../domain/job/job.ts'
import type { OutputFormat } from '../domain/mapping/mapping.ts'

export interface Download {
  stream: Readable
  /** Undefined where it is made while it is sent. */
  bytes: number | undefined
  content_type: string
  filename: string
  /** Where the bytes are packed. */
  content_encoding?: 'gzip'
  /** The same for the same bytes, where that is known of them. */
  etag?: string
  /** Where parts can be had: which one this is, if not the whole, and of how many bytes. */
  part?: { range: ByteRange | undefined; of: number }
}

/** A file as it is stored. */
export interface Whole {
  bytes: number
  etag: string
}

export interface Delivering {
  db: Db
  blobs: Blobs
}

/** Whether they take packed bytes. */
export interface Taking {
  gzip: boolean
}

/**
 * An output of a finished job as bytes on their way; the first one where no format is named. Packed as it is
 * stored for those who take that, else as it was written.
 */
export async function openOutput(
  from: Delivering,
  job: Job,
  format: OutputFormat | undefined,
  taking: Taking = { gzip: false },
): Promise<Download> {
  const { key, bytes, content_type, format: found } = await outputOf(from, job, format)
  const about = { content_type, filename: outputFilename(job.original_filename, found) }
  if (isPacked(key) && taking.gzip) {
    const etag = etagOf(`${key} packed`)
    return { ...(await from.blobs.open(key)), ...about, content_encoding: 'gzip', etag }
  }
  return { stream: await openUnpacked(from.blobs, key), bytes, ...about, etag: etagOf(key) }
}

/** A key is written once. */
function etagOf(key: string): string {
  return `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}"`
}

export async function outputOf(
  { db }: Pick<Delivering, 'db'>,
  job: Job,
  format: OutputFormat | undefined,
): Promise<OutputRow> {
  requireResult(job)
  const outputs = await outputsOf(db, job.id)
  const output = format ? outputs.find((one) => one.format === format) : outputs[0]
  if (!output) {
    const formats = outputs.map((one) => one.format).join(', ')
    throw new AppError('UNKNOWN_FORMAT', `This job has no ${format} output. It has: ${formats}.`)
  }
  return output
}

/** The PDF that a job reads, as long as it is kept: the part of it that is wanted, or the whole. */
export async function openSource(
  from: Delivering,
  job: Job,
  wantedOf: (whole: Whole) => ByteRange | undefined,
): Promise<Download> {
  const { key, bytes: of } = await storedSource(from, job)
  const etag = etagOf(key)
  const range = wantedOf({ bytes: of, etag })
  const about = { content_type: 'application/pdf', filename: pdfName(job), etag }
  return { ...(await from.blobs.open(key, range)), ...about, part: { range, of } }
}

export function pdfName({ original_filename }: Pick<Job, 'original_filename'>): string {
  return /\.pdf$/i.test(original_filename) ? original_filename : `${original_filename}.pdf`
}

export async function storedSource(
  { db }: Pick<Delivering, 'db'>,
  job: Job,
): Promise<{ key: string; bytes: number }> {
  const [source] = await sourceOf(db, job.id)
  if (!source) throw new AppError('NOT_FOUND', 'There is no such job. It may have been deleted.')
  if (source.is_deleted) {
    const sentence = 'The file of this job has been deleted because its time was over.'
    throw new AppError('EXPIRED', sentence)
  }
  const { upload_key: key, bytes } = source
  if (key === null || bytes === null) {
    throw new AppError(
      'NOT_READY',
      'The file of this job has not been fetched from its address yet.',
    )
  }
  return { key, bytes }
}

/** Says why a job has no result to give, if it has none. */
export function requireResult(job: Job): void {
  if (job.status === 'expired') throw new AppError('EXPIRED')
  if (job.status !== 'complete') throw notReady(job)
}

function notReady(job: Job): AppError {
  if (job.status === 'failed') {
    return new AppError('NOT_READY', `This job failed and has no result: ${job.error_message}`)
  }
  if (job.status === 'cancelled') {
    return new AppError('NOT_READY', 'This job was cancelled and has no result.')
  }
  return new AppError('NOT_READY')
}
