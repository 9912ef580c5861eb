import { text } from 'node:stream/consumers'
import type { Blobs } from '../blobs/blobs.ts'
import type { Db } from '../db/db.ts'
import type { ReadJob } from '../domain/results/batch-results.ts'
import { HeatSheetReading } from '../domain/heat-sheet/heat-sheet.ts'
import { InvoiceReading } from '../domain/invoice/invoice.ts'
import type { Job } from '../domain/job/job.ts'
import type { Mapping, OutputFormat } from '../domain/mapping/mapping.ts'
import { openOutput } from './deliver.ts'

export interface Loading {
  db: Db
  blobs: Blobs
  mappings: ReadonlyMap<string, Mapping>
}

export async function loadOutput(
  from: Pick<Loading, 'db' | 'blobs'>,
  job: Job,
  format: OutputFormat,
): Promise<string> {
  const { stream } = await openOutput(from, job, format)
  return text(stream)
}

/** A job with what was read, without evidence, which would be most of it. The words of a text are not loaded. */
export async function loadReading(from: Loading, job: Job): Promise<ReadJob> {
  if (job.status !== 'complete') return { job, reading: null }
  const isText = from.mappings.get(job.read_by ?? '')?.reader === 'text'
  const hasJson = job.outputs.some(({ format }) => format === 'json')
  if (isText || !hasJson) return { job, reading: { kind: 'text' } }
  const value = JSON.parse(await loadOutput(from, job, 'json')) as object
  const bare = { ...value, evidence: {} }
  for (const shape of [InvoiceReading, HeatSheetReading]) {
    const parsed = shape.safeParse(bare)
    if (parsed.success) return { job, reading: parsed.data }
  }
  return { job, reading: { kind: 'text' } }
}
