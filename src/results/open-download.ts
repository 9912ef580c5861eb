import type { Job } from '../domain/job/job.ts'
import type { OutputFormat } from '../domain/mapping/mapping.ts'
import { type Download, openOutput, type Taking } from './deliver.ts'
import { meetOf } from './export-meet.ts'
import { type Loading, loadReading } from './load-reading.ts'

/** An output for a person to save: a calendar by the names of the meet and the swimmer, all else by the PDF's. */
export async function openDownload(
  from: Loading,
  job: Job,
  format: OutputFormat | undefined,
  taking: Taking,
): Promise<Download> {
  const download = await openOutput(from, job, format, taking)
  if (format !== 'ics') return download
  const meet = meetOf([await loadReading(from, job)])
  return meet ? { ...download, filename: meet.calendar_filename } : download
}
