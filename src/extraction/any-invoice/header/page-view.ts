import type { Word } from '../../../domain/reading/reading.ts'
import type { TextDocument } from '../../text/text-document.ts'
import type { Segment, TextLine } from '../../text/text-lines.ts'
import { dropUnitAndCurrency } from '../labels/phrases.ts'
import type { VocabularyIndex } from '../labels/vocabulary-index.ts'

// Maximum baseline difference on one line, in ems (multiples of the font size).
const sameLineEm = 0.35
/** In some layouts, a label is half a line above or below its value. */
const besideEm = 0.62
/**
 * Text half a line above or below is preferred only if it is nearer than text on the same line by at least this
 * distance.
 */
const offLinePenaltyEm = 3
const aboveEm = 3.2
const leftEdgeEm = 2

/** The item table, which the header reader skips. */
export interface TableContext {
  /** Words in the table, which name columns and goods. */
  table?: ReadonlySet<Word>
}

/** The pages, with the positions and distances from which features are computed. */
export class PageView {
  readonly document: TextDocument
  readonly body_size: number
  readonly #table: ReadonlySet<Word>
  /** Segments with letters, keyed by page. */
  readonly #segmentsWithLetters = new Map<number, Segment[]>()
  readonly #left = new Map<Segment, Segment | undefined>()
  readonly #above = new Map<Segment, Segment | undefined>()
  readonly #zones: { page: number; top: number; bottom: number }[]

