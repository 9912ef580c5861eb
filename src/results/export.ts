/**
 * One file from many results, for a batch and for POST /api/jobs/export. A partial file would be mistaken for a
 * complete one: unless the caller sets `skip_incomplete`, jobs that cannot be included are listed in an
 * INCOMPLETE error and nothing is written. With it, the zip manifest and the Docket-Left-Out header list them.
 * Zips and tables are streamed; Coretax files are merged in a child process, by the code of `docket extract
 * --merge`, and two invoices of one seller with the same number are rejected (SAME_NUMBERS) unless allowed.
 */

import { Readable } from 'node:stream'
import { AppError, type Fault } from '../domain/errors/errors.ts'
import { type ExportFormat, exportContentTypes, whyLeftOut } from '../domain/results/export.ts'
import type { Job } from '../domain/job/job.ts'
import { say } from '../domain/i18n/say.ts'
import { mergeCalendars } from '../extraction/outputs/merge-calendars.ts'
import { createArchive, type LeftOut } from './archive.ts'
import type { Download } from './downloads.ts'
import { loadOutput } from './load-reading.ts'
import { mergeCsv } from './merge-csv.ts'
import { mergeInvoices, type MergeInvoicesDeps } from './merge-invoices.ts'

export type ExportDeps = MergeInvoicesDeps

export interface ExportOptions {
  /** Whose directory resolves the companies. */
  owner_id: string
  format: ExportFormat
  /** Leave out jobs that cannot be exported instead of failing. */
  skip_incomplete: boolean
  /** Allow several invoices with the same number. */
  allow_duplicates: boolean
  /** File name without extension. */
  name: string
  /** Aborts long merges when the client disconnects. */
  signal: AbortSignal
}

export interface Export extends Download {
  /** Included jobs. */
  jobs: readonly Job[]
  left_out: LeftOut[]
}

export async function exportJobs(
  deps: ExportDeps,
  jobs: readonly Job[],
  options: ExportOptions,
): Promise<Export> {
  const { format, name } = options
  const left_out = jobs.flatMap((job): LeftOut[] => {
    const reason = whyLeftOut(job, format)
    return reason === undefined ? [] : [{ job, reason }]
  })
  const excluded = new Set(left_out.map(({ job }) => job))
  const included = jobs.filter((job) => !excluded.has(job))
  requireComplete(included, left_out, options)
  const file = await createFile(deps, included, left_out, options)
  const content_type = exportContentTypes[format]
  return { ...file, content_type, filename: `${name}.${format}`, jobs: included, left_out }
}

export function requireComplete(
  included: Job[],
  left_out: LeftOut[],
  { format, skip_incomplete }: Pick<ExportOptions, 'format' | 'skip_incomplete'>,
): void {
  if (left_out.length === 0 || (skip_incomplete && included.length > 0)) return
  const errors = left_out.map(({ job, reason }): Fault => {
    return { pointer: `/jobs/${job.id}`, detail: say`${job.original_filename}: ${reason}` }
  })
  const sentence =
    included.length === 0
      ? `None of these jobs can be exported as ${format}.`
      : `${left_out.length} of ${left_out.length + included.length} jobs cannot be exported as ${format}. Wait for them, or leave them out by skip_incomplete.`
  throw new AppError('INCOMPLETE', sentence, { errors })
}

async function createFile(
  deps: ExportDeps,
  jobs: Job[],
  left_out: LeftOut[],
  { format, owner_id, allow_duplicates: allowDuplicates, signal }: ExportOptions,
): Promise<Pick<Download, 'stream' | 'bytes'>> {
  switch (format) {
    case 'zip':
      return { stream: createArchive(deps, jobs, left_out), bytes: undefined }
    case 'csv':
      return { stream: await mergeCsv(deps, jobs), bytes: undefined }
    case 'xml':
      return mergeInvoices(deps, jobs, { owner_id, allowDuplicates, signal })
    case 'ics': {
      const calendars: string[] = []
      for (const job of jobs) calendars.push(await loadOutput(deps, job, 'ics'))
      const bytes = Buffer.from(mergeCalendars(calendars))
      return { stream: Readable.from([bytes]), bytes: bytes.length }
    }
  }
}
