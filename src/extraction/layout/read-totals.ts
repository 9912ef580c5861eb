import type { Locator, TotalsLayout } from '../../domain/mapping/invoice-layout.ts'
import type { InvoiceTotals } from '../../domain/invoice/invoice.ts'
import type { Evidence } from '../../domain/reading/evidence.ts'
import { toFieldEvidence } from './evidence.ts'
import { type LocatedValue, type ValueReader, locateValue } from './locate.ts'
import { type NumberStyle, parseNumber } from '../values/numbers.ts'
import type { TextDocument } from '../text/text-document.ts'
import { traceRule, type Trace } from './trace.ts'

/** Reads totals, with evidence keyed by path. */
export function readTotals(
  layout: TotalsLayout,
  document: TextDocument,
  style: NumberStyle,
  trace?: Trace,
): { totals: InvoiceTotals; evidence: Record<string, Evidence> } {
  const evidence: Record<string, Evidence> = {}
  const find = (name: string, locator: Locator | undefined, kind = createAmountReader(style)) =>
    locator && locateValue(locator, document, kind, traceRule(`totals.${name}`, trace))
  const record = (path: string, found: LocatedValue<string> | undefined) => {
    const where = found && toFieldEvidence(found)
    if (where) evidence[`totals.${path}`] = where
    return found?.value ?? null
  }
  const read = (name: Exclude<keyof TotalsLayout, 'charges' | 'withheld'>) =>
    record(name, find(name, layout[name]))
  const readNamed = (list: 'charges' | 'withheld') =>
    Object.entries(layout[list]).reduce<{ name: string; amount: string }[]>(
      (known, [name, locator]) => {
        const value = record(`${list}.${known.length}.amount`, find(`${list}.${name}`, locator))
        return value === null ? known : [...known, { name, amount: value }]
      },
      [],
    )
  const subtotal = record('subtotal', find('subtotal', layout.subtotal ?? layout.row))
  const sum = find('quantity', layout.quantity ?? layout.row, createQuantityReader(style))
  const quantity = record('quantity', sum)
  const totals = {
    subtotal,
    tax_base: read('tax_base'),
    tax: read('tax'),
    grand_total: read('grand_total'),
    charges: readNamed('charges'),
    withheld: readNamed('withheld'),
  }
  const instalment = read('instalment')
  const printed = {
    ...(quantity !== null && { quantity }),
    ...(instalment !== null && { instalment }),
  }
  return { totals: { ...totals, ...printed }, evidence }
}

/** Creates a reader for total quantities, which are printed before the sum of the amounts. */
function createQuantityReader(style: NumberStyle): ValueReader<string> {
  return { side: 'first_that_fits', read: (text) => parseNumber(text, style) }
}

/** Creates a reader for amounts, which are at the end of their segment, after any rate or currency. */
export function createAmountReader(style: NumberStyle): ValueReader<string> {
  return {
    side: 'last_that_fits',
    read: (text) => parseNumber(text, style) ?? parseNumber(text.split(' ').at(-1) ?? '', style),
  }
}
