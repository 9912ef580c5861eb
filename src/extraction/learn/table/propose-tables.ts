import type { ColumnName, TableLayout } from '../../../domain/mapping/invoice-layout.ts'
import type { InvoiceVocabulary } from '../../../domain/mapping/invoice-vocabulary.ts'
import type { Word } from '../../../domain/reading/reading.ts'
import { isCurrency, isNumber, isPercent } from '../../values/numbers.ts'
import { joinWords, type Segment, toLabelKey, toSegment } from '../../text/text-lines.ts'
import type { Example } from '../example/example.ts'
import { scoreColumnHint, findHeaderRows, measureGap, type HeaderRow } from './header-rows.ts'
import { isNearby } from './item-lines.ts'
import { chooseNumberColumns, type ColumnChoice, type NumberColumn } from './number-columns.ts'
import { toComparableText } from '../example/same-value.ts'

/** Columns that may describe the table, without its options, which are not yet known. */
export interface TableProposal {
  columns: Partial<Record<ColumnName, string>>
  other: string[]
  split: TableLayout['split']
  defaults: TableLayout['defaults']
  /** Pattern for the item number. Undefined unless every item starts with an item number. */
  no_pattern: string | undefined
  cost: number
}

type Extent = { left: number; right: number }
type ProposedHeader = Extent & { key: ColumnName | 'other'; label: string; segment: Segment }

const maxChoices = 6
const maxRowsPerChoice = 3

/** Proposes columns and headers for an example's items, best first. */
export function proposeTables(
  example: Example,
  rows: number[],
  vocabulary: InvoiceVocabulary,
): TableProposal[] {
  const choices = chooseNumberColumns(example, rows)
    .map((choice) => ({
      choice,
      headers: findHeaderRows(example, rows[0] ?? 0, choice.columns, vocabulary),
    }))
    .filter(({ headers }) => headers.length > 0)
    .toSorted((a, b) => computeCost(a) - computeCost(b))
    .slice(0, maxChoices)
  return choices
    .flatMap(({ choice, headers }) =>
      headers
        .slice(0, maxRowsPerChoice)
        .flatMap((header) => describeTable({ example, rows, choice, header, vocabulary })),
    )
    .toSorted((a, b) => a.cost - b.cost)
}

function computeCost({ choice, headers }: { choice: ColumnChoice; headers: HeaderRow[] }): number {
  return choice.cost + (headers[0]?.cost ?? 0)
}

interface Context {
  example: Example
  rows: number[]
  choice: ColumnChoice
  header: HeaderRow
  vocabulary: InvoiceVocabulary
}

function describeTable(context: Context): TableProposal[] {
  const { example, rows, choice, header, vocabulary } = context
  const numbers = findNumberHeaders(choice.columns, header)
  if (!numbers) return []
  let free = listFreeHeaders(header, numbers).flatMap((headerSegment) =>
    splitHeader(headerSegment, vocabulary),
  )
  const proposedHeaders: ProposedHeader[] = [...numbers]
  const take = (
    key: ProposedHeader['key'],
    headerSegment: Segment | undefined,
    extent?: Extent,
  ) => {
    if (!headerSegment) return
    free = free.filter((it) => it !== headerSegment)
    const [left, , right] = headerSegment.box
    proposedHeaders.push({
      key,
      label: headerSegment.text,
      segment: headerSegment,
      left: extent?.left ?? left,
      right: extent?.right ?? right,
    })
  }
  const no = findItemNumbers(example, rows, numbers)
  if (no) take('no', findNearestHeader(free, no.extent, 3 * getHeaderEm(header)))
  const description = findTextExtent(example, rows, 'description')
  take('description', findDescriptionHeader(free, description, context), description)
  const sku = findTextExtent(example, rows, 'sku')
  if (sku) take('sku', findNearestHeader(free, sku, 2 * getHeaderEm(header)))
  const { split, defaults, unitHeader } = describeUnits(context, free, proposedHeaders)
  take('unit', unitHeader)
  const discount = free.find(
    (headerSegment) => scoreColumnHint('discount', headerSegment.text, vocabulary) > 0,
  )
  if (discount && hasOnlyNumbers(example, rows, discount)) take('discount', discount)
  const others = free.filter((headerSegment) =>
    proposedHeaders.every((it) => !isSameLabel(it.label, headerSegment.text)),
  )
  return listVariants(proposedHeaders, others).map(({ columns, other, extra }) => ({
    columns,
    other,
    split,
    defaults,
    no_pattern: 'no' in columns ? no?.pattern : undefined,
    cost: choice.cost + header.cost + extra,
  }))
}

