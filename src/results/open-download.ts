import type { Job } from '../domain/job/job.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import { toOutputFilename } from '../domain/document/filename.ts'
import type { DownloadFormat } from '../domain/mapping/output-formats.ts'
import { exportContentTypes } from '../domain/results/export.ts'
import { primaryFormat } from '../domain/results/primary-output.ts'
import { type Download, requireResult, type AcceptedEncodings } from './downloads.ts'
import { mergeSheets } from '../extraction/meet/merge-sheets.ts'
import { type LoadDeps, loadReading } from './load-reading.ts'
import type { MeetDeps } from './meet/load-meet.ts'
import { createOutputFiles } from './output-files.ts'
import { hasWorkbook } from './omitted-jobs.ts'
import { createWorkbook } from './workbook.ts'

interface OwnedJob {
  owner_id: string
  job: Job
}

/** Opens a download. Calendars are named after the meet and the swimmer, other outputs after the PDF. */
export async function openDownload(
  deps: LoadDeps & MeetDeps,
  { owner_id, job }: OwnedJob,
  format: DownloadFormat | undefined,
  accept: AcceptedEncodings,
): Promise<Download> {
  if (format === 'xlsx') return openWorkbook(deps, job)
  const wanted = format ?? primaryFormat(job)
  const download = await createOutputFiles(deps, owner_id).open(job, wanted, accept)
  if (wanted !== 'ics') return download
  const { reading } = await loadReading(deps, job)
  if (reading?.kind !== 'heat_sheet' || reading.swimmers.length === 0) return download
  const { calendar_filename } = mergeSheets([
    { job_id: job.id, name: job.original_filename, reading },
  ])
  return { ...download, filename: calendar_filename }
}

function openWorkbook(deps: LoadDeps, job: Job): Download {
  requireResult(job)
  if (!hasWorkbook(job)) {
    const formats = job.outputs.map((output) => output.format)
    throw new AppError(
      'UNKNOWN_FORMAT',
      createDetail('output_missing', { format: 'xlsx', formats }),
    )
  }
  return {
    stream: createWorkbook(deps, [job]),
    bytes: undefined,
    content_type: exportContentTypes.xlsx,
    filename: toOutputFilename(job.original_filename, 'xlsx'),
  }
}
