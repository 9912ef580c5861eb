import type { Word } from '../../domain/reading/reading.ts'
import { joinWords } from '../text/text-lines.ts'
import type { Line } from '../text/build-lines.ts'
import { isAlternatesTitle, isTableHead, parseEventTitle, parseHeatTitle } from './titles.ts'

/** Things that begin at the same place differ by no more, in points. */
export const sameLeft = 4
/** Columns of a page are never nearer to each other. */
const narrowest = 120
/** Names do not begin farther from the left of a column. */
const nameIndent = 30
/** What Meet Manager leaves free of a page's width, and at least between two columns. */
const margins = 28.8
const gutter = 10

/**
 * Where the columns of a document begin. Titles tell, for they stand at the very left; a name that reads like
 * a title is too near to a real one. A column may have no title, but then the others tell where it is.
 */
export function columnLefts(lines: Line[], pageWidth: number): number[] {
  const clusters: { at: number; count: number }[] = []
  for (const left of lines.flatMap(titleLefts)) {
    const cluster = clusters.find(({ at }) => Math.abs(at - left) <= sameLeft)
    if (cluster) cluster.count += 1
    else clusters.push({ at: left, count: 1 })
  }
  const lefts: number[] = []
  for (const { at } of clusters.toSorted((a, b) => b.count - a.count)) {
    if (lefts.every((other) => Math.abs(other - at) >= narrowest)) lefts.push(at)
  }
  const sorted = lefts.toSorted((a, b) => a - b)
  const all = evenLefts(sorted[0] ?? 0, lines, pageWidth)
  const isPartOf = sorted.every((left) =>
    all.some((one) => left - one >= -sameLeft && left - one <= nameIndent),
  )
  return isPartOf ? all : sorted
}

/** As many columns as a page has room for, from the width of the tables in the first. */
function evenLefts(first: number, lines: Line[], pageWidth: number): number[] {
  const ends = lines.flatMap(({ words }) => {
    const end = words.findIndex(({ text }) => /^(?:Time|Prelims)$/.test(text))
    return isTableHead(joinWords(words)) ? [words[end]?.box[2] ?? 0] : []
  })
  const width = Math.min(...ends.filter((end) => end > first)) - first + gutter
  const count = Math.max(1, Math.floor(pageWidth / width))
  return Array.from(
    { length: count },
    (_, index) => first + (index * (pageWidth - margins)) / count,
  )
}

/** Where on a line titles of events, heats or tables begin. */
export function titleLefts({ words }: Line): number[] {
  return words.flatMap(({ box }, index) => (isTitleAt(words, index) ? [box[0]] : []))
}

function isTitleAt(words: Word[], index: number): boolean {
  const begins = /^(?:Heat|Lauf|Event|Wettkampf|noch|Lane|Alternates|#\d*[A-Z]?|H\d+)$/i
  if (!begins.test(words[index]?.text ?? '')) return false
  const text = joinWords(words.slice(index, index + 8))
  if (parseHeatTitle(text) ?? parseEventTitle(text)) return true
  return isTableHead(text) || isAlternatesTitle(text) || /^H\d+ L\d/.test(text)
}
