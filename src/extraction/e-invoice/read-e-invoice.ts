import { checkInvoice } from '../../domain/invoice/check-invoice.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { message } from '../../domain/messages/message.ts'
import { compareWithPages } from './compare-with-pages.ts'
import type { InvoiceFacts } from './facts.ts'
import { readPageText } from './page-text.ts'
import { collectEvidence, locateValues } from './locate-on-pages.ts'

/**
 * Reads the e-invoice that `find-e-invoices.ts` found in a PDF:
 * 1. Locates its values on the pages, in any notation.
 * 2. Reports values that no page shows, because users read the page and programs read the XML.
 * 3. Checks its totals against the taxes that it states, by VAT category (EN 16931) and never by national rules.
 * Neither source corrects the other. Evidence without a page or box is from the XML alone.
 */
export function readEInvoice(facts: InvoiceFacts, pages: Page[]): InvoiceReading {
  const hasText = pages.some(({ words }) => words.length > 0)
  const located = locateValues(facts, readPageText(pages))
  const reasons = [
    ...(facts.credit_note ? [message('e_invoice_credit_note', null, {})] : []),
    ...(hasText
      ? compareWithPages(facts, located)
      : [message('e_invoice_without_page_text', null, {})]),
  ]
  return checkInvoice({
    ...facts,
    checks: [],
    review: { needed: reasons.length > 0, reasons },
    evidence: collectEvidence(facts, located),
  })
}
