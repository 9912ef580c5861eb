import type { ColumnName, TableLayout } from '../../domain/mapping/invoice-layout.ts'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import { fitColumns } from '../layout/fit-columns.ts'
import type { Column } from '../layout/table-header.ts'
import type { Region } from '../layout/table-regions.ts'
import { readRows } from '../layout/item-rows.ts'
import { findItemStarts } from '../layout/item-starts.ts'
import { type TextLine, joinWords } from '../text/text-lines.ts'
import type { Body } from './table-bodies.ts'
import {
  type Assignment,
  assignRoles,
  hasUnits,
  isArticleNumber,
  partCodes,
  withoutEmpty,
  toColumns,
  unitOfHead,
} from './assign-columns.ts'
import type { HeadCell } from './find-table-headers.ts'
import { type ColumnRole, indexVocabulary } from './vocabulary-index.ts'
import type { Phrases } from './phrases.ts'
import { findWrap, stepTo, widestStep } from './line-wrapping.ts'

/** One way to understand a table: a layout as a mapping would say it, and where it applies. */
export interface TableGuess {
  layout: TableLayout
  regions: Region[]
  /** No text near the first item may belong to another. */
  isSure: boolean
  /** What its heads say there is. */
  names: ReadonlySet<ColumnRole>
}

/** Ways to read the table, the likeliest first. */
export function* guessTables(bodies: Body[], vocabulary: InvoiceVocabulary): Generator<TableGuess> {
  const cells = bodies[0]?.head?.cells ?? []
  const lines = bodies.flatMap((body) => body.lines)
  for (const way of assignRoles(cells, lines)) {
    const parted = partCodes(withoutEmpty(way, lines), lines)
    for (const start of startsOf(parted)) {
      const table = guess(bodies, parted, start, vocabulary)
      if (table) yield table
    }
  }
}

/** The role of a head that can mean nothing else. */
function sureRole({ roles }: HeadCell): ColumnRole[] {
  return roles.length === 1 ? roles : []
}

/** What may tell that a line begins an item, the strictest first. */
function startsOf(way: Assignment): TableLayout['start'][] {
  const has = (name: ColumnName) => way.some(({ role }) => role === name)
  const money: ColumnName = has('amount') ? 'amount' : 'unit_price'
  const starts: TableLayout['start'][] = []
  if (has('quantity')) starts.push({ quantity: '\\d', [money]: '' })
  if (has('quantity') && has('unit_price')) starts.push({ quantity: '\\d', unit_price: '' })
  if (has('no')) starts.push({ no: '^\\d+\\.?$', [money]: '' })
  starts.push({ [money]: '' })
  // The number of an item may stand above its amounts.
  return has('no') ? [...starts, { no: '^\\d+\\.?$' }] : starts
}

function guess(
  bodies: Body[],
  way: Assignment,
  start: TableLayout['start'],
  vocabulary: InvoiceVocabulary,
): TableGuess | undefined {
  const layout = layoutOf(bodies, way, start)
  const regions: Region[] = []
  let columns: Column[] = []
  for (const { head, lines } of bodies) {
    const heads = head && withSplit(columnsAt(way, head, lines), layout)
    if (heads) columns = fitColumns(layout, heads, lines)
    const starts = findItemStarts(layout, columns, lines).map(({ line }) => line)
    if (starts.length === 0 && !head) continue
    const body = head ? lines : lines.slice(topOf(lines, starts[0]))
    regions.push({
      columns: heads,
      lines: trim(body, starts, indexVocabulary(vocabulary).after_table),
    })
  }
  if (!regions.some(({ lines }) => lines.length > 0)) return undefined
  const { wrap, isSure } = findWrap(layout, regions)
  const wrapped = { ...layout, wrap }
  const rows = readRows(wrapped, regions)
  if (rows.length === 0) return undefined
  return {
    regions,
    isSure,
    names: new Set(way.flatMap(({ cell, role }) => [role, ...sureRole(cell)])),
    layout: { ...wrapped, join: joinOf(rows), take: takeOf(way, rows) },
  }
}

