import { prove } from '../../domain/invoice/checks.ts'
import { AppError } from '../../domain/errors/errors.ts'
import { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { faultMessage, faultsIn } from '../../domain/messages/fault.ts'
import { parseJson } from '../../domain/values/json.ts'
import { openReasons } from '../../domain/invoice/proof.ts'
import { reviewFiling } from '../coretax/review-filing.ts'
import type { Extraction } from './extraction.ts'
import type { ReferenceData } from '../reference-data/reference-data.ts'
import { renderInvoice } from './render-invoice.ts'
import { toOutput } from './write-outputs.ts'
import { detail } from '../../domain/i18n/problem-detail.ts'

/** A reading supplied by a client; computed fields and evidence may be missing. */
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
  const reading = reviewFiling(prove(parseReading(json)), referenceData.directory)
  return {
    review_reasons: openReasons(reading),
    outputs: [toOutput('xml', renderInvoice(reading, 'xml', referenceData))],
  }
}

function parseReading(json: string): InvoiceReading {
  const value = parseJson(json)
  if (value === undefined) throw new AppError('INVALID_READING', detail('not_json', {}))
  const parsed = GivenReading.safeParse(value)
  if (parsed.success) return parsed.data
  const [fault = faultMessage('invalid', null, {})] = faultsIn(parsed.error, value)
  throw new AppError('INVALID_READING', detail('reading_invalid', { fault }))
}
