import type { ColumnName, TableLayout } from '../../../domain/mapping/invoice-layout.ts'
import type { InvoiceVocabulary } from '../../../domain/mapping/invoice-vocabulary.ts'
import { fitColumns } from '../../layout/fit-columns.ts'
import type { TableColumn } from '../../layout/table-header.ts'
import type { TableRegion } from '../../layout/table-regions.ts'
import { readRows } from '../../layout/item-rows.ts'
import { findItemStarts } from '../../layout/item-starts.ts'
import { type TextLine, joinWords } from '../../text/text-lines.ts'
import type { TableBody } from './table-bodies.ts'
import {
  type RoleAssignment,
  assignRoles,
  hasUnits,
  isArticleNumber,
  splitCodes,
  dropEmptyColumns,
  toColumns,
  parseHeaderUnit,
} from './assign-columns.ts'
import type { HeaderCell } from './find-table-headers.ts'
import { type ColumnRole, indexVocabulary } from '../labels/vocabulary-index.ts'
import type { Phrases } from '../labels/phrases.ts'
import { findWrap, stepAboveEm, maxLineStepEm } from './line-wrapping.ts'

/** One interpretation of the table, in the form of a mapping's layout, with the regions that it covers. */
export interface TableGuess {
  layout: TableLayout
  regions: TableRegion[]
  /** False if text above the first item may be part of that item or a heading. */
  isSure: boolean
  /** Roles assigned to the header row. */
  roles: ReadonlySet<ColumnRole>
  /**
   * Roles that a header names without doubt. `Jumlah`, for example, is in doubt: it may mean a quantity or an amount.
   */
  named_roles: ReadonlySet<ColumnRole>
}

/** Yields interpretations of the table, most likely first. */
export function* guessTables(
  bodies: TableBody[],
  vocabulary: InvoiceVocabulary,
): Generator<TableGuess> {
  const cells = bodies[0]?.header?.cells ?? []
  const lines = bodies.flatMap((body) => body.lines)
  for (const assignment of assignRoles(cells, lines)) {
    const columns = splitCodes(dropEmptyColumns(assignment, lines), lines)
    for (const start of listStartRules(columns)) {
      const table = guessTable(bodies, columns, start, vocabulary)
      if (table) yield table
    }
  }
}

function unambiguousRole({ roles }: HeaderCell): ColumnRole[] {
  return roles.length === 1 ? roles : []
}

/** Returns rules for an item's first line, strictest first. */
function listStartRules(assignment: RoleAssignment): TableLayout['start'][] {
  const has = (name: ColumnName) => assignment.some(({ role }) => role === name)
  const moneyColumn: ColumnName = has('amount') ? 'amount' : 'unit_price'
  const starts: TableLayout['start'][] = []
  if (has('quantity')) starts.push({ quantity: '\\d', [moneyColumn]: '' })
  if (has('quantity') && has('unit_price')) starts.push({ quantity: '\\d', unit_price: '' })
  if (has('no')) starts.push({ no: '^\\d+\\.?$', [moneyColumn]: '' })
  starts.push({ [moneyColumn]: '' })
  // An item number may be printed above its amounts.
  return has('no') ? [...starts, { no: '^\\d+\\.?$' }] : starts
}

function guessTable(
  bodies: TableBody[],
  assignment: RoleAssignment,
  start: TableLayout['start'],
  vocabulary: InvoiceVocabulary,
): TableGuess | undefined {
  const layout = buildLayout(bodies, assignment, start)
  const regions: TableRegion[] = []
  let columns: TableColumn[] = []
  for (const { header, lines } of bodies) {
    const headerColumns =
      header && allowUnitInQuantity(shiftColumns(assignment, header, lines), layout)
    if (headerColumns) columns = fitColumns(layout, headerColumns, lines)
    const starts = findItemStarts(layout, columns, lines).map(({ line }) => line)
    if (starts.length === 0 && !header) continue
    const body = header ? lines : lines.slice(findTop(lines, starts[0]))
    regions.push({
      columns: headerColumns,
      lines: dropTrailingText(body, starts, indexVocabulary(vocabulary).after_table),
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
    roles: new Set(assignment.flatMap(({ cell, role }) => [role, ...unambiguousRole(cell)])),
    named_roles: new Set(assignment.flatMap(({ cell }) => unambiguousRole(cell))),
    layout: { ...wrapped, join: chooseJoin(rows), take: chooseTake(assignment, rows) },
  }
}

/** Adapts the columns to a later page, whose headers may be slightly shifted. */
function shiftColumns(
  assignment: RoleAssignment,
  header: NonNullable<TableBody['header']>,
  lines: TextLine[],
): TableColumn[] {
  const moved = assignment.map((assigned) => {
    const same = header.cells.find(({ text }) => text === assigned.cell.text)
    const isWhole = assigned.cell.words.length > 0
    return same && isWhole ? { ...assigned, cell: same } : assigned
  })
  return toColumns(moved, lines)
}

function allowUnitInQuantity(columns: TableColumn[], { split }: TableLayout): TableColumn[] {
  return columns.map((column) =>
    column.name === 'quantity' && split.quantity ? { ...column, kind: 'text' } : column,
  )
}

function buildLayout(
  bodies: TableBody[],
  assignment: RoleAssignment,
  start: TableLayout['start'],
): TableLayout {
  const lines = bodies.flatMap((body) => body.lines)
  const quantity = assignment.find(({ role }) => role === 'quantity')
  const isUnitOpen = !assignment.some(({ role }) => role === 'unit')
  const unit = quantity && isUnitOpen ? parseHeaderUnit(quantity.cell.text) : undefined
  const isSplit = isUnitOpen && !unit && hasUnits(assignment, lines)
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

/**
 * Returns the top of the table on a page without a header row. Text well above the first item is not part of the table.
 */
function findTop(lines: TextLine[], first: TextLine | undefined): number {
  let top = first ? lines.indexOf(first) : 0
  while (top > 0 && stepAboveEm(lines, top) <= maxLineStepEm) top--
  return top
}

/** Drops text below the last item if it follows a gap or starts with an `after_table` phrase. */
function dropTrailingText(
  lines: TextLine[],
  starts: TextLine[],
  after: Phrases<'after'>,
): TextLine[] {
  const last = lines.lastIndexOf(starts.at(-1) as TextLine)
  const end = lines.findIndex((line, index) => {
    if (index <= last) return false
    return stepAboveEm(lines, index) > maxLineStepEm || after.matchStart(line.text).length > 0
  })
  return end < 0 ? lines : lines.slice(0, end)
}

type Rows = ReturnType<typeof readRows>

/**
 * Decides how lines are joined: in a document with trailing spaces, a line without a trailing space ends inside a word.
 */
function chooseJoin(rows: Rows): TableLayout['join'] {
  const descriptions = rows.map((row) => row.filter(({ column }) => column === 'description'))
  const ends = descriptions.flatMap((parts) => parts.slice(0, -1).map(({ words }) => words.at(-1)))
  return ends.some((word) => word?.trailing_space) ? 'exact' : 'space'
}

/** Matches `SKU: AB-19` on a separate line. */
const codeLabel =
  /(?:^|\s)(?:SKU|Art(?:ikel|icle)?\.?[ -]?(?:Nr|No)\.?|Kode|Item code|Part no\.?|Réf\.?)\s*:\s*(\S+)$/

/** Takes the SKU from the first text line of each item if that line is a code in every item. */
function chooseTake(assignment: RoleAssignment, rows: Rows): TableLayout['take'] {
  if (assignment.some(({ role }) => role === 'sku')) return {}
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
