import { type Fault, fault } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { ProblemDetail } from '../domain/messages/stored-detail.ts'
import type { Job } from '../domain/job/job.ts'
import type { ExportFormat } from '../domain/results/export.ts'

/** A job that an export omits, with the reason. */
export interface OmittedJob {
  job: Job
  why: ProblemDetail
}

/** Returns why a job cannot be exported in this format, or undefined if it can. */
export function findOmission(job: Job, format: ExportFormat): ProblemDetail | undefined {
  const { original_filename: name, status, outputs, summary } = job
  if (job.split_into !== null) return createDetail('left_out_split', { name })
  if (status === 'failed') return createDetail('left_out_failed', { name, error: toJobError(job) })
  if (status === 'cancelled') return createDetail('left_out_cancelled', { name })
  if (status === 'expired') return createDetail('left_out_expired', { name })
  if (status !== 'complete') return createDetail('left_out_unfinished', { name })
  if (format === 'zip' || outputs.some((output) => output.format === format)) return undefined
  // An invoice without a Coretax file, for example in a foreign currency, is reported later by the rule that it fails.
  if (format === 'xml' && summary?.kind === 'invoice') return undefined
  if (format === 'xlsx' && hasWorkbook(job)) return undefined
  const formats = outputs.map((output) => output.format)
  return createDetail('left_out_without_output', { name, format, formats })
}

/** True if the job's result is an invoice, which can be written as a workbook. */
export function hasWorkbook({ summary, outputs }: Job): boolean {
  return summary?.kind === 'invoice' && outputs.some(({ format }) => format === 'json')
}

export function createNotHeatSheetDetail({ original_filename: name }: Job): ProblemDetail {
  return createDetail('left_out_no_heat_sheet', { name })
}

/** Describes an omitted job, with its URL. */
export function toFault({ job, why }: OmittedJob): Fault {
  return fault(`/jobs/${job.id}`, why)
}

function toJobError({ error_code, error_detail }: Job) {
  return { code: error_code ?? 'UNKNOWN', detail: error_detail }
}
