import { readable } from '../../domain/invoice/amounts.ts'
import { decimal } from '../../domain/values/decimal.ts'
import type { Reason } from '../../domain/invoice/proof.ts'
import { say } from '../../domain/i18n/say.ts'
import type { InvoiceFacts } from './facts.ts'
import type { LocatedValues } from './locate-on-pages.ts'
import { eInvoiceReason } from './review-reasons.ts'

/** Above this number, one reason covers all lines. */
const maxLineReasons = 3

/**
 * Lists values in the XML that no page shows: people read the page and programs the XML, so both must agree. A zero
 * need not be printed.
 */
export function compareWithPages(facts: InvoiceFacts, located: LocatedValues): Reason[] {
  const { totals } = facts
  const values = [
    {
      path: 'number',
      value: facts.number,
      message: say`The e-invoice says that the number is ${facts.number}, but no page shows that.`,
    },
    {
      path: 'date',
      value: facts.date,
      message: say`The e-invoice says that the date is ${facts.date}, but no page shows that.`,
    },
    amount(say`subtotal`, 'totals.subtotal', totals.subtotal),
    amount(say`tax base`, 'totals.tax_base', totals.tax_base),
    amount(say`tax`, 'totals.tax', totals.tax),
    amount(say`grand total`, 'totals.grand_total', totals.grand_total),
    amount(say`amount due`, 'totals.payment.due', totals.payment?.due ?? null),
  ]
  const missing = values.filter(({ path, value }) => value !== null && !located.has(path))
  return [
    ...missing.map(({ message, path }) => eInvoiceReason(message, path)),
    ...compareLines(facts, located),
  ]
}

function amount(what: string, path: string, stated: string | null) {
  const value = stated === '0' ? null : stated
  const shown = readable(decimal(value ?? '0'))
  const message = say`The e-invoice says that the ${what} is ${shown}, but no page shows that.`
  return { path, value, message }
}

function compareLines({ lines }: InvoiceFacts, located: LocatedValues): Reason[] {
  const missing = lines.flatMap(({ amount }, index) => {
    const path = `lines.${index}.amount`
    return amount === null || amount === '0' || located.has(path) ? [] : [{ index, path, amount }]
  })
  const sentences = missing.map(({ index, path, amount }) =>
    eInvoiceReason(
      say`The e-invoice says that the amount of line ${index + 1} is ${readable(decimal(amount))}, but no page shows that.`,
      path,
    ),
  )
  if (missing.length <= maxLineReasons) return sentences
  const numbers = missing.slice(0, maxLineReasons).map(({ index }) => index + 1)
  const message = say`The e-invoice says amounts of ${missing.length} lines that no page shows, among them lines ${numbers.join(', ')}.`
  return [eInvoiceReason(message, 'lines')]
}
