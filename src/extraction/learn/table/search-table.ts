import type { ColumnName, TableLayout } from '../../../domain/mapping/invoice-layout.ts'
import { readLines } from '../../layout/read-lines.ts'
import { findHeader } from '../../layout/table-header.ts'
import { findRegions } from '../../layout/table-regions.ts'
import { findLabel } from '../../text/labels.ts'
import type { Example } from '../example/example.ts'
import { escapePattern } from '../rules/label-phrases.ts'
import { matchesBetweenItems, proposeEnds } from './propose-ends.ts'
import type { TableProposal } from './propose-tables.ts'
import { toComparableText } from '../example/same-value.ts'
import { computeMaxScore, scoreLines } from './score-lines.ts'

export interface ExampleTable {
  example: Example
  /** Indexes of the item lines. */
  rows: number[]
  proposals: TableProposal[]
}

/** A table's layout, without keys that have default values. */
export type TableDraft = Pick<TableLayout, 'start' | 'end'> &
  Partial<TableLayout> & { columns: TableLayout['columns'] }

interface Trial {
  table: TableDraft
  score: number
  is_exact: boolean
}

const maxTrials = 700
const maxProposals = 20
/** Number of further proposals tried after one that reads every number, because another may read the text better. */
const maxCompleteProposals = 3

/** Searches the tables proposed from the examples for one that reads all lines, by trying each with the engine. */
export function searchTable(tables: ExampleTable[], totalLabels: string[]): Trial | undefined {
  const search = createSearch(tables)
  const ends = proposeAllEnds(tables, totalLabels)
  const isLong = tables.some(({ example }) => example.pages.length > 1)
  const proposals = tables
    .flatMap((own) => own.proposals.slice(0, maxProposals).map((proposal) => ({ own, proposal })))
    .toSorted((a, b) => a.proposal.cost - b.proposal.cost)
  let completeProposals = 0
  for (const { proposal } of proposals) {
    for (const [index, start] of listStartRules(proposal).entries()) {
      const table = toTable(proposal, start, tables)
      for (const [step, options] of listTableOptions(ends, isLong).entries())
        search.attempt(
          { ...table, ...options },
          0.004 * index + 0.002 * step + 0.002 * proposal.cost,
        )
    }
    if (search.hasAllNumbers()) completeProposals++
    if (search.isDone() || completeProposals >= maxCompleteProposals) break
  }
  search.refine(varyLineKinds)
  search.refine((table, isDone) =>
    isDone ? [] : varyTextColumns(table, findHeaderRemainders(table, tables)),
  )
  search.refine(simplifyTable)
  search.accept((table) => ({ ...table, header: 'first_page' }))
  if (!hasUnits(tables)) search.accept((table) => addUnitSplit(table)[0] ?? table)
  return search.best()
}

/** Returns lists of patterns for the table's end, strictest first. */
function proposeAllEnds(tables: ExampleTable[], totalLabels: string[]): string[][] {
  const lists = [false, true].map((isWide) =>
    dropDuplicates(
      tables.flatMap(({ example, rows }) => proposeEnds(example, rows, totalLabels, isWide)),
    ).filter((end) => !tables.some(({ example, rows }) => matchesBetweenItems(example, rows, end))),
  )
  const texts = dropDuplicates(lists.map((list) => JSON.stringify(list)))
  return lists.filter((list, index) => texts[index] === JSON.stringify(list))
}

