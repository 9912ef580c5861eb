import type { Word } from '../../domain/reading/reading.ts'

export interface Line {
  /** Baseline and font size of the topmost word. */
  baseline: number
  font_size: number
  words: Word[]
}

// Maximum baseline difference within a line, in ems (multiples of the font size). It allows for slightly raised digits.
const lineToleranceEm = 0.35
const overprintToleranceEm = 0.1
const maxLineSpacingEm = 1.5

/** A new paragraph starts if the distance to the previous baseline exceeds the usual distance by this factor. */
const paragraphGapRatio = 1.5

/** Groups words into lines from top to bottom, each ordered from left to right. */
export function buildLines(words: Word[]): Line[] {
  const lines: Line[] = []
  for (const word of words.toSorted((a, b) => a.baseline - b.baseline)) {
    const { baseline, font_size } = word
    const line = lines.at(-1)
    if (line && isOnLine(line, word)) line.words.push(word)
    else lines.push({ baseline, font_size, words: [word] })
  }
  return lines.map((line) => ({ ...line, words: sortLeftToRight(line.words) }))
}

/** Writes each line as a row, with an empty row between paragraphs. */
export function linesToText(lines: Line[]): string {
  const steps = lines.map(
    ({ baseline }, index) => baseline - (lines[index - 1]?.baseline ?? baseline),
  )
  const usualStep = median(steps.slice(1))
  const rows = lines.map(({ font_size, words }, index) => {
    const row = words.map(({ text }) => text).join(' ')
    const spacing = Math.min(usualStep, maxLineSpacingEm * font_size)
    return (steps[index] ?? 0) > paragraphGapRatio * spacing ? `\n${row}` : row
  })
  return rows.join('\n')
}

function isOnLine(line: Line, word: Word): boolean {
  return word.baseline - line.baseline <= lineToleranceEm * word.font_size
}

function sortLeftToRight(words: Word[]): Word[] {
  const sorted = words.toSorted((a, b) => a.box[0] - b.box[0])
  return sorted.filter((word, index) => !isOverprint(sorted[index - 1], word))
}

/** True for a word that is drawn again with a tiny offset. Some programs fake bold type and shadows this way. */
function isOverprint(previous: Word | undefined, word: Word): boolean {
  if (previous?.text !== word.text) return false
  return word.box.every((edge, index) => {
    const distance = Math.abs(edge - (previous.box[index] ?? edge))
    return distance <= overprintToleranceEm * word.font_size
  })
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
}
