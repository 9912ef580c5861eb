import type { Word } from '../../domain/reading/reading.ts'
import { joinWords } from '../text/text-lines.ts'
import type { Line } from '../text/build-lines.ts'
import { isAlternatesTitle, isTableHeader, parseEventTitle, parseHeatTitle } from './titles.ts'

/** In points: left edges within this distance are treated as equal. */
export const leftTolerancePt = 4
const minColumnDistancePt = 120
const maxNameIndentPt = 30
/** In points: Meet Manager's page margins and minimum gap between columns. */
const pageMarginsPt = 28.8
const minGutterPt = 10

/**
 * Finds the left edges of the page columns from titles, which start there. A name that resembles a title does not
 * count, because it is too close to a real title. Infers a column without a title from the spacing of the other
 * columns.
 */
export function findColumnLefts(lines: Line[], pageWidth: number): number[] {
  const clusters: { at: number; count: number }[] = []
  for (const left of lines.flatMap(findTitleLefts)) {
    const cluster = clusters.find(({ at }) => Math.abs(at - left) <= leftTolerancePt)
    if (cluster) cluster.count += 1
    else clusters.push({ at: left, count: 1 })
  }
  const lefts: number[] = []
  for (const { at } of clusters.toSorted((a, b) => b.count - a.count)) {
    if (lefts.every((other) => Math.abs(other - at) >= minColumnDistancePt)) lefts.push(at)
  }
  const sorted = lefts.toSorted((a, b) => a - b)
  const evenLefts = divideEvenly(sorted[0] ?? 0, lines, pageWidth)
  const isConsistent = sorted.every((left) =>
    evenLefts.some((one) => left - one >= -leftTolerancePt && left - one <= maxNameIndentPt),
  )
  return isConsistent ? evenLefts : sorted
}

/** Divides the page into as many columns as the first table's width allows. */
function divideEvenly(first: number, lines: Line[], pageWidth: number): number[] {
  const ends = lines.flatMap(({ words }) => {
    const end = words.findIndex(({ text }) => /^(?:Time|Prelims)$/.test(text))
    return isTableHeader(joinWords(words)) ? [words[end]?.box[2] ?? 0] : []
  })
  const width = Math.min(...ends.filter((end) => end > first)) - first + minGutterPt
  const count = Math.max(1, Math.floor(pageWidth / width))
  return Array.from(
    { length: count },
    (_, index) => first + (index * (pageWidth - pageMarginsPt)) / count,
  )
}

/** Returns the left edges of event, heat and table titles on a line. */
export function findTitleLefts({ words }: Line): number[] {
  return words.flatMap(({ box }, index) => (isTitleAt(words, index) ? [box[0]] : []))
}

function isTitleAt(words: Word[], index: number): boolean {
  const isTitleStart = /^(?:Heat|Lauf|Event|Wettkampf|noch|Lane|Alternates|#\d*[A-Z]?|H\d+)$/i
  if (!isTitleStart.test(words[index]?.text ?? '')) return false
  const text = joinWords(words.slice(index, index + 8))
  if (parseHeatTitle(text) ?? parseEventTitle(text)) return true
  return isTableHeader(text) || isAlternatesTitle(text) || /^H\d+ L\d/.test(text)
}
