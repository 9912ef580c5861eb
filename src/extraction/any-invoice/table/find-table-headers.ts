import { ColumnName } from '../../../domain/mapping/invoice-layout.ts'
import type { InvoiceVocabulary } from '../../../domain/mapping/invoice-vocabulary.ts'
import type { Box, Word } from '../../../domain/reading/reading.ts'
import { isCurrency, isNumber } from '../../values/numbers.ts'
import { boundingBox, joinWords, type TextLine } from '../../text/text-lines.ts'
import { type ColumnRole, indexVocabulary } from '../labels/vocabulary-index.ts'
import { type Phrases, dropUnitAndCurrency } from '../labels/phrases.ts'

/** The header of one column, which may span several lines. */
export interface HeaderCell {
  words: Word[]
  box: Box
  text: string
  /** Possible roles. Empty if the text is not in the vocabulary. */
  roles: ColumnRole[]
}

/** A table's header row, with cells from left to right. */
export interface TableHeader {
  page: number
  /** Items start below this baseline. */
  baseline: number
  cells: HeaderCell[]
}

const maxLineStepEm = 1.9

/** Maximum number of header lines above, and below, the line with the most cells. */
const maxAdjacentLines = 4

/** Finds the item table's header rows, one per page that repeats it. */
export function findTableHeaders(lines: TextLine[], vocabulary: InvoiceVocabulary): TableHeader[] {
  const phrases = indexVocabulary(vocabulary).columns
  const headers = lines.flatMap((_, index) => readHeaderAt(lines, index, phrases) ?? [])
  const best = headers.toSorted((a, b) => scoreHeader(b) - scoreHeader(a))[0]
  if (!best) return []
  const repeats = headers.filter(
    (header) => header.page > best.page && headerText(header) === headerText(best),
  )
  const pages = new Set<number>()
  return [best, ...repeats].filter(({ page }) => !pages.has(page) && pages.add(page))
}

/** Requires columns for goods and prices, and ranks headers with more known columns higher. */
function readHeaderAt(
  lines: TextLine[],
  index: number,
  phrases: Phrases<ColumnRole>,
): TableHeader | undefined {
  const line = lines[index]
  if (!line || !isHeaderLine(line)) return undefined
  const cells = readHeaderCells(line, phrases)
  if (collectRoles(cells).size === 0) return undefined
  let baseline = line.baseline
  for (const above of findAdjacentLines(lines, index, -1)) {
    if (!isHeaderLine(above) || !mergeLine(cells, above, 'above', phrases)) break
  }
  for (const below of findAdjacentLines(lines, index, 1)) {
    if (!isHeaderLine(below) || !mergeLine(cells, below, 'below', phrases)) break
    baseline = below.baseline
  }
  const header = { page: line.page, baseline, cells: cells.toSorted((a, b) => a.box[0] - b.box[0]) }
  return isItemHeader(header) ? header : undefined
}

function isItemHeader({ cells }: TableHeader): boolean {
  const roles = collectRoles(cells)
  const hasMoney = roles.has('amount') || roles.has('unit_price')
  const hasGoods = roles.has('description') || roles.has('quantity') || roles.has('sku')
  const isFull =
    cells.length >= 4 && ColumnName.options.filter((role) => roles.has(role)).length >= 2
  return hasGoods && (isFull || (hasMoney && cells.length >= 2))
}

function scoreHeader({ cells }: TableHeader): number {
  const roles = collectRoles(cells)
  return (
    ColumnName.options.filter((role) => roles.has(role)).length + (roles.has('description') ? 1 : 0)
  )
}

function collectRoles(cells: HeaderCell[]): Set<ColumnRole> {
  return new Set(cells.flatMap(({ roles }) => roles))
}

function headerText({ cells }: TableHeader): string {
  return cells.map(({ text }) => text).join('|')
}

/** False for a line with numbers. */
function isHeaderLine({ segments }: TextLine): boolean {
  return segments.every(({ text }) => !isNumber(text))
}

/** Returns closely spaced lines above or below. */
function findAdjacentLines(lines: TextLine[], index: number, direction: 1 | -1): TextLine[] {
  const found: TextLine[] = []
  let last = lines[index]
  for (let at = index + direction; found.length < maxAdjacentLines; at += direction) {
    const line = lines[at]
    if (!line || line.page !== last?.page) break
    if (Math.abs(line.baseline - last.baseline) > maxLineStepEm * line.font_size) break
    found.push(line)
    last = line
  }
  return found
}

