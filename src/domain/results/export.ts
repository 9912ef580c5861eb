import { z } from 'zod'
import type { Job } from '../job/job.ts'
import { say } from '../i18n/say.ts'

/** Everything in one archive, or one file made of many. */
export const ExportFormat = z.enum(['zip', 'xml', 'csv', 'ics'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** As many jobs as one export takes: the tax office takes no more invoices in one file. */
export const mostExported = 1000

export const exportContentTypes: Record<ExportFormat, string> = {
  zip: 'application/zip',
  xml: 'application/xml; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
}

/** Why a job has no place in an export of this format, if it has none. */
export function whyLeftOut(job: Job, format: ExportFormat): string | undefined {
  if (job.status === 'failed') return say`it failed: ${job.error_message}`
  if (job.status === 'cancelled') return say`it was cancelled.`
  if (job.status === 'expired') return say`its result has been deleted because its time was over.`
  if (job.status !== 'complete') return say`it is not complete yet.`
  if (format === 'zip' || job.outputs.some((output) => output.format === format)) return undefined
  const formats = job.outputs.map((output) => output.format).join(', ')
  return say`it has no ${format} output, only ${formats}.`
}

const unfit = /[<>:"|?*\\/]/g
const longest = 120

/**
 * Names for files that lie in one folder: those given, without what some system refuses, each one once whatever
 * the case of its letters.
 */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    const dot = name.search(/(\.ubl)?\.[^.]*$/)
    const [base, ending] = dot < 1 ? [name, ''] : [name.slice(0, dot), name.slice(dot)]
    const safe = [...base.normalize('NFC').replace(unfit, '_')].slice(0, longest).join('').trim()
    for (let nth = 1; ; nth++) {
      const tried = `${safe}${nth === 1 ? '' : ` (${nth})`}${ending.replace(unfit, '_')}`
      if (taken.has(tried.toLowerCase())) continue
      taken.add(tried.toLowerCase())
      return tried
    }
  }
}
