import { prove } from '../../domain/invoice/checks.ts'
import { AppError } from '../../domain/errors/errors.ts'
import { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { parseJson } from '../../domain/values/json.ts'
import { openReasons } from '../../domain/invoice/proof.ts'
import { reviewFiling } from '../coretax/review-filing.ts'
import type { Extraction } from './extraction.ts'
import type { ReferenceData } from '../reference-data/reference-data.ts'
import { renderInvoice } from './invoice.ts'
import { toOutput } from './write-outputs.ts'

/** A reading as others give it: what is reckoned here anyway, and where it stood, may be left out. */
const GivenReading = InvoiceReading.extend({
  checks: InvoiceReading.shape.checks.default([]),
  review: InvoiceReading.shape.review.default({ needed: false, reasons: [] }),
  evidence: InvoiceReading.shape.evidence.default({}),
})

/** The JSON of an invoice's reading, checked anew, as the file for the tax office. */
export function writeReading(
  json: string,
  knowledge: ReferenceData,
): Pick<Extraction, 'review_reasons' | 'outputs'> {
  const reading = reviewFiling(prove(parseReading(json)), knowledge.directory)
  return {
    review_reasons: openReasons(reading),
    outputs: [toOutput('xml', renderInvoice(reading, 'xml', knowledge))],
  }
}

function parseReading(json: string): InvoiceReading {
  const value = parseJson(json)
  if (value === undefined) throw new AppError('INVALID_READING', 'This file is not valid JSON.')
  const parsed = GivenReading.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.') || 'The whole'
  const sentence = `This JSON is not the reading of an invoice. ${place}: ${issue?.message}.`
  throw new AppError('INVALID_READING', sentence)
}
