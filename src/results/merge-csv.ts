import { Readable } from 'node:stream'
import { AppError } from '../domain/errors/app-error.ts'
import type { Job } from '../domain/job/job.ts'
import type { OutputFiles } from './output-files.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

const newline = Buffer.from('\r\n')

/** Streams several tables as one, under a single header. Rejects tables whose columns differ. */
export async function mergeCsv(outputs: OutputFiles, jobs: readonly Job[]): Promise<Readable> {
  const headers = new Map<string, string>()
  for (const job of jobs) {
    const header = await readHeader(outputs, job)
    if (!headers.has(header)) headers.set(header, job.original_filename)
  }
  if (headers.size > 1) {
    const [one = '', other = ''] = headers.values()
    throw new AppError('INVALID_REQUEST', createDetail('columns_differ', { one, other }))
  }
  return Readable.from(readRows(outputs, jobs))
}

async function readHeader(outputs: OutputFiles, job: Job): Promise<string> {
  let head = Buffer.alloc(0)
  for await (const chunk of (await outputs.open(job, 'csv')).stream as AsyncIterable<Buffer>) {
    head = Buffer.concat([head, chunk])
    if (head.includes(newline)) break
  }
  return head.subarray(0, findHeaderLength(head)).toString()
}

async function* readRows(outputs: OutputFiles, jobs: readonly Job[]): AsyncGenerator<Buffer> {
  for (const [index, job] of jobs.entries()) {
    const { stream } = await outputs.open(job, 'csv')
    let head: Buffer | undefined = index === 0 ? undefined : Buffer.alloc(0)
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (!head) {
        yield chunk
        continue
      }
      head = Buffer.concat([head, chunk])
      if (!head.includes(newline)) continue
      yield head.subarray(findHeaderLength(head))
      head = undefined
    }
  }
}

function findHeaderLength(bytes: Buffer): number {
  const end = bytes.indexOf(newline)
  return end < 0 ? bytes.length : end + newline.length
}
