import type { Word } from '../../../domain/reading/reading.ts'

/** How the lines of a table cell are aligned with its row's number, which is a single line. */
export const alignments = ['top', 'middle', 'bottom'] as const
export type Alignment = (typeof alignments)[number]

interface Positioned {
  baseline: number
}

/** Maximum distance between baselines that should be equal, in line heights. */
const tolerance = 0.3
/** Maximum distance between two lines of one cell, in line heights. */
const maxStep = 1.3
const maxCellLines = 6

/** Glyphs are narrower than their advance widths, in ems. */
const slackEm = 0.3
export const spaceEm = 0.25

/** True if a line ended because the next word did not fit before the right edge of the cell. */
export function isFullLine(last: Word | undefined, next: Word | undefined, right: number): boolean {
  if (!last || !next) return false
  const space = endsWithHyphen(last.text) ? 0 : spaceEm * last.font_size
  const end = last.box[2] + space + (next.box[2] - next.box[0])
  return end > right - slackEm * last.font_size
}

/** True for a part of a name that was divided after its hyphen. */
export function endsWithHyphen(text: string): boolean {
  return /\p{L}[-‐]$/u.test(text)
}

/**
 * Assigns the lines of one column to its rows. `rows` contains the baselines of the rows' numbers. Returns undefined if
 * the lines do not fit this alignment.
 */
export function assignLines<One extends Positioned>(
  lines: One[],
  rows: number[],
  { alignment, height }: { alignment: Alignment; height: number },
): One[][] | undefined {
  if (alignment === 'middle') return assignToMiddles(lines, rows, height)
  if (alignment === 'top') return assignToTops(lines, rows, height)
  const mirrored = lines.toReversed().map((line) => ({ line, baseline: -line.baseline }))
  const mirroredRows = rows.toReversed().map((row) => -row)
  return assignToTops(mirrored, mirroredRows, height)
    ?.map((cell) => cell.toReversed().map(({ line }) => line))
    .toReversed()
}

/** Returns the smallest distance between consecutive lines, which is that of lines in one cell. */
export function findLineHeight(columns: Positioned[][], fontSize: number): number {
  const steps = columns.flatMap((lines) =>
    lines.slice(1).map(({ baseline }, at) => baseline - (lines[at]?.baseline ?? baseline)),
  )
  return Math.min(...steps.filter((step) => step > 0.8 * fontSize), 1.5 * fontSize)
}

function assignToTops<One extends Positioned>(
  lines: One[],
  rows: number[],
  height: number,
): One[][] | undefined {
  const cells = rows.map((): One[] => [])
  let row = -1
  for (const line of lines) {
    while ((rows[row + 1] ?? Infinity) <= line.baseline + tolerance * height) row += 1
    const cell = cells[row]
    const expected = cell?.at(-1)?.baseline ?? rows[row] ?? -Infinity
    const most = cell && cell.length > 0 ? maxStep : tolerance
    if (!cell || line.baseline - expected > most * height || cell.length === maxCellLines)
      return undefined
    cell.push(line)
  }
  return cells
}

function assignToMiddles<One extends Positioned>(
  lines: One[],
  rows: number[],
  height: number,
): One[][] | undefined {
  let used = 0
  const cells: One[][] = []
  for (const row of rows) {
    const offset = (row - (lines[used]?.baseline ?? Infinity)) / height
    const count = offset < -tolerance ? 0 : Math.round(2 * offset) + 1
    const cell = lines.slice(used, used + Math.min(count, maxCellLines))
    used += cell.length
    const mean = cell.reduce((sum, { baseline }) => sum + baseline, 0) / cell.length
    if (cell.length !== count || (count > 0 && Math.abs(mean - row) > tolerance * height))
      return undefined
    cells.push(cell)
  }
  return used === lines.length ? cells : undefined
}
