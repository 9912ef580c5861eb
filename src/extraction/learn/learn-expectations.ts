import type { Expectations, InvoiceLayout } from '../../domain/mapping/invoice-layout.ts'
import { findOtherHeads, numberShape } from '../layout/expectations.ts'
import { readInvoice } from '../layout/read-invoice.ts'
import { findRegions } from '../layout/table-regions.ts'
import { findTotalLines } from '../layout/total-lines.ts'
import type { Example } from './example/example.ts'

const maxTexts = 8

/** Learns what the examples have in common besides their values. */
export function learnExpectations(
  examples: Example[],
  layout: InvoiceLayout,
  agrees: Expectations['agrees'],
): Expectations {
  const totals = (['subtotal', 'tax_base', 'tax', 'grand_total'] as const).filter(
    (name) => layout.totals[name],
  )
  const readings = examples.map((example) => readInvoice(example.pages, layout))
  const numbers = readings.flatMap(({ number }) => (number === null ? [] : [numberShape(number)]))
  const heads = examples.flatMap(({ document }) =>
    findOtherHeads(layout.table, document).map(({ text }) => text),
  )
  const amounts = examples.flatMap((example, index) =>
    unreadAmounts(example, readings[index], layout),
  )
  const always = totals.filter((name) => readings.every((it) => it.totals[name] !== null))
  return {
    ...(numbers.length > 0 && { number: unique(numbers) }),
    ...(agrees && Object.keys(agrees).length > 0 && { agrees }),
    heads: unique(heads).slice(0, maxTexts),
    amounts: unique(amounts).slice(0, maxTexts),
    ...(!hasLooseRows(examples, layout) && { only_items: true as const }),
    ...(always.length > 0 && { totals: always }),
  }
}

function hasLooseRows(examples: Example[], layout: InvoiceLayout): boolean {
  const strict = { ...layout, expect: { only_items: true as const } }
  return examples.some(({ pages }) =>
    readInvoice(pages, strict).review.reasons.some(({ code }) => code === 'item_possibly_missed'),
  )
}

function unreadAmounts(
  { document, style }: Example,
  reading: ReturnType<typeof readInvoice> | undefined,
  layout: InvoiceLayout,
): string[] {
  if (!reading) return []
  const regions = findRegions(layout.table, document.lines)
  const lines = findTotalLines({ document, reading, regions, style })
  return lines.flatMap(({ label, is_read }) => (is_read ? [] : [label]))
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)]
}
