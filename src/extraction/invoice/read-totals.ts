import type { Locator, TotalsLayout } from '../../domain/invoice-layout.ts'
import type { Evidence, InvoiceTotals } from '../../domain/invoice.ts'
import { fieldEvidence } from './evidence.ts'
import { type Kind, locate } from './locate.ts'
import { type NumberStyle, parseNumber } from './numbers.ts'
import type { TextDocument } from './text-document.ts'
import { teller, type Trace } from './trace.ts'

/** The totals, and the evidence of each by its path. */
export function readTotals(
  layout: TotalsLayout,
  document: TextDocument,
  style: NumberStyle,
  trace?: Trace,
): { totals: InvoiceTotals; evidence: Record<string, Evidence> } {
  const evidence: Record<string, Evidence> = {}
  const read = (path: string, locator: Locator | undefined, kind = amount(style)) => {
    const found = locator && locate(locator, document, kind, teller(path, trace))
    const where = found && fieldEvidence(found)
    if (where) evidence[path] = where
    return found?.value ?? null
  }
  const named = (list: 'charges' | 'withheld') =>
    Object.entries(layout[list]).reduce<{ name: string; amount: string }[]>(
      (found, [name, locator]) => {
        const value = read(`totals.${list}.${found.length}.amount`, locator)
        return value === null ? found : [...found, { name, amount: value }]
      },
      [],
    )
  const quantity = read('totals.quantity', layout.quantity ?? layout.row, firstNumber(style))
  const instalment = read('totals.instalment', layout.instalment)
  const totals = {
    subtotal: read('totals.subtotal', layout.subtotal ?? layout.row),
    tax_base: read('totals.tax_base', layout.tax_base),
    tax: read('totals.tax', layout.tax),
    grand_total: read('totals.grand_total', layout.grand_total),
    charges: named('charges'),
    withheld: named('withheld'),
    ...(quantity !== null && { quantity }),
    ...(instalment !== null && { instalment }),
  }
  return { totals, evidence }
}

/** A quantity: the sum of the amounts may follow it. */
function firstNumber(style: NumberStyle): Kind<string> {
  return { side: 'first_that_fits', read: (text) => parseNumber(text, style) }
}

/** The number at the end of a piece of text: rates and currencies may stand before it. */
function amount(style: NumberStyle): Kind<string> {
  return {
    side: 'last_that_fits',
    read: (text) => parseNumber(text, style) ?? parseNumber(text.split(' ').at(-1) ?? '', style),
  }
}
