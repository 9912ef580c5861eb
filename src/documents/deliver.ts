import type { Readable } from 'node:stream'
import type { Blobs } from '../blobs/blobs.ts'
import type { Db } from '../db/db.ts'
import { outputsOf } from '../db/outputs.sql.ts'
import { sourceOf } from '../db/sources.sql.ts'
import { AppError } from '../domain/errors.ts'
import { outputFilename } from '../domain/filename.ts'
import type { Job } from '../domain/job.ts'
import type { OutputFormat } from '../domain/mapping.ts'

export interface Download {
  stream: Readable
  /** Undefined where it is made while it is sent. */
  bytes: number | undefined
  content_type: string
  filename: string
}

/** An output of a finished job as bytes on their way; the first one where no format is named. */
export async function openOutput(
  { db, blobs }: { db: Db; blobs: Blobs },
  job: Job,
  format: OutputFormat | undefined,
): Promise<Download> {
  requireResult(job)
  const outputs = await outputsOf(db, job.id)
  const output = format ? outputs.find((one) => one.format === format) : outputs[0]
  if (!output) {
    const formats = outputs.map((one) => one.format).join(', ')
    throw new AppError('UNKNOWN_FORMAT', `This job has no ${format} output. It has: ${formats}.`)
  }
  const { stream, bytes } = await blobs.open(output.key)
  const filename = outputFilename(job.original_filename, output.format)
  return { stream, bytes, content_type: output.content_type, filename }
}

/** The PDF that a job reads, as long as it is kept. */
export async function openSource(
  { db, blobs }: { db: Db; blobs: Blobs },
  job: Job,
): Promise<Download> {
  const [source] = await sourceOf(db, job.id)
  if (!source) throw new AppError('NOT_FOUND', 'There is no such job. It may have been deleted.')
  if (source.is_deleted) {
    const sentence = 'The file of this job has been deleted because its time was over.'
    throw new AppError('EXPIRED', sentence)
  }
  if (source.upload_key === null) {
    throw new AppError(
      'NOT_READY',
      'The file of this job has not been fetched from its address yet.',
    )
  }
  const { stream, bytes } = await blobs.open(source.upload_key)
  const filename = /\.pdf$/i.test(job.original_filename)
    ? job.original_filename
    : `${job.original_filename}.pdf`
  return { stream, bytes, content_type: 'application/pdf', filename }
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
