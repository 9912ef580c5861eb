import type { Expectations, InvoiceLayout } from '../../domain/mapping/invoice-layout.ts'
import { findUnknownHeaders, toNumberFormat } from '../layout/expectations.ts'
import { readInvoice } from '../layout/read-invoice.ts'
import { findRegions } from '../layout/table-regions.ts'
import { findTotalLines } from '../layout/total-lines.ts'
import type { Example } from './example/example.ts'

const maxTexts = 8

/**
 * Learns what the examples have in common apart from the values themselves: number formats, unknown headers, unread
 * amounts and the totals that they state.
 */
export function learnExpectations(
  examples: Example[],
  layout: InvoiceLayout,
  agrees: Expectations['agrees'],
): Expectations {
  const totals = (['subtotal', 'tax_base', 'tax', 'grand_total'] as const).filter(
    (name) => layout.totals[name],
  )
  const readings = examples.map((example) => readInvoice(example.pages, layout))
  const numbers = readings.flatMap(({ number }) =>
    number === null ? [] : [toNumberFormat(number)],
  )
  const headers = examples.flatMap(({ document }) =>
    findUnknownHeaders(layout.table, document).map(({ text }) => text),
  )
  const amounts = examples.flatMap((example, index) =>
    listUnreadAmounts(example, readings[index], layout),
  )
  const keepCommon = totals.filter((name) => readings.every((it) => it.totals[name] !== null))
  return {
    ...(numbers.length > 0 && { number: dropDuplicates(numbers) }),
    ...(agrees && Object.keys(agrees).length > 0 && { agrees }),
    heads: dropDuplicates(headers).slice(0, maxTexts),
    amounts: dropDuplicates(amounts).slice(0, maxTexts),
    ...(!hasUnassignedRows(examples, layout) && { only_items: true as const }),
    ...(keepCommon.length > 0 && { totals: keepCommon }),
  }
}

function hasUnassignedRows(examples: Example[], layout: InvoiceLayout): boolean {
  const strictLayout = { ...layout, expect: { only_items: true as const } }
  return examples.some(({ pages }) =>
    readInvoice(pages, strictLayout).review.reasons.some(
      ({ code }) => code === 'item_possibly_missed',
    ),
  )
}

function listUnreadAmounts(
  { document, style }: Example,
  reading: ReturnType<typeof readInvoice> | undefined,
  layout: InvoiceLayout,
): string[] {
  if (!reading) return []
  const regions = findRegions(layout.table, document.lines)
  const lines = findTotalLines({ document, reading, regions, style })
  return lines.flatMap(({ label, is_read }) => (is_read ? [] : [label]))
}

function dropDuplicates(texts: string[]): string[] {
  return [...new Set(texts)]
}