/** Returns variants with all columns, without the unread columns, and without the item number. */
function listVariants(proposedHeaders: ProposedHeader[], others: Segment[]) {
  const texts = [...new Map(others.map(({ text }) => [toLabelKey(text), text])).values()]
  const columnsByName = toColumns(proposedHeaders)
  const columnsWithoutRowNumber = toColumns(proposedHeaders.filter(({ key }) => key !== 'no'))
  const lists = [
    { columns: columnsByName, other: texts, extra: 0 },
    ...(texts.length > 0 ? [{ columns: columnsByName, other: [], extra: 1.5 }] : []),
    ...(columnsByName && 'no' in columnsByName
      ? [{ columns: columnsWithoutRowNumber, other: texts, extra: 2 }]
      : []),
  ]
  return lists.flatMap(({ columns, ...rest }) => (columns ? [{ columns, ...rest }] : []))
}

/** Returns undefined if two columns have the same header. */
function toColumns(proposedHeaders: ProposedHeader[]): TableProposal['columns'] | undefined {
  const sorted = proposedHeaders.toSorted((a, b) => a.segment.box[0] - b.segment.box[0])
  const keys = new Set(sorted.map(({ label }) => toLabelKey(label)))
  if (keys.size < sorted.length) return undefined
  return Object.fromEntries(sorted.map(({ key, label }) => [key, label]))
}

function getHeaderEm({ pool }: HeaderRow): number {
  return pool[0]?.font_size ?? 10
}

/** Splits a header that spans several columns, between its words. */
function findNumberHeaders(
  numberColumns: NumberColumn[],
  header: HeaderRow,
): ProposedHeader[] | undefined {
  const { headers } = header
  const result = numberColumns.map((numberColumn): ProposedHeader | undefined => {
    const headerSegment = headers.get(numberColumn.key)
    const sharing = numberColumns.filter(({ key }) => headers.get(key) === headerSegment)
    if (!headerSegment) return undefined
    const words = headerSegment.words.filter(
      (word) => sharing.length === 1 || findNearestColumn(sharing, word) === numberColumn,
    )
    if (words.length === 0) return undefined
    const segment =
      sharing.length === 1
        ? chooseUniqueHeader(headerSegment, header)
        : toSegment(words, headerSegment.page)
    return {
      key: numberColumn.key,
      label: segment.text,
      segment,
      left: numberColumn.left,
      right: numberColumn.right,
    }
  })
  return result.every((headerSegment) => headerSegment !== undefined) ? result : undefined
}

/** Among stacked segments, chooses one that no other header contains: `unitaire` for `Prix` beside `Prix HT`. */
function chooseUniqueHeader(headerSegment: Segment, { pool, baseline }: HeaderRow): Segment {
  const offLine = (it: Segment) => Math.abs(it.baseline - baseline)
  const isUnclear = (one: Segment) =>
    pool.some((it) => it !== one && !isStacked(it, one) && it.label_key.includes(one.label_key))
  if (!isUnclear(headerSegment)) return headerSegment
  const stacked = pool.filter(
    (it) => it !== headerSegment && isStacked(it, headerSegment) && !isUnclear(it),
  )
  return stacked.toSorted((a, b) => offLine(a) - offLine(b))[0] ?? headerSegment
}

function isStacked(one: Segment, other: Segment): boolean {
  return one.box[0] <= other.box[2] && one.box[2] >= other.box[0]
}

