import type { Reason } from '../../domain/invoice/review-reasons.ts'
import { message } from '../../domain/messages/message.ts'
import type { InvoiceFacts } from './facts.ts'
import type { LocatedValues } from './locate-on-pages.ts'

/** Maximum number of missing lines that each get a reason. If there are more, one reason covers the others. */
const maxLineReasons = 3

/**
 * Reports XML values that no page shows: users read the page and programs read the XML, so both must agree. Zeros may
 * be missing from the page.
 */
export function compareWithPages(facts: InvoiceFacts, located: LocatedValues): Reason[] {
  const { totals } = facts
  const values = [
    { field: 'number', value: facts.number },
    { field: 'date', value: facts.date },
    { field: 'totals.subtotal', value: totals.subtotal },
    { field: 'totals.tax_base', value: totals.tax_base },
    { field: 'totals.tax', value: totals.tax },
    { field: 'totals.grand_total', value: totals.grand_total },
    { field: 'totals.payment.due', value: totals.payment?.due ?? null },
  ] as const
  const missing = values.flatMap(({ field, value }) => {
    const isZero = value === '0' && field.startsWith('totals.')
    return value === null || isZero || located.has(field)
      ? []
      : [message('e_invoice_value_not_on_page', field, { field, value })]
  })
  return [...missing, ...compareLines(facts, located)]
}

function compareLines({ lines }: InvoiceFacts, located: LocatedValues): Reason[] {
  const missing = lines.flatMap(({ amount }, index) => {
    const path = `lines.${index}.amount`
    return amount === null || amount === '0' || located.has(path) ? [] : [{ index, path, amount }]
  })
  if (missing.length <= maxLineReasons) {
    return missing.map(({ path, amount }) =>
      message('e_invoice_line_not_on_page', path, { amount }),
    )
  }
  const numbers = missing.slice(0, maxLineReasons).map(({ index }) => index + 1)
  const params = { count: missing.length, lines: numbers }
  return [message('e_invoice_lines_not_on_page', 'lines', params)]
}
