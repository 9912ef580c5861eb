import { checkInvoice } from '../../domain/invoice/check-invoice.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { createFault, listFaults } from '../../domain/messages/fault.ts'
import { parseJson } from '../../domain/values/json.ts'
import { createWithheldError, findWithheldXml } from '../../domain/review/withheld-xml.ts'
import type { Extraction } from './extraction.ts'
import type { ReferenceData } from '../reference-data/reference-data.ts'
import { writeInvoice, type WriteOptions } from './write-outputs.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

/** A reading that a client sends, which may lack computed fields and evidence. */
const GivenReading = InvoiceReading.extend({
  checks: InvoiceReading.shape.checks.default([]),
  review: InvoiceReading.shape.review.default({ needed: false, reasons: [] }),
  evidence: InvoiceReading.shape.evidence.default({}),
})

/** Checks an invoice reading (JSON) and writes its Coretax file. Throws if a filing rule is not satisfied. */
export function convertReadingToXml(
  json: string,
  referenceData: ReferenceData,
  options: Pick<WriteOptions, 'is_confirmed' | 'today'> = {},
): Pick<Extraction, 'review_reasons' | 'outputs'> {
  const given = checkInvoice(parseReading(json))
  const mapping = { reader: 'invoice' as const, outputs: ['xml' as const] }
  const { reading, review_reasons, outputs } = writeInvoice(given, mapping, referenceData, options)
  const withheld = findWithheldXml(reading.filing)
  if (withheld) throw createWithheldError(withheld)
  return { review_reasons, outputs }
}

function parseReading(json: string): InvoiceReading {
  const value = parseJson(json)
  if (value === undefined) throw new AppError('INVALID_READING', createDetail('not_json', {}))
  const parsed = GivenReading.safeParse(value)
  if (parsed.success) return parsed.data
  const [fault = createFault('invalid', null, {})] = listFaults(parsed.error, value)
  throw new AppError('INVALID_READING', createDetail('reading_invalid', { fault }))
}
