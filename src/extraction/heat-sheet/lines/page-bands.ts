import { joinWords } from '../../text/text-lines.ts'
import type { Line } from '../../text/build-lines.ts'
import type { MeetGrammar } from '../grammar/grammar.ts'
import { splitColumns } from './page-columns.ts'

/** Fewer lines with several heats may be a coincidence of columns. */
const minHeatLines = 2

/**
 * Finds out whether an event's heats are printed beside each other, below a title that is only in the first column. If
 * so, returns a function that splits a page's lines at these titles, so that the columns are read band by band.
 */
export function findBandSplitter(
  lines: Line[],
  lefts: number[],
  grammar: MeetGrammar,
): ((lines: Line[]) => Line[][]) | undefined {
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
  return (own) => {
    const bands: Line[][] = [[]]
    for (const line of own) {
      const texts = readColumns(line)
      if (isEvent(texts[0] ?? '') || isEvent(joinWords(line.words)) || isHeatLine(texts))
        bands.push([])
      bands.at(-1)?.push(line)
    }
    return bands
  }
}