function findNearestColumn(numberColumns: NumberColumn[], word: Word): NumberColumn | undefined {
  const distance = ({ left, right }: NumberColumn) =>
    Math.max(left - word.box[2], word.box[0] - right, 0) +
    Math.abs(left + right - word.box[0] - word.box[2]) / 100
  return numberColumns.toSorted((a, b) => distance(a) - distance(b))[0]
}

/**
 * Returns header segments that are not above any column yet. Of stacked segments, returns the one nearest to the row.
 */
function listFreeHeaders({ pool, baseline }: HeaderRow, numbers: ProposedHeader[]): Segment[] {
  const em = pool[0]?.font_size ?? 10
  const isTaken = ({ box }: Segment) =>
    numbers.some(({ left, right, segment }) => {
      const [from, to] = [Math.min(left, segment.box[0]), Math.max(right, segment.box[2])]
      return box[0] <= to && box[2] >= from
    })
  const open = pool
    .filter(
      (headerSegment) =>
        Math.abs(headerSegment.baseline - baseline) <= 1.6 * em && !isTaken(headerSegment),
    )
    .toSorted((a, b) => Math.abs(a.baseline - baseline) - Math.abs(b.baseline - baseline))
  return open
    .filter(({ box }, index) =>
      open.slice(0, index).every((other) => other.box[0] > box[2] || other.box[2] < box[0]),
    )
    .toSorted((a, b) => a.box[0] - b.box[0])
}

/** Splits a segment if at least two of its words are column headers and the segment as a whole is not. */
function splitHeader(headerSegment: Segment, { columns }: InvoiceVocabulary): Segment[] {
  const isColumn = (text: string) =>
    Object.values(columns).some((phrases) =>
      phrases.some((it) => toComparableText(it) === toComparableText(text)),
    )
  const columnWords = headerSegment.words.filter(({ text }) => isColumn(text))
  if (isColumn(headerSegment.text) || columnWords.length < 2) return [headerSegment]
  return headerSegment.words.map((word) => toSegment([word], headerSegment.page))
}

function findNearestHeader(free: Segment[], extent: Extent, reach: number): Segment | undefined {
  const [best] = free.toSorted((a, b) => measureGap(a, extent) - measureGap(b, extent))
  return best && measureGap(best, extent) <= reach ? best : undefined
}

/** Finds item numbers at the table's left edge. */
function findItemNumbers({ document }: Example, rows: number[], numbers: ProposedHeader[]) {
  const words = rows.map((row) => document.lines[row]?.segments[0]?.words[0])
  const counts = words.map((word) =>
    /^\d{1,6}[.)]?$/.test(word?.text ?? '') ? Number.parseInt(word?.text ?? '', 10) : Number.NaN,
  )
  const isCounting = counts.every((count, index) => count > (counts[index - 1] ?? -1))
  const extent = computeExtent(words.filter((word) => word !== undefined))
  const leftmost = Math.min(...numbers.map(({ left }) => left))
  if (!isCounting || !extent || extent.right >= leftmost) return undefined
  const isPlain = words.every((word) => /^\d+$/.test(word?.text ?? ''))
  return { extent, pattern: isPlain ? '^\\d+$' : '^\\d+[.)]?$' }
}

function computeExtent(words: Word[]): Extent | undefined {
  if (words.length === 0) return undefined
  return {
    left: Math.min(...words.map(({ box }) => box[0])),
    right: Math.max(...words.map(({ box }) => box[2])),
  }
}

/** Returns the horizontal extent of a text column's words on the item lines. */
function findTextExtent(
  example: Example,
  rows: number[],
  key: 'description' | 'sku',
): Extent | undefined {
  const words = rows.flatMap((row, item) => {
    const text = toComparableText(example.reading.lines[item]?.[key] ?? '')
    if (text === '') return []
    const near = [0, -1, 1, -2, 2].filter((step) => isNearby(example, row, row + step))
    return near.flatMap((step) =>
      findLongestRun(example.document.lines[row + step]?.segments ?? [], text),
    )
  })
  return computeExtent(words)
}

