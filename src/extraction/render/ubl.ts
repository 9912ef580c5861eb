import { formatDecimal, parseDecimal, sum } from '../../domain/decimal.ts'
import type { InvoiceReading } from '../../domain/invoice.ts'
import { fillTemplate, type Template } from './template.ts'
import { writeXml } from './xml.ts'

/** A UBL 2.1 invoice. Only a reading with number, date and lines gives one that the schema accepts. */
export function renderUbl(reading: InvoiceReading, template: Template): string {
  const { lines, totals, currency } = reading
  return writeXml(
    fillTemplate(template, {
      ...reading,
      /** The code of ISO 4217 for "no currency": every amount must name one. */
      currency: currency ?? 'XXX',
      line_total: totalOf(lines),
      charge_total: totalOf(totals.charges),
    }),
  )
}

function totalOf(parts: readonly { amount: string | null }[]): string {
  const amounts = parts.flatMap(({ amount }) => (amount !== null && parseDecimal(amount)) || [])
  return formatDecimal(sum(amounts))
}
