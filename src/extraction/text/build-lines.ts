import type { Word } from '../../domain/reading/reading.ts'

export interface Line {
  /** Of its highest word, as is the font size. */
  baseline: number
  font_size: number
  words: Word[]
}

// In ems, that is, parts of the font size: figures set a little higher than their row belong to it.
const sameLine = 0.35
const sameSpot = 0.1
const widestSpacing = 1.5

/** A step so many times the usual line spacing begins a paragraph. */
const paragraphStep = 1.5

/** The lines of a page from top to bottom, their words from left to right. */
export function buildLines(words: Word[]): Line[] {
  const lines: Line[] = []
  for (const word of words.toSorted((a, b) => a.baseline - b.baseline)) {
    const { baseline, font_size } = word
    const line = lines.at(-1)
    if (line && isOnLine(line, word)) line.words.push(word)
    else lines.push({ baseline, font_size, words: [word] })
  }
  return lines.map((line) => ({ ...line, words: leftToRight(line.words) }))
}

/** A row of text for each line, and an empty row before each paragraph but the first. */
export function linesToText(lines: Line[]): string {
  const steps = lines.map(
    ({ baseline }, index) => baseline - (lines[index - 1]?.baseline ?? baseline),
  )
  const usual = median(steps.slice(1))
  const rows = lines.map(({ font_size, words }, index) => {
    const row = words.map(({ text }) => text).join(' ')
    const spacing = Math.min(usual, widestSpacing * font_size)
    return (steps[index] ?? 0) > paragraphStep * spacing ? `\n${row}` : row
  })
  return rows.join('\n')
}

function isOnLine(line: Line, word: Word): boolean {
  return word.baseline - line.baseline <= sameLine * word.font_size
}

function leftToRight(words: Word[]): Word[] {
  const sorted = words.toSorted((a, b) => a.box[0] - b.box[0])
  return sorted.filter((word, index) => !isRepeat(sorted[index - 1], word))
}

/** Bold type and shadows are often made by drawing a word again, a hair beside itself. */
function isRepeat(previous: Word | undefined, word: Word): boolean {
  if (previous?.text !== word.text) return false
  return word.box.every((edge, index) => {
    const distance = Math.abs(edge - (previous.box[index] ?? edge))
    return distance <= sameSpot * word.font_size
  })
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
}
