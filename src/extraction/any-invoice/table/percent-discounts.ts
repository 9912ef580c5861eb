import {
  compare,
  decimal,
  formatDecimal,
  multiply,
  parseDecimal,
  round,
  subtract,
} from '../../../domain/values/decimal.ts'
import type { InvoiceLine } from '../../../domain/invoice/invoice.ts'

/**
 * Converts percentage discounts to amounts if, in every discounted line, quantity × price less the percentage equals
 * the amount.
 */
export function convertPercentDiscounts(lines: InvoiceLine[]): InvoiceLine[] {
  const discounted = lines.filter(({ discount }) => discount !== null && discount !== '0')
  if (discounted.length === 0) return lines
  const money = new Map(discounted.map((line) => [line, discountAmount(line)]))
  if ([...money.values()].includes(undefined)) return lines
  return lines.map((line) => ({ ...line, discount: money.get(line) ?? line.discount }))
}

function discountAmount({
  quantity,
  unit_price,
  discount,
  amount,
}: InvoiceLine): string | undefined {
  const [count, price, percent, net] = [quantity, unit_price, discount, amount].map((text) =>
    text === null ? undefined : parseDecimal(text),
  )
  if (!count || !price || !percent || !net) return undefined
  const gross = multiply(count, price)
  const reduction = multiply(gross, multiply(percent, decimal('0.01')))
  const isPercent = compare(round(subtract(gross, reduction), net.scale), net) === 0
  return isPercent ? formatDecimal(subtract(gross, net)) : undefined
}
