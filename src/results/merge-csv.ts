import { Readable } from 'node:stream'
import { AppError } from '../domain/errors/errors.ts'
import type { Job } from '../domain/job/job.ts'
import { openOutput } from './deliver.ts'
import type { Loading } from './load-reading.ts'

const newline = Buffer.from('\r\n')

/** Tables of ours as one, with one header, sent as they are read. Those of other columns are refused before. */
export async function mergeCsv(
  from: Pick<Loading, 'db' | 'blobs'>,
  jobs: readonly Job[],
): Promise<Readable> {
  const headers = new Map<string, string>()
  for (const job of jobs) {
    const header = await headerOf(from, job)
    if (!headers.has(header)) headers.set(header, job.original_filename)
  }
  if (headers.size > 1) {
    const [one, other] = headers.values()
    const sentence = `${one} and ${other} have different columns, so they cannot be one table. Export each kind of document by itself.`
    throw new AppError('INVALID_REQUEST', sentence)
  }
  return Readable.from(rowsOf(from, jobs))
}

async function headerOf(from: Pick<Loading, 'db' | 'blobs'>, job: Job): Promise<string> {
  let head = Buffer.alloc(0)
  for await (const chunk of (await openOutput(from, job, 'csv')).stream as AsyncIterable<Buffer>) {
    head = Buffer.concat([head, chunk])
    if (head.includes(newline)) break
  }
  return head.subarray(0, endOfHeader(head)).toString()
}

async function* rowsOf(
  from: Pick<Loading, 'db' | 'blobs'>,
  jobs: readonly Job[],
): AsyncGenerator<Buffer> {
  for (const [nth, job] of jobs.entries()) {
    const { stream } = await openOutput(from, job, 'csv')
    let head: Buffer | undefined = nth === 0 ? undefined : Buffer.alloc(0)
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (!head) {
        yield chunk
        continue
      }
      head = Buffer.concat([head, chunk])
      if (!head.includes(newline)) continue
      yield head.subarray(endOfHeader(head))
      head = undefined
    }
  }
}

function endOfHeader(bytes: Buffer): number {
  const end = bytes.indexOf(newline)
  return end < 0 ? bytes.length : end + newline.length
}
