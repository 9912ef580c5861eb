import { prove } from '../../domain/invoice/checks.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { say } from '../../domain/i18n/say.ts'
import { compareWithPages } from './compare-with-pages.ts'
import type { InvoiceFacts } from './facts.ts'
import { readPageText } from './page-text.ts'
import { evidenceOf, placeValues } from './locate-on-pages.ts'
import { eInvoiceReason } from './review-reasons.ts'

const creditNote = say`This is a credit note: its amounts go back to the buyer.`
const noText = say`The pages of this PDF have no text, so the e-invoice inside could not be compared with them.`

/**
 * The e-invoice inside a PDF as a reading: what its XML says, proved by its own sums and compared with the pages. The
 * XML is never corrected by the page, nor the other way round.
 */
export function readEInvoice(facts: InvoiceFacts, pages: Page[]): InvoiceReading {
  const hasText = pages.some(({ words }) => words.length > 0)
  const placed = placeValues(facts, readPageText(pages))
  const reasons = [
    ...(facts.credit_note ? [eInvoiceReason(creditNote)] : []),
    ...(hasText ? compareWithPages(facts, placed) : [eInvoiceReason(noText)]),
  ]
  return prove({
    ...facts,
    checks: [],
    review: { needed: reasons.length > 0, reasons },
    evidence: evidenceOf(facts, placed),
  })
}
