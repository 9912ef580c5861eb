import { text } from 'node:stream/consumers'
import type { Blobs } from '../blobs/blobs.ts'
import type { Db } from '../db/db.ts'
import type { ReadJob } from '../domain/results/batch-results.ts'
import { HeatSheetReading } from '../domain/heat-sheet/heat-sheet.ts'
import { InvoiceReading } from '../domain/invoice/invoice.ts'
import { addMessages } from '../domain/i18n/reading-messages.ts'
import type { Job } from '../domain/job/job.ts'
import type { Mapping } from '../domain/mapping/mapping.ts'
import type { OutputFormat } from '../domain/mapping/output-formats.ts'
import { openOutput } from './downloads.ts'

export interface LoadDeps {
  db: Db
  blobs: Blobs
  mappings: ReadonlyMap<string, Mapping>
}

async function loadOutput(
  deps: Pick<LoadDeps, 'db' | 'blobs'>,
  job: Job,
  format: OutputFormat,
): Promise<string> {
  const { stream } = await openOutput(deps, job, format)
  return text(stream)
}

/**
 * Loads a reading with evidence only for these values, because evidence accounts for most of a reading's size. Does not
 * load plain text.
 */
export async function loadReading(
  deps: LoadDeps,
  job: Job,
  paths: readonly string[] = [],
): Promise<ReadJob> {
  if (job.status !== 'complete') return { job, reading: null }
  const isText = deps.mappings.get(job.read_by ?? '')?.reader === 'text'
  const hasJson = job.outputs.some(({ format }) => format === 'json')
  if (isText || !hasJson) return { job, reading: { kind: 'text' } }
  const value = JSON.parse(await loadOutput(deps, job, 'json')) as { evidence?: object }
  const kept = Object.entries(value.evidence ?? {}).filter(([at]) => paths.includes(at))
  const light = { ...value, evidence: Object.fromEntries(kept) }
  for (const shape of [InvoiceReading, HeatSheetReading]) {
    const parsed = shape.safeParse(light)
    if (parsed.success) return { job, reading: addMessages(parsed.data) }
  }
  return { job, reading: { kind: 'text' } }
}
