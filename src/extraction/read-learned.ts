import type { InvoiceReading } from '../domain/invoice/invoice.ts'
import type { GenericMapping, InvoiceMapping } from '../domain/mapping/mapping.ts'
import { message } from '../domain/messages/message.ts'
import type { Page } from '../domain/reading/reading.ts'
import { readAnyInvoice } from './any-invoice/read-any-invoice.ts'
import { addReasons } from './e-invoice/review-reasons.ts'
import { readInvoice } from './layout/read-invoice.ts'
import { type Choices, occursIn } from './mapping/choose.ts'

interface LearnedReading {
  reading: InvoiceReading
  /** The mapping that read the document. */
  mapping: InvoiceMapping | GenericMapping
}

/**
 * Reads by a learned layout. A document that does not fit it is read as a generic invoice and marked for review,
 * because a layout derived from few documents may not apply to it.
 */
export function readLearned(
  pages: Page[],
  mapping: InvoiceMapping,
  { mappings, vocabulary }: Choices,
): LearnedReading {
  const reading = readInvoice(pages, mapping)
  if (isClaimed(pages, mapping) && isComplete(reading)) return { reading, mapping }
  const generic = [...mappings.values()].find((it) => it.reader === 'generic')
  const reason = message('layout_does_not_fit', null, { title: mapping.title })
  if (!generic) return { reading: addReasons(reading, [reason]), mapping }
  const fallback = readAnyInvoice(pages, vocabulary)
  return { reading: addReasons(fallback, [reason]), mapping: generic }
}

function isClaimed(pages: Page[], { match }: InvoiceMapping): boolean {
  return match.every((part) => occursIn(pages, part))
}

/** Whether the layout found the values that identify and total an invoice. */
function isComplete({ number, date, lines, totals }: InvoiceReading): boolean {
  const needed = [number, date, totals.grand_total]
  return needed.every((value) => value !== null) && lines.length > 0
}
