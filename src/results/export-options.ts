import type { Confirmation } from '../domain/api/routes/exports.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { Job } from '../domain/job/job.ts'
import type { ExportFormat } from '../domain/results/export.ts'
import type { Download } from './downloads.ts'
import { type OmittedJob, toFault } from './omitted-jobs.ts'

export interface ExportOptions {
  /** The owner whose directory resolves companies. */
  owner_id: string
  /** Name to record with a Coretax file. Null for a caller with read-only access, whose exports are not recorded. */
  exported_by: string | null
  format: ExportFormat
  /** Whether to omit jobs that cannot be exported instead of failing. */
  skip_incomplete: boolean
  /** Whether several invoices may have the same number. */
  allow_duplicates: boolean
  /** Tax period of a Coretax file. */
  period?: string | undefined
  /** Jobs that the user confirmed for a Coretax file. */
  confirmed?: readonly Confirmation[] | undefined
  /** File name without an extension. */
  name: string
  /** Files that cover all jobs, which are added to a zip. */
  merged_files?: readonly MergedFile[]
  /** Aborts a long merge when the client disconnects. */
  signal: AbortSignal
}

/** A file that merges several results, such as a meet's calendar. */
export interface MergedFile {
  name: string
  body: Buffer
}

export interface Export extends Download {
  /** Jobs that the file covers. */
  jobs: readonly Job[]
  left_out: OmittedJob[]
  /** Selected IDs without a job, for example because the job was deleted. */
  missing?: readonly string[]
}

export function requireComplete(
  included: Job[],
  left_out: OmittedJob[],
  { format, skip_incomplete }: Pick<ExportOptions, 'format' | 'skip_incomplete'>,
): void {
  if (left_out.length === 0 || (skip_incomplete && included.length > 0)) return
  const total = left_out.length + included.length
  const why =
    included.length === 0
      ? createDetail('none_exportable', { format })
      : createDetail('some_not_exportable', { left_out: left_out.length, total, format })
  throw new AppError('INCOMPLETE', why, { errors: left_out.map(toFault) })
}
