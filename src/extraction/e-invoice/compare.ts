import { readable } from '../../domain/amounts.ts'
import { decimal } from '../../domain/decimal.ts'
import type { Reason } from '../../domain/proof.ts'
import type { InvoiceFacts } from './facts.ts'
import type { Placed } from './places.ts'
import { eInvoiceReason } from './reasons.ts'

/** More lines than this that no page shows are told in one sentence. */
const mostReasons = 3

/**
 * What the XML says and no page shows: people read the page and programs the XML, so that the two must agree. A zero
 * need not be printed.
 */
export function compareWithPages(facts: InvoiceFacts, placed: Placed): Reason[] {
  const { totals } = facts
  const values = [
    { what: 'number', path: 'number', value: facts.number },
    { what: 'date', path: 'date', value: facts.date },
    ...[
      { what: 'subtotal', path: 'totals.subtotal', value: totals.subtotal },
      { what: 'tax base', path: 'totals.tax_base', value: totals.tax_base },
      { what: 'tax', path: 'totals.tax', value: totals.tax },
      { what: 'grand total', path: 'totals.grand_total', value: totals.grand_total },
      { what: 'amount due', path: 'totals.payment.due', value: totals.payment?.due ?? null },
    ].filter(({ value }) => value !== '0'),
  ]
  const missing = values.filter(({ path, value }) => value !== null && !placed.has(path))
  return [
    ...missing.map(({ what, path, value }) =>
      eInvoiceReason(
        `The e-invoice says that the ${what} is ${shown(path, value ?? '')}, but no page shows that.`,
        path,
      ),
    ),
    ...compareLines(facts, placed),
  ]
}

function compareLines({ lines }: InvoiceFacts, placed: Placed): Reason[] {
  const missing = lines.flatMap(({ amount }, index) => {
    const path = `lines.${index}.amount`
    return amount === null || amount === '0' || placed.has(path) ? [] : [{ index, path, amount }]
  })
  const sentences = missing.map(({ index, path, amount }) =>
    eInvoiceReason(
      `The e-invoice says that the amount of line ${index + 1} is ${readable(decimal(amount))}, but no page shows that.`,
      path,
    ),
  )
  if (missing.length <= mostReasons) return sentences
  const numbers = missing.slice(0, mostReasons).map(({ index }) => index + 1)
  const message = `The e-invoice says amounts of ${missing.length} lines that no page shows, among them lines ${numbers.join(', ')}.`
  return [eInvoiceReason(message, 'lines')]
}

function shown(path: string, value: string): string {
  return path.startsWith('totals.') ? readable(decimal(value)) : value
}