  constructor(document: TextDocument, index: VocabularyIndex, { table }: TableContext = {}) {
    this.document = document
    this.body_size = findUsualFontSize(document.segments)
    this.#table = table ?? new Set()
    for (const [page, segments] of document.segments_by_page) {
      this.#segmentsWithLetters.set(
        page,
        segments.filter(({ text }) => /\p{L}/u.test(text)),
      )
    }
    this.#zones = findTableZones(document.lines, index)
  }

  /** Distance from the top of the page, as a fraction of its height. */
  relativeTop({ page, baseline }: Segment): number {
    return baseline / (this.document.page_sizes.get(page)?.height ?? defaultHeight)
  }

  /** Distance of the left edge from the left side of the page, as a fraction of the page width. */
  relativeLeft({ page, box }: Segment): number {
    return box[0] / (this.document.page_sizes.get(page)?.width ?? defaultWidth)
  }

  isInTable({ page, baseline, words }: Segment): boolean {
    return (
      words.some((word) => this.#table.has(word)) ||
      this.#zones.some(
        (zone) => zone.page === page && baseline >= zone.top && baseline <= zone.bottom,
      )
    )
  }

  /** True for a segment in the rows that the solver chose, not only below a line that looks like a header. */
  isInRows({ words }: Segment): boolean {
    return words.some((word) => this.#table.has(word))
  }

  isBelowTable({ page, baseline }: Segment): boolean {
    return this.#zones.some(
      (zone) => page > zone.page || (page === zone.page && baseline > zone.top),
    )
  }

  /** Finds the nearest segment with letters to the left, on the same line or up to half a line above or below. */
  findLeftNeighbour(segment: Segment): Segment | undefined {
    return getOrCompute(this.#left, segment, () => this.#findLeft(segment))
  }

  /** True for a label with its value to the right, after a colon in a separate column: `NIS  : 20210077`. */
  hasValueBeside({ page, baseline, box, font_size }: Segment): boolean {
    const onPage = this.document.segments_by_page.get(page) ?? []
    let nearest: Segment | undefined
    for (const other of onPage) {
      const isOnLine = Math.abs(other.baseline - baseline) <= sameLineEm * font_size
      if (!isOnLine || other.box[0] < box[2] - 1) continue
      if (!nearest || other.box[0] < nearest.box[0]) nearest = other
    }
    return nearest?.text.startsWith(':') ?? false
  }

  /** Joins a label that wraps above and below its value's line: `Tanggal` above, `Pembelian` below. */
  findLeftText(segment: Segment): string {
    const left = this.findLeftNeighbour(segment)
    if (!left) return ''
    const offset = left.baseline - segment.baseline
    if (Math.abs(offset) <= sameLineEm * maxFontSize(left, segment)) return left.text
    const other = (this.#segmentsWithLetters.get(segment.page) ?? []).find(
      (it) =>
        Math.abs(it.box[0] - left.box[0]) < 1 &&
        Math.abs(it.baseline - segment.baseline + offset) < sameLineEm * segment.font_size,
    )
    if (!other) return left.text
    return offset < 0 ? `${left.text} ${other.text}` : `${other.text} ${left.text}`
  }

  /** Finds the nearest segment with letters directly above. */
  findAboveNeighbour(segment: Segment): Segment | undefined {
    return getOrCompute(this.#above, segment, () => this.#findAbove(segment))
  }

  #findLeft(segment: Segment): Segment | undefined {
    const onPage = this.#segmentsWithLetters.get(segment.page) ?? []
    let best: { other: Segment; distance: number } | undefined
    for (const other of onPage) {
      const gap = segment.box[0] - other.box[2]
      const lineOffset = Math.abs(other.baseline - segment.baseline) / maxFontSize(other, segment)
      if (gap < -1 || lineOffset > besideEm || other === segment) continue
      const distance = gap / segment.font_size + (lineOffset > sameLineEm ? offLinePenaltyEm : 0)
      if (!best || distance < best.distance) best = { other, distance }
    }
    return best?.other
  }

  #findAbove(segment: Segment): Segment | undefined {
    const onPage = this.#segmentsWithLetters.get(segment.page) ?? []
    let best: Segment | undefined
    for (const other of onPage) {
      const step = (segment.baseline - other.baseline) / maxFontSize(other, segment)
      if (step <= sameLineEm || step > aboveEm || !isOver(other, segment)) continue
      if (!best || other.baseline >= best.baseline) best = other
    }
    return best
  }

  /** Returns the next lines with the same left edge, up to a vertical gap. */
  findLinesBelow(segment: Segment, count: number): Segment[] {
    return this.#findAlignedLines(segment, 1).slice(0, count)
  }

  /** Returns the previous lines with the same left edge, nearest first. */
  findLinesAbove(segment: Segment, count: number): Segment[] {
    return this.#findAlignedLines(segment, -1).slice(0, count)
  }

  #findAlignedLines(segment: Segment, direction: 1 | -1): Segment[] {
    const onPage = this.document.segments_by_page.get(segment.page) ?? []
    const ordered = direction === 1 ? onPage : onPage.toReversed()
    const found: Segment[] = []
    let last = segment
    for (const other of ordered) {
      const step = (direction * (other.baseline - last.baseline)) / maxFontSize(other, last)
      if (step <= sameLineEm || !isAligned(other, segment)) continue
      if (step > maxStepEm) break
      found.push(other)
      last = other
    }
    return found
  }
}

/** Returns the cached result for a segment, or computes and caches it. */
function getOrCompute<T>(cache: Map<Segment, T>, segment: Segment, compute: () => T): T {
  if (!cache.has(segment)) cache.set(segment, compute())
  return cache.get(segment) as T
}

const defaultWidth = 595
const defaultHeight = 842
const maxStepEm = 2.6
const alignEm = 1

function maxFontSize(one: Segment, other: Segment): number {
  return Math.max(one.font_size, other.font_size)
}

function isAligned(other: Segment, segment: Segment): boolean {
  const tolerance = alignEm * maxFontSize(other, segment)
  const centre = (box: Segment['box']) => (box[0] + box[2]) / 2
  return (
    Math.abs(other.box[0] - segment.box[0]) <= tolerance ||
    Math.abs(other.box[2] - segment.box[2]) <= tolerance / 2 ||
    Math.abs(centre(other.box) - centre(segment.box)) <= tolerance / 2
  )
}

