import { joinWords } from '../../text/text-lines.ts'
import type { Line } from '../../text/build-lines.ts'
import type { MeetGrammar } from '../grammar/grammar.ts'
import { cutsEntries, splitColumns } from './page-columns.ts'

/** Fewer lines with several heats may be a coincidence of columns. */
const minHeatLines = 2

/** Lines whose columns are read one after the other. */
export interface BandLines {
  lines: Line[]
  /** Left edges of the columns. */
  lefts: number[]
}

/**
 * Finds out whether an event's heats are printed beside each other, below a title that is only in the first column. If
 * so, returns a function that splits a page's lines at these titles, so that the columns are read band by band. The last
 * heat may be wider, because no other heat is beside it.
 */
export function findBandSplitter(
  lines: Line[],
  lefts: number[],
  grammar: MeetGrammar,
): ((lines: Line[]) => BandLines[]) | undefined {
  const readColumns = (line: Line) =>
    [...splitColumns(line.words, lefts).values()].map((words) => joinWords(words))
  const isEvent = (text: string) => grammar.parseEventTitle(text) !== undefined
  const isHeatLine = (texts: string[]) => {
    const numbers = texts.flatMap((text) => grammar.parseHeatTitle(text)?.number ?? [])
    return (
      numbers.length > 1 &&
      numbers.every((one, at) => at === 0 || one === (numbers[at - 1] ?? 0) + 1)
    )
  }
  if (lefts.length < 2) return undefined
  const columns = lines.map(readColumns)
  const heatLines = columns.filter(isHeatLine).length
  const hasOtherEvents = columns.some(([, ...others]) => others.some(isEvent))
  if (heatLines < minHeatLines || hasOtherEvents) return undefined
  const isWide = (band: Line[]) => lefts.slice(1).some((left) => cutsEntries(band, left, grammar))
  const toBand = (band: Line[]) => ({
    lines: band,
    lefts: isWide(band) ? lefts.slice(0, 1) : lefts,
  })
  return (own) => {
    const bands: Line[][] = [[]]
    for (const [at, line] of own.entries()) {
      const texts = readColumns(line)
      const isTitle = isEvent(texts[0] ?? '') || isEvent(joinWords(line.words)) || isHeatLine(texts)
      if (isTitle || startsSingleHeat(own, at, texts)) bands.push([])
      bands.at(-1)?.push(line)
    }
    return bands.map(toBand)
  }

  /**
   * True for the title of a heat without another beside it, if its table extends across the columns or leaves them
   * empty.
   */
  function startsSingleHeat(own: Line[], at: number, [first = '', ...others]: string[]): boolean {
    const isHeat = grammar.parseHeatTitle(first) !== undefined
    if (!isHeat || others.some((text) => text !== '')) return false
    const below = own.slice(at + 1)
    const end = below.findIndex((line) => {
      const texts = readColumns(line)
      return isEvent(joinWords(line.words)) || texts.some((text) => grammar.parseHeatTitle(text))
    })
    const rows = below.slice(0, end < 0 ? undefined : end)
    const isAlone = rows.every((line) =>
      readColumns(line)
        .slice(1)
        .every((text) => text === ''),
    )
    return isAlone || isWide(rows)
  }
}