/** Keeps the best table so far. The number of trials is limited. */
function createSearch(tables: ExampleTable[]) {
  const maxScore = tables.reduce(
    (sum, { example }) => sum + computeMaxScore(example.reading.lines),
    0,
  )
  let best: (Trial & { rank: number }) | undefined
  let trials = 0
  const run = (table: TableDraft): Trial | undefined =>
    trials++ < maxTrials ? scoreTable(table, tables) : undefined
  const isDone = () => best !== undefined && best.is_exact && best.score >= maxScore - 0.01
  return {
    isDone,
    attempt(table: TableDraft, penalty: number) {
      const trial = run(table)
      const rank = (trial?.score ?? -Infinity) - penalty
      if (trial && (!best || rank > best.rank + 1e-9)) best = { ...trial, rank }
    },
    /** Accepts a change to the best table if the table then reads more, or reads as much with fewer keys. */
    refine(changes: (table: TableDraft, isDone: boolean) => TableDraft[]) {
      for (const table of best ? changes(best.table, isDone()) : []) {
        const trial = run(table)
        const gain = (trial?.score ?? -Infinity) - (best?.score ?? 0)
        const isSimpler = Object.keys(table).length < Object.keys(best?.table ?? {}).length
        if (trial && (gain > 1e-9 || (isSimpler && gain > -1e-9)))
          best = { ...trial, rank: trial.score }
      }
    },
    hasAllNumbers: () => best !== undefined && best.score >= tables.length - 1e-9,
    /** Accepts a more general table if it reads the examples at least as well. */
    accept(change: (table: TableDraft) => TableDraft) {
      const trial = best && scoreTable(change(best.table), tables)
      if (best && trial && trial.score >= best.score - 1e-9) best = { ...trial, rank: trial.score }
    },
    best: (): Trial | undefined => best,
  }
}

function scoreTable(table: TableDraft, tables: ExampleTable[]): Trial {
  const layout = fillTable(table)
  let [score, is_exact] = [0, true]
  for (const { example } of tables) {
    const regions = findRegions(layout, example.document.lines)
    const { lines } = readLines(layout, regions, example.style)
    const scored = scoreLines(example.reading.lines, lines)
    score += scored.score
    is_exact &&= scored.is_exact
  }
  return { table, score, is_exact }
}

function fillTable(table: TableDraft): TableLayout {
  const defaults = { skip: [], split: {}, take: {}, drop: {}, untaxed: {}, defaults: {} }
  return { wrap: 'below', join: 'space', header: 'each_page', ...defaults, ...table }
}

function toTable(
  { columns, other, split, defaults }: TableProposal,
  start: TableLayout['start'],
  tables: ExampleTable[],
): Omit<TableDraft, 'end'> {
  const entries = Object.entries(columns) as [ColumnName, string][]
  const optional = entries.flatMap(([name, label]) =>
    tables.every(({ example }) => findLabel(label, example.document.segments).length > 0)
      ? []
      : [name],
  )
  return {
    columns: Object.fromEntries(entries.map(([name, label]) => [name, [label]])),
    ...(other.length > 0 && { other }),
    ...(optional.length > 0 && optional.length < entries.length && { optional }),
    start,
    ...(Object.keys(split).length > 0 && { split }),
    ...(Object.keys(defaults).length > 0 && { defaults }),
  }
}

/** Returns rules for an item's first line, most distinctive first. Subtotal rows have neither a price nor a number. */
function listStartRules({ columns, split, no_pattern }: TableProposal): TableLayout['start'][] {
  const has = (name: ColumnName) => name in columns
  const quantity = split.quantity ? '^-?\\d' : ''
  const rules: (TableLayout['start'] | false)[] = [
    has('unit_price') && has('amount') && { unit_price: '', amount: '' },
    no_pattern !== undefined && has('amount') && { no: no_pattern, amount: '' },
    has('quantity') && has('amount') && { quantity, amount: '' },
    has('quantity') && has('unit_price') && { quantity, unit_price: '' },
    no_pattern !== undefined && { no: no_pattern },
    has('amount') && { amount: '' },
    has('unit_price') && { unit_price: '' },
    has('quantity') && { quantity },
  ]
  return rules.filter((rule) => rule !== false)
}

function listTableOptions(
  ends: string[][],
  isLong: boolean,
): (Partial<TableLayout> & Pick<TableLayout, 'end'>)[] {
  const shapes: Partial<TableLayout>[] = [{}, { wrap: 'around' }, { wrap: 'around', join: 'exact' }]
  const pages = isLong ? [...shapes, ...shapes.map(addFirstPageHeader)] : shapes
  return ends.flatMap((end) =>
    pages.map((options) => ({ end: end.length > 0 ? end : ['^Total'], ...options })),
  )
}

function addFirstPageHeader(options: Partial<TableLayout>): Partial<TableLayout> {
  return { ...options, header: 'first_page' }
}

