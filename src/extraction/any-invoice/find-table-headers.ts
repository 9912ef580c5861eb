import { ColumnName } from '../../domain/mapping/invoice-layout.ts'
import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import type { Box, Word } from '../../domain/reading/reading.ts'
import { isCurrency, isNumber } from '../values/numbers.ts'
import { boundingBox, joinWords, type TextLine } from '../text/text-lines.ts'
import { type ColumnRole, indexVocabulary } from './vocabulary-index.ts'
import { type Phrases, withoutRemarks } from './phrases.ts'

/** One head of a column, be it of several lines. */
export interface HeadCell {
  words: Word[]
  box: Box
  text: string
  /** What the column may hold; none when the vocabulary does not know it. */
  roles: ColumnRole[]
}

/** The head of a table, its cells from left to right. */
export interface Head {
  page: number
  /** Items stand below this baseline. */
  baseline: number
  cells: HeadCell[]
}

// In ems.
const widestStep = 1.9

/** How many lines above and below a head's fullest line may belong to it. */
const reach = 4

/** The heads of the invoice's items, one for each page that has it; none where nothing looks like one. */
export function findHeads(lines: TextLine[], vocabulary: InvoiceVocabulary): Head[] {
  const phrases = indexVocabulary(vocabulary).columns
  const heads = lines.flatMap((_, index) => headAt(lines, index, phrases) ?? [])
  const best = heads.toSorted((a, b) => rank(b) - rank(a))[0]
  if (!best) return []
  const repeats = heads.filter((head) => head.page > best.page && nameOf(head) === nameOf(best))
  const pages = new Set<number>()
  return [best, ...repeats].filter(({ page }) => !pages.has(page) && pages.add(page))
}

/** A head names what is sold and what it costs; the more columns it knows, the better. */
function headAt(lines: TextLine[], index: number, phrases: Phrases<ColumnRole>): Head | undefined {
  const line = lines[index]
  if (!line || !isHeadLine(line)) return undefined
  const cells = cellsOf(line, phrases)
  if (rolesOf(cells).size === 0) return undefined
  let baseline = line.baseline
  for (const above of neighbours(lines, index, -1)) {
    if (!isHeadLine(above) || !joinLine(cells, above, 'above', phrases)) break
  }
  for (const below of neighbours(lines, index, 1)) {
    if (!isHeadLine(below) || !joinLine(cells, below, 'below', phrases)) break
    baseline = below.baseline
  }
  const head = { page: line.page, baseline, cells: cells.toSorted((a, b) => a.box[0] - b.box[0]) }
  return isUseful(head) ? head : undefined
}

function isUseful({ cells }: Head): boolean {
  const roles = rolesOf(cells)
  const hasMoney = roles.has('amount') || roles.has('unit_price')
  const hasGoods = roles.has('description') || roles.has('quantity') || roles.has('sku')
  const isFull =
    cells.length >= 4 && ColumnName.options.filter((role) => roles.has(role)).length >= 2
  return hasGoods && (isFull || (hasMoney && cells.length >= 2))
}

function rank({ cells }: Head): number {
  const roles = rolesOf(cells)
  return (
    ColumnName.options.filter((role) => roles.has(role)).length + (roles.has('description') ? 1 : 0)
  )
}

function rolesOf(cells: HeadCell[]): Set<ColumnRole> {
  return new Set(cells.flatMap(({ roles }) => roles))
}

function nameOf({ cells }: Head): string {
  return cells.map(({ text }) => text).join('|')
}

/** Numbers stand under a head, not in it. */
function isHeadLine({ segments }: TextLine): boolean {
  return segments.every(({ text }) => !isNumber(text))
}

/** The lines that follow closely, upwards or downwards. */
function neighbours(lines: TextLine[], index: number, direction: 1 | -1): TextLine[] {
  const found: TextLine[] = []
  let last = lines[index]
  for (let at = index + direction; found.length < reach; at += direction) {
    const line = lines[at]
    if (!line || line.page !== last?.page) break
    if (Math.abs(line.baseline - last.baseline) > widestStep * line.font_size) break
    found.push(line)
    last = line
  }
  return found
}

