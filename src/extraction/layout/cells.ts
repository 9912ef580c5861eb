import type { ColumnName, TableLayout } from '../../domain/mapping/invoice-layout.ts'
import type { Word } from '../../domain/reading/reading.ts'
import { isNumber } from '../values/numbers.ts'
import { compile } from './pattern.ts'
import type { ItemParts } from './item-rows.ts'
import type { CellPart } from './item-starts.ts'
import { type Segment, joinWords, toSegment, toSegments } from '../text/text-lines.ts'

/** An item's content in one column. */
export interface ItemCell {
  text: string
  /** The page and the words at the start of the cell. Text that continues on the next page is only in `text`. */
  page: number
  words: Word[]
  ends_in_space: boolean
}

export type ItemCells = Partial<Record<ColumnName, ItemCell>>

/** Reads a row's cells, then applies the mapping's split, take and drop rules. */
export function readCells(layout: TableLayout, row: ItemParts): ItemCells {
  const cells: ItemCells = {}
  for (const part of row.flatMap((each) => splitPart(layout, each))) {
    cells[part.column] = appendPart(layout.join, cells[part.column], part)
  }
  applyTakeRules(layout, cells)
  for (const [column, pattern] of listColumnEntries(layout.drop)) {
    const cell = cells[column]
    if (cell) cell.text = collapseSpaces(compile(pattern).removeFrom(cell.text))
  }
  return cells
}

function appendPart(
  join: TableLayout['join'],
  cell: ItemCell | undefined,
  part: CellPart,
): ItemCell {
  const text = joinWords(part.words)
  const ends_in_space = part.words.at(-1)?.trailing_space ?? false
  if (!cell) return { text, page: part.page, words: part.words, ends_in_space }
  const between = join === 'exact' && !cell.ends_in_space ? '' : ' '
  return {
    text: `${cell.text}${between}${text}`,
    page: cell.page,
    words: part.page === cell.page ? [...cell.words, ...part.words] : cell.words,
    ends_in_space,
  }
}

/** Distributes a part among the columns that share its header. The last column gets the remainder. */
function splitPart({ split }: TableLayout, part: CellPart): CellPart[] {
  const into = split[part.column]
  if (!into || !part.on_first_line) return [part]
  const parts: CellPart[] = []
  let pieces = toSegments(part.words, part.page)
  for (const [index, target] of into.entries()) {
    const isLast = index === into.length - 1
    if (typeof target !== 'string') {
      if (compile(target.drop, 'exact case').test(pieces[0]?.text ?? '')) pieces = pieces.slice(1)
      continue
    }
    const [own, rest] = isLast ? [pieces, []] : splitFirstPiece(pieces)
    pieces = rest
    if (own.length > 0) parts.push({ ...part, column: target, words: flattenWords(own) })
  }
  return parts
}

/** Returns the first segment or, if text follows closely, only its leading number. */
function splitFirstPiece([first, ...others]: Segment[]): [Segment[], Segment[]] {
  if (!first) return [[], []]
  const [word, ...after] = first.words
  if (!word || !isNumber(word.text) || after.length === 0) return [[first], others]
  return [[toSegment([word], first.page)], [toSegment(after, first.page), ...others]]
}

function flattenWords(segments: Segment[]): Word[] {
  return segments.flatMap(({ words }) => words)
}

function applyTakeRules({ take }: TableLayout, cells: ItemCells): void {
  for (const [column, rule] of listColumnEntries(take)) {
    const source = cells[rule.from]
    const match = source && compile(rule.pattern).exec(source.text)
    if (!source || !match) continue
    cells[column] = { ...source, text: match.value }
    const rest =
      source.text.slice(0, match.index) + source.text.slice(match.index + match.text.length)
    cells[rule.from] = { ...source, text: collapseSpaces(rest) }
  }
}

function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

export function listColumnEntries<T>(record: Partial<Record<ColumnName, T>>): [ColumnName, T][] {
  return Object.entries(record) as [ColumnName, T][]
}
