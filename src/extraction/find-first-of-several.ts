import { message } from '../domain/messages/message.ts'
import type { Page } from '../domain/reading/reading.ts'
import { findInvoices } from './any-invoice/several/find-invoices.ts'
import { chooseMapping } from './mapping/choose.ts'
import type { ReferenceData } from './reference-data/reference-data.ts'

/**
 * Returns the pages of the first invoice if the document contains several, with a review reason that suggests splitting
 * the document.
 */
export function findFirstOfSeveral(pages: Page[], requested: string, referenceData: ReferenceData) {
  const found = findInvoices(pages, referenceData.vocabulary)
  const last = found?.ranges[0]?.[1]
  if (!found || last === undefined) return undefined
  const first = pages.slice(0, last)
  const { reader } = chooseMapping(first, requested, referenceData)
  if (reader !== 'invoice' && reader !== 'generic') return undefined
  return { pages: first, reasons: [message('several_invoices', null, { ...found })] }
}
