import type { Job } from '../domain/job/job.ts'
import type { OutputFormat } from '../domain/mapping/output-formats.ts'
import { type Download, openOutput, type AcceptedEncodings } from './downloads.ts'
import { mergeSheets } from '../extraction/meet/merge-sheets.ts'
import { type LoadDeps, loadReading } from './load-reading.ts'

/** Names calendars after the meet and the swimmer, other outputs after the PDF. */
export async function openDownload(
  deps: LoadDeps,
  job: Job,
  format: OutputFormat | undefined,
  accept: AcceptedEncodings,
): Promise<Download> {
  const download = await openOutput(deps, job, format, accept)
  if (format !== 'ics') return download
  const { reading } = await loadReading(deps, job)
  if (reading?.kind !== 'heat_sheet' || reading.swimmers.length === 0) return download
  const { calendar_filename } = mergeSheets([
    { job_id: job.id, name: job.original_filename, reading },
  ])
  return { ...download, filename: calendar_filename }
}
