import { AppError } from '../domain/errors/errors.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { Job } from '../domain/job/job.ts'
import type { ExportFormat } from '../domain/results/export.ts'
import type { Download } from './downloads.ts'
import { type OmittedJob, toFault } from './omitted-jobs.ts'

export interface ExportOptions {
  /** The owner whose directory resolves companies. */
  owner_id: string
  /** User name to record with a Coretax file; null for a read-only caller, whose exports are not recorded. */
  exported_by: string | null
  format: ExportFormat
  /** Omit jobs that cannot be exported instead of failing. */
  skip_incomplete: boolean
  /** Allow several invoices with the same number. */
  allow_duplicates: boolean
  /** A Coretax file's tax period. */
  period?: string | undefined
  /** Jobs that the user confirmed for a Coretax file. */
  confirmed?: readonly string[] | undefined
  /** File name without an extension. */
  name: string
  /** Files about all jobs together, added to a zip. */
  merged_files?: readonly MergedFile[]
  /** Aborts long merges when the client disconnects. */
  signal: AbortSignal
}

/** A file that merges several results, such as a meet's calendar. */
export interface MergedFile {
  name: string
  body: Buffer
}

export interface Export extends Download {
  /** Jobs included in the file. */
  jobs: readonly Job[]
  left_out: OmittedJob[]
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
