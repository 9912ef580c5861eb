import type { Locator, TotalsLayout } from '../../domain/invoice-layout.ts'
import type { Evidence, InvoiceTotals } from '../../domain/invoice.ts'
import { fieldEvidence } from './evidence.ts'
import { type Kind, locate } from './locate.ts'
import { type NumberStyle, parseNumber } from './numbers.ts'
import type { TextDocument } from './text-document.ts'

/** The totals, and the evidence of each by its path. */
export function readTotals(
  layout: TotalsLayout,
  document: TextDocument,
  style: NumberStyle,
): { totals: InvoiceTotals; evidence: Record<string, Evidence> } {
  const evidence: Record<string, Evidence> = {}
  const read = (path: string, locator: Locator | undefined) => {
    const found = locator && locate(locator, document, amount(style))
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
  const totals = {
    subtotal: read('totals.subtotal', layout.subtotal),
    tax_base: read('totals.tax_base', layout.tax_base),
    tax: read('totals.tax', layout.tax),
    grand_total: read('totals.grand_total', layout.grand_total),
    charges: named('charges'),
    withheld: named('withheld'),
  }
  return { totals, evidence }
}

/** The number at the end of a piece of text: rates and currencies may stand before it. */
function amount(style: NumberStyle): Kind<string> {
  return {
    side: 'farthest',
    read: (text) => parseNumber(text, style) ?? parseNumber(text.split(' ').at(-1) ?? '', style),
  }
}