/** Where several known heads stand close together, each is a cell of its own. */
function cellsOf({ segments }: TextLine, phrases: Phrases<ColumnRole>): HeadCell[] {
  return segments.flatMap(({ words }) => {
    const whole = toCell(words, phrases)
    if (phrases.whole(whole.text).length > 0 || words.length === 1) return [whole]
    const parts = splitByPhrases(words, phrases)
    const known = parts.filter(({ roles }) => roles.length > 0)
    return known.length > 1 && known.length === parts.length ? parts : [whole]
  })
}

/** Longest phrase first, from left to right; what is no phrase goes with the one before. */
function splitByPhrases(words: Word[], phrases: Phrases<ColumnRole>): HeadCell[] {
  const groups: Word[][] = []
  for (let at = 0; at < words.length; ) {
    const lengths = [4, 3, 2, 1].filter((length) => at + length <= words.length)
    const length = lengths.find(
      (count) => phrases.whole(joinWords(words.slice(at, at + count))).length > 0,
    )
    const taken = words.slice(at, at + (length ?? 1))
    if (length === undefined && groups.length > 0) groups.at(-1)?.push(...taken)
    else groups.push(taken)
    at += taken.length
  }
  return groups.map((group) => toCell(group, phrases))
}

/**
 * Adds a line to the cells that it stands over or under; false when it is no part of the head. Under a head stands
 * its currency or unit or the rest of its words: anything else is the table's first line.
 */
function joinLine(
  cells: HeadCell[],
  line: TextLine,
  side: 'above' | 'below',
  phrases: Phrases<ColumnRole>,
): boolean {
  const joins = line.segments.map((segment) => {
    const touched = cells.filter((cell) => overlaps(cell.box, segment.box))
    return { segment, cell: touched[0], isWide: touched.length > 1 }
  })
  if (joins.some(({ isWide }) => isWide)) return false
  const fits = joins.map(({ segment, cell }) => {
    const alone = toCell(segment.words, phrases)
    if (!cell) return alone.roles.length > 0 && phrases.whole(withoutRemarks(alone.text)).length > 0
    const joined = join(cell, segment.words, side, phrases)
    if (isRemark(segment.text)) return true
    const isNews = cell.roles.length === 0 || side === 'above'
    return isNews ? joined.roles.length > 0 : isLonger(cell, joined, phrases)
  })
  if (side === 'below' ? fits.includes(false) : !fits.includes(true)) return false
  for (const [index, { segment, cell }] of joins.entries()) {
    if (!fits[index]) continue
    if (cell) Object.assign(cell, join(cell, segment.words, side, phrases))
    else cells.push(toCell(segment.words, phrases))
  }
  return true
}

/** Whether the further words make the head say more than it does without them. */
function isLonger(cell: HeadCell, joined: HeadCell, phrases: Phrases<ColumnRole>): boolean {
  return phrases.whole(withoutRemarks(joined.text)).length > 0 && cell.text !== joined.text
}

function isRemark(text: string): boolean {
  return /^\(.*\)$/.test(text) || isCurrency(text) || /^[%/]?[A-Z%]{1,4}\.?$/.test(text)
}

function join(
  cell: HeadCell,
  words: Word[],
  side: 'above' | 'below',
  phrases: Phrases<ColumnRole>,
): HeadCell {
  return toCell(side === 'above' ? [...words, ...cell.words] : [...cell.words, ...words], phrases)
}

function toCell(words: Word[], phrases: Phrases<ColumnRole>): HeadCell {
  const text = joinWords(words)
  return { words, text, box: boundingBox(words), roles: rolesOfHead(text, phrases) }
}

/** A price per unit is often named by its currency alone: `IDR/kg`. */
function rolesOfHead(text: string, phrases: Phrases<ColumnRole>): ColumnRole[] {
  const [first = ''] = text.split('/')
  if (text.includes('/') && isCurrency(first.trim())) return ['unit_price']
  const tries = [phrases.whole(text), phrases.whole(withoutRemarks(text)), phrases.within(text)]
  return tries.find((roles) => roles.length > 0) ?? []
}

function overlaps(one: Box, other: Box): boolean {
  return other[0] < one[2] && other[2] > one[0]
}