/** On later pages the same heads may stand a little elsewhere. */
function columnsAt(way: Assignment, head: NonNullable<Body['head']>, lines: TextLine[]): Column[] {
  const moved = way.map((given) => {
    const same = head.cells.find(({ text }) => text === given.cell.text)
    const isWhole = given.cell.words.length > 0
    return same && isWhole ? { ...given, cell: same } : given
  })
  return toColumns(moved, lines)
}

function withSplit(columns: Column[], { split }: TableLayout): Column[] {
  return columns.map((column) =>
    column.name === 'quantity' && split.quantity ? { ...column, kind: 'text' } : column,
  )
}

function layoutOf(bodies: Body[], way: Assignment, start: TableLayout['start']): TableLayout {
  const lines = bodies.flatMap((body) => body.lines)
  const quantity = way.find(({ role }) => role === 'quantity')
  const isUnitOpen = !way.some(({ role }) => role === 'unit')
  const unit = quantity && isUnitOpen ? unitOfHead(quantity.cell.text) : undefined
  const isSplit = isUnitOpen && !unit && hasUnits(way, lines)
  return {
    columns: {},
    start,
    wrap: 'below',
    join: 'space',
    header: 'first_page',
    end: [],
    skip: [],
    split: isSplit ? { quantity: ['quantity', 'unit'] } : {},
    take: {},
    drop: {},
    untaxed: {},
    defaults: unit ? { unit } : {},
  }
}

/** On a page without a head, what stands at a distance above the first item belongs to the page. */
function topOf(lines: TextLine[], first: TextLine | undefined): number {
  let top = first ? lines.indexOf(first) : 0
  while (top > 0 && stepTo(lines, top) <= widestStep) top--
  return top
}

/** Without what follows the last item at a distance, or begins as only such text does. */
function trim(lines: TextLine[], starts: TextLine[], after: Phrases<'after'>): TextLine[] {
  const last = lines.lastIndexOf(starts.at(-1) as TextLine)
  const end = lines.findIndex((line, index) => {
    if (index <= last) return false
    return stepTo(lines, index) > widestStep || after.atStart(line.text).length > 0
  })
  return end < 0 ? lines : lines.slice(0, end)
}

type Rows = ReturnType<typeof readRows>

/** A document that draws the space at the end of a line cuts words where it does not. */
function joinOf(rows: Rows): TableLayout['join'] {
  const descriptions = rows.map((row) => row.filter(({ column }) => column === 'description'))
  const ends = descriptions.flatMap((parts) => parts.slice(0, -1).map(({ words }) => words.at(-1)))
  return ends.some((word) => word?.trailing_space) ? 'exact' : 'space'
}

/** `SKU: AB-19`, on a line of its own. */
const codeLabel =
  /(?:^|(?<=\s))(?:SKU|Art(?:ikel|icle)?\.?[ -]?(?:Nr|No)\.?|Kode|Item code|Part no\.?|Réf\.?)\s*:\s*(\S+)$/

/** Where every item begins with a line that is only a code, this is its number. */
function takeOf(way: Assignment, rows: Rows): TableLayout['take'] {
  if (way.some(({ role }) => role === 'sku')) return {}
  const isCoded = rows.every((row) => {
    const [first, second] = row.filter(({ column }) => column === 'description')
    return first && second && first.words.length === 1 && isArticleNumber(joinWords(first.words))
  })
  if (isCoded) return { sku: { from: 'description', pattern: '^\\S+' } }
  const hasLabel = rows.every((row) =>
    row.some(({ column, words }) => column === 'description' && codeLabel.test(joinWords(words))),
  )
  return hasLabel ? { sku: { from: 'description', pattern: codeLabel.source } } : {}
}
