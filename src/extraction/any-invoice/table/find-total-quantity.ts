import {
  compare,
  decimal,
  formatDecimal,
  parseDecimal,
  sum,
} from '../../../domain/values/decimal.ts'
import type { InvoiceLine } from '../../../domain/invoice/invoice.ts'
import type { Evidence } from '../../../domain/reading/evidence.ts'
import { type NumberStyle, parseNumber } from '../../values/numbers.ts'
import type { TextDocument } from '../../text/text-document.ts'

/** Finds the sum of all quantities, printed on the subtotal line. */
export function findTotalQuantity(
  { segments }: TextDocument,
  lines: InvoiceLine[],
  subtotal: Evidence | undefined,
  style: NumberStyle,
): { quantity: string; evidence: Evidence } | undefined {
  const totalQuantity = sum(
    lines.flatMap(({ quantity }) => (quantity === null ? [] : [decimal(quantity)])),
  )
  const beside = segments.filter(
    ({ page, box }) =>
      page === subtotal?.page &&
      subtotal.box &&
      box[2] <= subtotal.box[0] &&
      Math.min(box[3], subtotal.box[3]) > Math.max(box[1], subtotal.box[1]),
  )
  const found = beside.find(({ text }) => {
    const value = parseDecimal(parseNumber(text, style) ?? '')
    return value !== undefined && value !== null && compare(value, totalQuantity) === 0
  })
  if (!found) return undefined
  const { page, box, text } = found
  const evidence: Evidence = { page, box, text, confidence: 0.9, source: 'generic' }
  return { quantity: formatDecimal(totalQuantity), evidence }
}