/** Splits segments that consist of several known headers. */
function readHeaderCells({ segments }: TextLine, phrases: Phrases<ColumnRole>): HeaderCell[] {
  return segments.flatMap(({ words }) => {
    const whole = toCell(words, phrases)
    if (phrases.matchWhole(whole.text).length > 0 || words.length === 1) return [whole]
    const parts = splitByPhrases(words, phrases)
    const known = parts.filter(({ roles }) => roles.length > 0)
    return known.length > 1 && known.length === parts.length ? parts : [whole]
  })
}

/** Matches phrases from left to right, longest first. An unmatched word is added to the previous phrase. */
function splitByPhrases(words: Word[], phrases: Phrases<ColumnRole>): HeaderCell[] {
  const groups: Word[][] = []
  for (let at = 0; at < words.length; ) {
    const lengths = [4, 3, 2, 1].filter((length) => at + length <= words.length)
    const length = lengths.find(
      (count) => phrases.matchWhole(joinWords(words.slice(at, at + count))).length > 0,
    )
    const taken = words.slice(at, at + (length ?? 1))
    if (length === undefined && groups.length > 0) groups.at(-1)?.push(...taken)
    else groups.push(taken)
    at += taken.length
  }
  return groups.map((group) => toCell(group, phrases))
}

/**
 * Merges a line into the cells above or below it. Returns false if it is not part of the header row. Only a currency, a
 * unit or the rest of a phrase may appear below a header: anything else is the first item.
 */
function mergeLine(
  cells: HeaderCell[],
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
    if (!cell)
      return (
        alone.roles.length > 0 && phrases.matchWhole(dropUnitAndCurrency(alone.text)).length > 0
      )
    const joined = extendCell(cell, segment.words, side, phrases)
    if (isUnitOrCurrency(segment.text)) return true
    const isOtherText = cell.roles.length === 0 || side === 'above'
    return isOtherText ? joined.roles.length > 0 : completesPhrase(cell, joined, phrases)
  })
  if (side === 'below' ? fits.includes(false) : !fits.includes(true)) return false
  for (const [index, { segment, cell }] of joins.entries()) {
    if (!fits[index]) continue
    if (cell) Object.assign(cell, extendCell(cell, segment.words, side, phrases))
    else cells.push(toCell(segment.words, phrases))
  }
  return true
}

/** True if the added words complete a known phrase. */
function completesPhrase(
  cell: HeaderCell,
  joined: HeaderCell,
  phrases: Phrases<ColumnRole>,
): boolean {
  return (
    phrases.matchWhole(dropUnitAndCurrency(joined.text)).length > 0 && cell.text !== joined.text
  )
}

function isUnitOrCurrency(text: string): boolean {
  return /^\(.*\)$/.test(text) || isCurrency(text) || /^[%/]?[A-Z%]{1,4}\.?$/.test(text)
}

function extendCell(
  cell: HeaderCell,
  words: Word[],
  side: 'above' | 'below',
  phrases: Phrases<ColumnRole>,
): HeaderCell {
  return toCell(side === 'above' ? [...words, ...cell.words] : [...cell.words, ...words], phrases)
}

function toCell(words: Word[], phrases: Phrases<ColumnRole>): HeaderCell {
  const text = joinWords(words)
  return { words, text, box: boundingBox(words), roles: findRoles(text, phrases) }
}

/** Treats `IDR/kg` as a unit price, because a unit price column is often labelled with a currency and a slash. */
function findRoles(text: string, phrases: Phrases<ColumnRole>): ColumnRole[] {
  const [first = ''] = text.split('/')
  if (text.includes('/') && isCurrency(first.trim())) return ['unit_price']
  const tries = [
    phrases.matchWhole(text),
    phrases.matchWhole(dropUnitAndCurrency(text)),
    phrases.matchAnywhere(text),
  ]
  return tries.find((roles) => roles.length > 0) ?? []
}

function overlaps(one: Box, other: Box): boolean {
  return other[0] < one[2] && other[2] > one[0]
}