function isOver(other: Segment, segment: Segment): boolean {
  const overlaps = other.box[0] <= segment.box[2] && other.box[2] >= segment.box[0]
  return overlaps || Math.abs(other.box[0] - segment.box[0]) <= leftEdgeEm * segment.font_size
}

/** Returns the font size in which most characters are printed. */
function findUsualFontSize(segments: Segment[]): number {
  const counts = new Map<number, number>()
  for (const { font_size, text } of segments) {
    const size = Math.round(font_size * 2) / 2
    counts.set(size, (counts.get(size) ?? 0) + text.length)
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 10
}

/** Returns the areas between a header row and the first total label. */
function findTableZones(
  lines: TextLine[],
  { columns, totals }: VocabularyIndex,
): { page: number; top: number; bottom: number }[] {
  const zones: { page: number; top: number; bottom: number }[] = []
  for (const [index, line] of lines.entries()) {
    const band = lines
      .slice(index, index + 3)
      .filter(
        ({ page, baseline }) =>
          page === line.page && baseline - line.baseline <= headerBandEm * line.font_size,
      )
    const roles = new Set(
      band.flatMap(({ segments }) =>
        segments.flatMap((segment) => findColumnRoles(segment, columns)),
      ),
    )
    const isHeader =
      roles.size >= minHeaderRoles &&
      (roles.has('amount') || roles.has('unit_price') || roles.has('quantity'))
    const isInside = zones.some(({ page, bottom }) => page === line.page && line.baseline <= bottom)
    const hasColumnLabel = line.segments.some(
      (segment) => findColumnRoles(segment, columns).length > 0,
    )
    if (!isHeader || !hasColumnLabel || isInside) continue
    const below = lines.filter(
      ({ page, baseline }) => page === line.page && baseline > line.baseline,
    )
    if (hasNextHeader(line, below, columns, totals)) continue
    const last = below.findLastIndex(({ segments }) => isItemRow(segments, totals))
    const end = below.slice(last + 1).find(({ segments }) => isTotalRow(segments, totals))
    const bottom = end ? end.baseline - 1 : (below[last]?.baseline ?? line.baseline)
    zones.push({ page: line.page, top: line.baseline - line.font_size, bottom })
  }
  return zones
}

/**
 * True if another header row comes between this row and the first item, because this row then belongs to a box of
 * document fields.
 */
function hasNextHeader(
  { baseline, font_size }: TextLine,
  below: TextLine[],
  columns: VocabularyIndex['columns'],
  totals: VocabularyIndex['totals'],
): boolean {
  const first = below.findIndex(({ segments }) => isItemRow(segments, totals))
  return below
    .slice(0, Math.max(0, first))
    .some(
      (line) =>
        line.baseline - baseline > headerBandEm * font_size &&
        new Set(line.segments.flatMap((segment) => findColumnRoles(segment, columns))).size >=
          minHeaderRoles,
    )
}

/** Maximum distance between the lines of one header row, in ems. */
const headerBandEm = 2.5
const minHeaderRoles = 3

function findColumnRoles({ text, words }: Segment, columns: VocabularyIndex['columns']): string[] {
  const bare = dropUnitAndCurrency(text)
  const roles = words.length <= maxHeaderWords ? columns.matchStart(bare) : []
  return [...columns.matchWhole(bare), ...roles].slice(0, 1)
}

const maxHeaderWords = 4

/** True for a row with at least two numbers and no total label. */
function isItemRow(segments: Segment[], totals: VocabularyIndex['totals']): boolean {
  const numbers = segments.filter(({ text }) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(text))
  return numbers.length >= 2 && !segments.some(({ text }) => totals.matchStart(text).length > 0)
}

function isTotalRow(segments: Segment[], totals: VocabularyIndex['totals']): boolean {
  const [first, ...more] = segments
  return first !== undefined && totals.matchStart(first.text).length > 0 && more.length <= 2
}
