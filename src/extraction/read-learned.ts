import type { InvoiceReading } from '../domain/invoice/invoice.ts'
import type { GenericMapping, InvoiceMapping } from '../domain/mapping/mapping.ts'
import { message } from '../domain/messages/message.ts'
import type { Page } from '../domain/reading/reading.ts'
import { readAnyInvoice } from './any-invoice/read-any-invoice.ts'
import { addReasons } from './add-reasons.ts'
import { readInvoice } from './layout/read-invoice.ts'
import { type MappingSetWithVocabulary, occursIn } from './mapping/choose.ts'

interface LearnedReading {
  reading: InvoiceReading
  /** The mapping used to read the document. */
  mapping: InvoiceMapping | GenericMapping
}

/**
 * Reads a document with a learned layout. If the layout does not fit, reads the document as a generic invoice and marks
 * it for review, because a layout derived from few documents may not apply to every document.
 */
export function readLearned(
  pages: Page[],
  mapping: InvoiceMapping,
  { mappings, vocabulary }: MappingSetWithVocabulary,
): LearnedReading {
  const reading = readInvoice(pages, mapping)
  const isMatch = mapping.match.every((part) => occursIn(pages, part))
  const ownReading = isMatch ? reading : removeSeller(reading)
  if (isComplete(reading) && areChecksPassed(reading)) return { reading: ownReading, mapping }
  const generic = [...mappings.values()].find((it) => it.reader === 'generic')
  const fallback = generic && readAnyInvoice(pages, vocabulary)
  const isBetter = fallback && isComplete(fallback) && areChecksPassed(fallback)
  if (!fallback || (isComplete(reading) && !isBetter)) return { reading: ownReading, mapping }
  return { reading: addReasons(fallback, [createMisfitReason(mapping)]), mapping: generic }
}

/**
 * Removes the seller that the mapping states if the layout's text is missing, because another company may use the same
 * layout.
 */
function removeSeller(reading: InvoiceReading): InvoiceReading {
  const { seller, evidence } = reading
  const { 'seller.name': _, ...rest } = evidence
  const reason = message('seller_not_found', 'seller.name', {})
  return addReasons({ ...reading, seller: { ...seller, name: null }, evidence: rest }, [reason])
}

function createMisfitReason({ title }: InvoiceMapping) {
  return message('layout_does_not_fit', null, { title })
}

/** True if the layout found the number, date, lines and totals. */
function isComplete({ number, date, lines, totals }: InvoiceReading): boolean {
  const requiredValues = [number, date, totals.grand_total]
  return requiredValues.every((value) => value !== null) && lines.length > 0
}

function areChecksPassed({ checks }: InvoiceReading): boolean {
  return checks.every(({ passed }) => passed)
}