/** Returns each segment's words that occur in the text: all of them, or the last ones. */
function findLongestRun(segments: Segment[], text: string): Word[] {
  return segments.flatMap(({ words, text: own }) => {
    if (toCountable(own) && text.includes(toComparableText(own))) return words
    const start = words.findIndex((_, at) => {
      const rest = toComparableText(joinWords(words.slice(at)))
      return rest.length > 3 && text.includes(rest)
    })
    return start < 0 ? [] : words.slice(start)
  })
}

function toCountable(text: string): boolean {
  return toComparableText(text).length > 2 && !isNumber(text)
}

function findDescriptionHeader(
  free: Segment[],
  extent: Extent | undefined,
  { vocabulary, header }: Context,
): Segment | undefined {
  const em = getHeaderEm(header)
  const cost = (headerSegment: Segment) =>
    (extent ? measureGap(headerSegment, extent) / em : 0) -
    scoreColumnHint('description', headerSegment.text, vocabulary) * 2
  return free.toSorted((a, b) => cost(a) - cost(b))[0]
}

/** Finds units in a separate column or beside the quantity. The page may not contain units. */
function describeUnits(context: Context, free: Segment[], proposedHeaders: ProposedHeader[]) {
  const { example, rows, header, choice } = context
  const none = { split: {}, defaults: {}, unitHeader: undefined }
  const units = example.reading.lines.map(({ unit }) => unit ?? '')
  const besideQuantity = { ...none, split: { quantity: ['quantity' as const, 'unit' as const] } }
  if (units.every((unit) => unit === '')) return isTextBeside(context, free) ? besideQuantity : none
  const words = rows.flatMap((row, item) =>
    listWords(example, row).filter(
      ({ text }) => toComparableText(text) === toComparableText(units[item] ?? ''),
    ),
  )
  const quantity = choice.columns.find(({ key }) => key === 'quantity')
  const extent = computeExtent(words)
  const em = getHeaderEm(header)
  if (extent && words.length >= rows.length * 0.6) {
    const headerSegment = findNearestHeader(free, extent, 2 * em)
    const gapToQuantity = quantity ? Math.max(extent.left - quantity.right, 0) : Infinity
    if (headerSegment && measureGap(headerSegment, extent) < gapToQuantity)
      return { ...none, unitHeader: headerSegment }
    if (quantity && gapToQuantity < 3 * em && proposedHeaders.length > 0) return besideQuantity
  }
  const [unit = ''] = units
  const isConstant = words.length === 0 && units.every((other) => other === unit)
  return isConstant ? { ...none, defaults: { unit } } : none
}

/** True if most quantities are closely followed by text without a header. */
function isTextBeside({ example, rows, choice }: Context, free: Segment[]): boolean {
  const quantity = choice.columns.find(({ key }) => key === 'quantity')
  if (!quantity) return false
  const beside = rows.filter((row) => {
    const words = listWords(example, row)
    const next = words[words.findIndex((word) => quantity.words.has(word)) + 1]
    if (!next || !words.some((word) => quantity.words.has(word))) return false
    const isText = !isNumber(next.text) && !isCurrency(next.text) && !isPercent(next.text)
    const isClose = next.box[0] - quantity.right < 1.5 * next.font_size
    const isHeaded = free.some(({ box }) => box[0] <= next.box[2] && box[2] >= next.box[0])
    return isText && isClose && !isHeaded
  })
  return beside.length >= rows.length / 2
}

function listWords({ document }: Example, row: number): Word[] {
  return document.lines[row]?.segments.flatMap(({ words }) => words) ?? []
}

/** True if there are words below the header and all of them are numbers or percentages. */
function hasOnlyNumbers(example: Example, rows: number[], { box }: Segment): boolean {
  const below = rows
    .flatMap((row) => listWords(example, row))
    .filter((word) => word.box[0] <= box[2] && word.box[2] >= box[0])
  return (
    below.length > 0 &&
    below.every(({ text }) => isNumber(text) || isPercent(text) || isCurrency(text))
  )
}

function isSameLabel(one: string, other: string): boolean {
  return toLabelKey(one) === toLabelKey(other)
}
