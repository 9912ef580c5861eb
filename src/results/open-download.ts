import type { Job } from '../domain/job/job.ts'
import type { OutputFormat } from '../domain/mapping/output-formats.ts'
import { type Download, openOutput, type AcceptedEncodings } from './downloads.ts'
import { mergeMeet } from './export-meet.ts'
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
  const meet = mergeMeet([await loadReading(deps, job)])
  return meet ? { ...download, filename: meet.calendar_filename } : download
}
