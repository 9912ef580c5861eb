import { z } from 'zod'

/** An archive of all files, or one merged file. */
export const ExportFormat = z.enum(['zip', 'xml', 'csv', 'xlsx', 'ics'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** Maximum jobs per export: the tax office accepts no more invoices in one file. */
export const maxExportedJobs = 1000
/** Ids in one request; above the limit of an export, which has its own message. */
export const maxSelectedIds = 2 * maxExportedJobs

export const exportContentTypes: Record<ExportFormat, string> = {
  zip: 'application/zip',
  xml: 'application/xml; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ics: 'text/calendar; charset=utf-8',
}

const invalidCharacters = /[<>:"|?*\\/]/g
const maxNameLength = 120

/**
 * Creates file names for one folder: the given ones, without characters that some systems reject, and unique
 * regardless of case.
 */
export function createNameGenerator(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    const dot = name.search(/(\.ubl)?\.[^.]*$/)
    const [base, ending] = dot < 1 ? [name, ''] : [name.slice(0, dot), name.slice(dot)]
    const safe = [...base.normalize('NFC').replace(invalidCharacters, '_')]
      .slice(0, maxNameLength)
      .join('')
      .trim()
    for (let nth = 1; ; nth++) {
      const tried = `${safe}${nth === 1 ? '' : ` (${nth})`}${ending.replace(invalidCharacters, '_')}`
      if (taken.has(tried.toLowerCase())) continue
      taken.add(tried.toLowerCase())
      return tried
    }
  }
}
