import type { Word } from '../../domain/reading.ts'

export interface Line {
  baseline: number
  words: Word[]
}

// In ems, that is, parts of the font size: figures set a little higher than their row belong to it.
const sameLine = 0.35
const sameSpot = 0.1

/** So many times the page's usual step from line to line, and a new paragraph begins. */
const paragraphStep = 1.5

/** The lines of a page from top to bottom, their words from left to right. */
export function buildLines(words: Word[]): Line[] {
  const lines: Line[] = []
  for (const word of words.toSorted((a, b) => a.baseline - b.baseline)) {
    const line = lines.at(-1)
    if (line && isOnLine(line, word)) line.words.push(word)
    else lines.push({ baseline: word.baseline, words: [word] })
  }
  return lines.map(({ baseline, words }) => ({ baseline, words: leftToRight(words) }))
}

/** A row of text for each line, and an empty row before each paragraph but the first. */
export function linesToText(lines: Line[]): string {
  const steps = lines.slice(1).map((line, index) => line.baseline - (lines[index]?.baseline ?? 0))
  const widest = paragraphStep * median(steps)
  const rows = lines.map(({ words }) => words.map(({ text }) => text).join(' '))
  return rows.map((row, index) => ((steps[index - 1] ?? 0) > widest ? `\n${row}` : row)).join('\n')
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