/** Allows items whose first line lacks content in some columns. */
function varyLineKinds(table: TableDraft, isExact: boolean): TableDraft[] {
  if (isExact) return []
  const rules: TableLayout['start'][] = [
    { amount: '' },
    { description: '\\p{L}', amount: '' },
    { quantity: '', unit_price: '' },
  ]
  const alternatives = rules
    .filter((rule) => Object.keys(rule).every((name) => name in table.columns))
    .map((rule) => ({ ...table, or_start: [rule] }))
  return [...alternatives, ...addUnitSplit(table)]
}

function hasUnits(tables: ExampleTable[]): boolean {
  return tables.some(({ example }) => example.reading.lines.some(({ unit }) => unit))
}

/** Allows some quantities to have a unit beside them. */
function addUnitSplit(table: TableDraft): TableDraft[] {
  if (!table.columns.quantity || table.split?.quantity || table.columns.unit) return []
  const split = { ...table.split, quantity: ['quantity' as const, 'unit' as const] }
  const starts = [table.start, { quantity: '', unit_price: '' }, { unit_price: '', amount: '' }]
  return starts
    .filter((start) => Object.keys(start).every((name) => name in table.columns))
    .map((start) => ({
      ...table,
      split,
      start: 'quantity' in start ? { ...start, quantity: '^-?\\d' } : start,
    }))
}

/** Varies where the text lines are, how they are joined, and what else the column contains. */
function varyTextColumns(table: TableDraft, skip: string[]): TableDraft[] {
  const { wrap: _wrap, join: _join, take: _take, ...rest } = table
  const shapes: Partial<TableLayout>[] = [{}]
  if (!('sku' in table.columns)) {
    const split = (...into: NonNullable<TableLayout['split']['description']>) => ({
      split: { ...table.split, description: into },
    })
    shapes.push(
      ...codePatterns.map((pattern) => ({
        take: { sku: { from: 'description' as const, pattern } },
      })),
      split('sku', 'description'),
      split('sku', { drop: '^\\w{1,3}$' }, 'description'),
    )
  }
  const wraps: Partial<TableLayout>[] = [{}, { wrap: 'around' }]
  const joins: Partial<TableLayout>[] = [{}, { join: 'exact' }]
  const skips: Partial<TableLayout>[] = skip.length > 0 ? [{}, { skip }] : [{}]
  return [wraps, joins, skips, shapes].reduce<TableDraft[]>(
    (tables, options) => tables.flatMap((one) => options.map((option) => ({ ...one, ...option }))),
    [rest],
  )
}

/** Patterns for an article code before the description. */
const codePatterns = ['^\\d{6,}\\b', '^[A-Z0-9./-]*\\d[A-Z0-9./-]*\\b']

/** Returns lines without digits between the header row and the first item, which are part of the header. */
function findHeaderRemainders(table: TableDraft, tables: ExampleTable[]): string[] {
  const layout = fillTable(table)
  const found = tables.flatMap(({ example, rows }) => {
    const { lines, segments_by_page } = example.document
    const first = lines[rows[0] ?? -1]
    const header = first && findHeader(layout, segments_by_page.get(first.page) ?? [])
    if (!first || !header) return []
    return lines.filter(
      ({ page, baseline, text }) =>
        page === first.page &&
        baseline > header.baseline &&
        baseline < first.baseline &&
        !/\d/.test(text) &&
        !example.reading.lines.some((it) =>
          toComparableText(it.description ?? '').includes(toComparableText(text)),
        ),
    )
  })
  return dropDuplicates(found.map(({ text }) => `^${escapePattern(text)}$`)).slice(0, maxSkips)
}

const maxSkips = 3

/** Returns one variant for each optional key, without that key. */
function simplifyTable(table: TableDraft): TableDraft[] {
  const keys = ['wrap', 'join', 'take', 'or_start', 'defaults'] as const
  return keys.flatMap((key) => {
    if (!(key in table)) return []
    const { [key]: _, ...rest } = table
    return [rest as TableDraft]
  })
}

function dropDuplicates(texts: string[]): string[] {
  return [...new Set(texts)]
}
