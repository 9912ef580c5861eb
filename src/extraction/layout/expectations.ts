import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { message } from '../../domain/messages/message.ts'
import type { Reason } from '../../domain/invoice/review-reasons.ts'
import type {
  Expectations,
  InvoiceLayout,
  Locator,
  RepeatedField,
} from '../../domain/mapping/invoice-layout.ts'
import { decimal, equals, formatDecimal, sum } from '../../domain/values/decimal.ts'
import type { DateOrder } from '../values/dates.ts'
import { isNumber, type NumberStyle, parseNumber } from '../values/numbers.ts'
import type { TextDocument } from '../text/text-document.ts'
import { type Segment, toLabelKey } from '../text/text-lines.ts'
import { locateValue } from './locate.ts'
import { createFieldReader } from './read-fields.ts'
import { findHeader } from './table-header.ts'
import type { TableRegion } from './table-regions.ts'
import { findTotalLines } from './total-lines.ts'

export interface ReadDocument {
  document: TextDocument
  reading: InvoiceReading
  regions: TableRegion[]
  order: DateOrder
  style: NumberStyle
  /** Lines in the table that do not start an item. */
  unassignedLines: string[]
}

/** Returns review reasons for differences from the layout's expectations. */
export function checkExpectations(layout: InvoiceLayout, read: ReadDocument): Reason[] {
  const { expect } = layout
  if (!expect) return []
  return [
    ...unusualNumberReasons(expect, read),
    ...ambiguousValueReasons(expect, read),
    ...unknownColumnReasons(layout, expect, read),
    ...unknownAmountReasons(expect, read),
    ...missingTotalReasons(expect, read),
    ...missedItemReasons(expect, read),
    ...unreadSumReasons(read),
  ]
}

/** Returns a number's format: `A-9/9` for `INV-2026/031`. */
export function toNumberFormat(number: string): string {
  return number.replace(/\p{L}+/gu, 'A').replace(/\p{N}+/gu, '9')
}

function unusualNumberReasons(
  { number: shapes }: Expectations,
  { reading }: ReadDocument,
): Reason[] {
  const { number } = reading
  if (!shapes || number === null || shapes.includes(toNumberFormat(number))) return []
  return [message('number_unusual', 'number', { number })]
}

/** Reports a field if it is also found in other places with a different value. */
function ambiguousValueReasons({ agrees = {} }: Expectations, read: ReadDocument): Reason[] {
  return (Object.entries(agrees) as [RepeatedField, Locator][]).flatMap(([field, locator]) => {
    const value = getFieldValue(read.reading, field)
    const reader = createFieldReader(field, read.order)
    const found = locator.flatMap((rule) => locateValue([rule], read.document, reader) ?? [])
    const others = found.map((it) => it.value).filter((it) => !isSameText(it, value ?? ''))
    if (value === null || others.length === 0) return []
    return [message('value_ambiguous', field, { field, value, others: [...new Set(others)] })]
  })
}

function getFieldValue({ number, date, currency, buyer }: InvoiceReading, field: RepeatedField) {
  return { number, date, currency, 'buyer.name': buyer.name }[field]
}

function isSameText(one: string, other: string): boolean {
  return toLabelKey(one) === toLabelKey(other)
}

function unknownColumnReasons(
  { table }: InvoiceLayout,
  { heads }: Expectations,
  { document }: ReadDocument,
): Reason[] {
  if (!heads) return []
  const known = new Set(heads.map(toLabelKey))
  const unknown = findUnknownHeaders(table, document).filter(
    ({ label_key }) => !known.has(label_key),
  )
  return unknown.slice(0, 1).map(({ text }) => message('column_unknown', 'lines', { text }))
}

/** Finds text in header rows that matches no column header in the layout. */
export function findUnknownHeaders(
  table: InvoiceLayout['table'],
  document: TextDocument,
): Segment[] {
  return [...document.segments_by_page.values()].flatMap((segments) => {
    const header = findHeader(table, segments)
    if (!header) return []
    return segments.filter(
      (segment) =>
        !/\d/.test(segment.text) &&
        header.labels.some((label) => isOnSameLine(label, segment)) &&
        !header.labels.some((label) => isAbove(label, segment)),
    )
  })
}

function isOnSameLine(one: Segment, other: Segment): boolean {
  return Math.abs(one.baseline - other.baseline) < one.font_size / 3
}

/** True if the label is part of the text, or another line in the same header. */
function isAbove(label: Segment, { box: [left, , right] }: Segment): boolean {
  return label.box[0] <= right && label.box[2] >= left
}

function unknownAmountReasons({ amounts }: Expectations, read: ReadDocument): Reason[] {
  if (!amounts) return []
  const known = new Set(amounts.map(toLabelKey))
  return findTotalLines(read)
    .filter(({ label, is_read }) => !is_read && !known.has(toLabelKey(label)))
    .slice(0, 1)
    .map(({ label, text }) => message('amount_unexplained', 'totals', { label, text }))
}

function missingTotalReasons({ totals = [] }: Expectations, { reading }: ReadDocument): Reason[] {
  return totals
    .filter((name) => name !== 'grand_total' && reading.totals[name] === null)
    .map((name) => message('total_not_printed', `totals.${name}`, { field: `totals.${name}` }))
}

function missedItemReasons(
  { only_items }: Expectations,
  { unassignedLines }: ReadDocument,
): Reason[] {
  const missed = only_items ? unassignedLines.find(hasAmounts) : undefined
  return missed === undefined ? [] : [message('item_possibly_missed', 'lines', { text: missed })]
}

/** True if a line has at least two numbers with decimals or digit groups. */
function hasAmounts(line: string): boolean {
  const amounts = line.split(' ').filter((word) => /\d[.,]\d/.test(word) && isNumber(word))
  return amounts.length >= 2
}

/** Reports a printed sum of the lines that no rule reads, because the layout then lacks a total. */
function unreadSumReasons({ reading, unassignedLines, style }: ReadDocument): Reason[] {
  const amounts = reading.lines.map(({ amount }) => amount)
  if (reading.totals.subtotal !== null || amounts.includes(null)) return []
  const total = formatDecimal(sum(amounts.map((amount) => decimal(amount ?? '0'))))
  const isSum = (word: string) => {
    const value = parseNumber(word, style)
    return value !== undefined && equals(decimal(value), decimal(total))
  }
  const line = unassignedLines.find((text) => text.split(' ').some(isSum))
  if (line === undefined) return []
  return [message('amount_unexplained', 'totals', { label: line, text: total })]
}
