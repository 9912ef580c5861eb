import { checkInvoice } from '../../domain/invoice/checks.ts'
import { AppError } from '../../domain/errors/errors.ts'
import { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { createFault, listFaults } from '../../domain/messages/fault.ts'
import { parseJson } from '../../domain/values/json.ts'
import { listOpenReasons } from '../../domain/invoice/review-reasons.ts'
import { reviewFiling } from '../coretax/review-filing.ts'
import type { Extraction } from './extraction.ts'
import type { ReferenceData } from '../reference-data/reference-data.ts'
import { renderInvoice } from './render-invoice.ts'
import { toOutput } from './write-outputs.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

/** A reading supplied by a client; computed fields and evidence might be missing. */
const GivenReading = InvoiceReading.extend({
  checks: InvoiceReading.shape.checks.default([]),
  review: InvoiceReading.shape.review.default({ needed: false, reasons: [] }),
  evidence: InvoiceReading.shape.evidence.default({}),
})

/** Checks an invoice reading (JSON) and writes its Coretax file. */
export function writeReading(
  json: string,
  referenceData: ReferenceData,
): Pick<Extraction, 'review_reasons' | 'outputs'> {
  const reading = reviewFiling(checkInvoice(parseReading(json)), referenceData.directory)
  return {
    review_reasons: listOpenReasons(reading),
    outputs: [toOutput('xml', renderInvoice(reading, 'xml', referenceData))],
  }
}

function parseReading(json: string): InvoiceReading {
  const value = parseJson(json)
  if (value === undefined) throw new AppError('INVALID_READING', createDetail('not_json', {}))
  const parsed = GivenReading.safeParse(value)
  if (parsed.success) return parsed.data
  const [fault = createFault('invalid', null, {})] = listFaults(parsed.error, value)
  throw new AppError('INVALID_READING', createDetail('reading_invalid', { fault }))
}
