/**
 * Exports many results as one file, for a batch and for POST /api/jobs/export. A partial file could be mistaken for a
 * complete one, so if some jobs cannot be included, nothing is written, and the INCOMPLETE error lists them. If the
 * caller sets `skip_incomplete`, these jobs are omitted and listed in the zip's manifest and in the Docket-Left-Out
 * header. Zips and tables are streamed. Coretax files are checked and merged in a child process (coretax-export.ts).
 */

import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type ExportFormat, exportContentTypes } from '../domain/results/export.ts'
import type { Job } from '../domain/job/job.ts'
import { mergeCalendars } from '../extraction/outputs/merge-calendars.ts'
import { createArchive } from './archive.ts'
import {
  type Export,
  type ExportOptions,
  type MergedFile,
  requireComplete,
} from './export-options.ts'
import { type OmittedJob, findOmission } from './omitted-jobs.ts'
import type { Download } from './downloads.ts'
import type { MeetDeps } from './meet/load-meet.ts'
import { createOutputFiles, type OutputFiles } from './output-files.ts'
import { mergeCsv } from './merge-csv.ts'
import { createWorkbook } from './workbook.ts'
import type { MergeInvoicesDeps } from './merge-invoices.ts'
import { exportCoretax } from './coretax-export.ts'

export type ExportDeps = MergeInvoicesDeps & MeetDeps

export async function exportJobs(
  deps: ExportDeps,
  jobs: readonly Job[],
  options: ExportOptions,
): Promise<Export> {
  const { format, name } = options
  const left_out = jobs.flatMap((job): OmittedJob[] => {
    const why = findOmission(job, format)
    return why === undefined ? [] : [{ job, why }]
  })
  const excluded = new Set(left_out.map(({ job }) => job))
  const included = jobs.filter((job) => !excluded.has(job))
  if (format === 'xml') return exportCoretax(deps, included, left_out, options)
  requireComplete(included, left_out, options)
  const outputs = createOutputFiles(deps, options.owner_id)
  const { merged_files = [] } = options
  const file = await createFile(deps, outputs, { jobs: included, left_out, format, merged_files })
  const content_type = exportContentTypes[format]
  return { ...file, content_type, filename: `${name}.${format}`, jobs: included, left_out }
}

interface ExportContent {
  jobs: Job[]
  left_out: OmittedJob[]
  format: Exclude<ExportFormat, 'xml'>
  merged_files: readonly MergedFile[]
}

async function createFile(
  deps: ExportDeps,
  outputs: OutputFiles,
  { jobs, left_out, format, merged_files }: ExportContent,
): Promise<Pick<Download, 'stream' | 'bytes'>> {
  switch (format) {
    case 'zip':
      return { stream: createArchive(outputs, jobs, { left_out, merged_files }), bytes: undefined }
    case 'csv':
      return { stream: await mergeCsv(outputs, jobs), bytes: undefined }
    case 'xlsx':
      return { stream: createWorkbook(deps, jobs), bytes: undefined }
    case 'ics': {
      const calendars: string[] = []
      for (const job of jobs) calendars.push(await text((await outputs.open(job, 'ics')).stream))
      const bytes = Buffer.from(mergeCalendars(calendars))
      return { stream: Readable.from([bytes]), bytes: bytes.length }
    }
  }
}
