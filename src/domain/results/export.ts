import { z } from 'zod'

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
