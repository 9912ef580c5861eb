import { Readable } from 'node:stream'
import { AppError, type Fault } from '../domain/errors/errors.ts'
import { type ExportFormat, exportContentTypes, whyLeftOut } from '../domain/results/export.ts'
import type { Job } from '../domain/job/job.ts'
import { say } from '../domain/i18n/say.ts'
import { mergeCalendars } from '../extraction/outputs/merge-calendars.ts'
import { archiveOf, type LeftOut } from './archive.ts'
import type { Download } from './deliver.ts'
import { loadOutput } from './load-reading.ts'
import { mergeCsv } from './merge-csv.ts'
import { mergeInvoices, type MergingInvoices } from './merge-invoices.ts'

export type Exporting = MergingInvoices

export interface ExportOrder {
  /** Whose directory says who the companies are. */
  owner_id: string
  format: ExportFormat
  /** Leave out what cannot be exported, instead of refusing all. */
  skip_incomplete: boolean
  /** Whether invoices of one number may stand in one file. */
  allow_duplicates: boolean
  /** What the file is called, without its ending. */
  name: string
  /** Ends what takes long when nobody waits for it any more. */
  signal: AbortSignal
}

export interface Export extends Download {
  /** Those that are in it. */
  jobs: readonly Job[]
  left_out: LeftOut[]
}

/** Many jobs as one file, in their order. Nothing is left out that its reader is not told of. */
export async function exportJobs(
  from: Exporting,
  jobs: readonly Job[],
  order: ExportOrder,
): Promise<Export> {
  const { format, name } = order
  const left_out = jobs.flatMap((job): LeftOut[] => {
    const reason = whyLeftOut(job, format)
    return reason === undefined ? [] : [{ job, reason }]
  })
  const gone = new Set(left_out.map(({ job }) => job))
  const taken = jobs.filter((job) => !gone.has(job))
  refuseIncomplete(taken, left_out, order)
  const file = await fileOf(from, taken, left_out, order)
  const content_type = exportContentTypes[format]
  return { ...file, content_type, filename: `${name}.${format}`, jobs: taken, left_out }
}

export function refuseIncomplete(
  taken: Job[],
  left_out: LeftOut[],
  { format, skip_incomplete }: Pick<ExportOrder, 'format' | 'skip_incomplete'>,
): void {
  if (left_out.length === 0 || (skip_incomplete && taken.length > 0)) return
  const errors = left_out.map(({ job, reason }): Fault => {
    return { pointer: `/jobs/${job.id}`, detail: say`${job.original_filename}: ${reason}` }
  })
  const sentence =
    taken.length === 0
      ? `None of these jobs can be exported as ${format}.`
      : `${left_out.length} of ${left_out.length + taken.length} jobs cannot be exported as ${format}. Wait for them, or leave them out by skip_incomplete.`
  throw new AppError('INCOMPLETE', sentence, { errors })
}

async function fileOf(
  from: Exporting,
  jobs: Job[],
  left_out: LeftOut[],
  { format, owner_id, allow_duplicates: allowDuplicates, signal }: ExportOrder,
): Promise<Pick<Download, 'stream' | 'bytes'>> {
  switch (format) {
    case 'zip':
      return { stream: archiveOf(from, jobs, left_out), bytes: undefined }
    case 'csv':
      return { stream: await mergeCsv(from, jobs), bytes: undefined }
    case 'xml':
      return mergeInvoices(from, jobs, { owner_id, allowDuplicates, signal })
    case 'ics': {
      const calendars: string[] = []
      for (const job of jobs) calendars.push(await loadOutput(from, job, 'ics'))
      const bytes = Buffer.from(mergeCalendars(calendars))
      return { stream: Readable.from([bytes]), bytes: bytes.length }
    }
  }
}
