import type { PDFPageProxy } from 'pdfjs-dist'
import type { Box } from '../../../../domain/reading/reading.ts'

/** A word on a page, in points from the top left corner. */
export interface PageWord {
  text: string
  box: Box
}

/** A run of text with its position. */
interface TextRun {
  str: string
  /** Matrix from text space to the page: scale, skew and position. */
  transform: readonly number[]
  width: number
  height: number
}

export async function readWords(page: PDFPageProxy): Promise<PageWord[]> {
  const { transform } = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent()
  return items.flatMap((item) => ('str' in item ? splitRun(item as TextRun, transform) : []))
}

/** Splits a run into words at its spaces, on the assumption that all characters have the same width. */
export function splitRun(run: TextRun, toPage: readonly number[]): PageWord[] {
  const [x, y] = applyMatrix(toPage, run.transform[4] ?? 0, run.transform[5] ?? 0)
  const step = run.width / Math.max(run.str.length, 1)
  return [...run.str.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
    text,
    box: [x + index * step, y - run.height, x + (index + text.length) * step, y],
  }))
}

function applyMatrix(
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[],
  x: number,
  y: number,
): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

const margin = 2

export function findWordAt(words: readonly PageWord[], x: number, y: number): PageWord | undefined {
  return words.find(
    ({ box: [left, top, right, bottom] }) =>
      x >= left - margin && x <= right + margin && y >= top - margin && y <= bottom + margin,
  )
}

/** Joins the words whose middle is inside the box, in reading order. */
export function joinWords(words: readonly PageWord[], area: Box): PageWord | undefined {
  const inside = words
    .filter(({ box }) => contains(area, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
    .sort((one, other) => compareLines(one, other) || one.box[0] - other.box[0])
  if (inside.length === 0) return undefined
  const side = (at: 0 | 1 | 2 | 3) => inside.map(({ box }) => box[at])
  return {
    text: inside.map(({ text }) => text).join(' '),
    box: [Math.min(...side(0)), Math.min(...side(1)), Math.max(...side(2)), Math.max(...side(3))],
  }
}

function contains([left, top, right, bottom]: Box, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom
}

/** Compares the lines of two words; zero if they are on the same line. */
function compareLines({ box: one }: PageWord, { box: other }: PageWord): number {
  const height = Math.min(one[3] - one[1], other[3] - other[1])
  const distance = one[3] - other[3]
  return Math.abs(distance) < height / 2 ? 0 : distance
}
