import type { Word } from '../../../domain/reading/reading.ts'
import { joinWords } from '../../text/text-lines.ts'
import type { MeetGrammar } from '../grammar/grammar.ts'

/** One line within one page column. */
interface SheetLine {
  left: number
  words: Word[]
  text: string
  printed?: Word[]
}

/** The columns of a table in which the lane is not first: `Name  Club  Lane`, `Pos  Lane  Name`. */
interface Columns {
  lane: Edges
  rank: Edges | undefined
}

type Edges = readonly [left: number, right: number]

/** Maximum distance between a number and its column title, in ems. */
const maxDistanceEm = 1.5

/** Moves the lane to the start of each row, where it is on other sheets. Drops the position before it. */
export function moveLanes<Row extends SheetLine>(bodies: Row[][], grammar: MeetGrammar): Row[][] {
  const columns = new Map<number, Columns | undefined>()
  return bodies.map((body) =>
    body.map((row) => {
      if (grammar.isTableHeader(row.text)) columns.set(row.left, findColumns(row, grammar))
      const own = columns.get(row.left)
      return own ? moveLane(row, own, grammar) : row
    }),
  )
}

function findColumns({ words }: SheetLine, grammar: MeetGrammar): Columns | undefined {
  const kinds = words.map(({ text }) => grammar.findRowColumn(text))
  const toEdges = (at: number): Edges | undefined => {
    const box = words[at]?.box
    return box && [box[0], box[2]]
  }
  const lane = kinds.indexOf('lane')
  return lane > 0
    ? { lane: toEdges(lane) ?? [0, 0], rank: toEdges(kinds.indexOf('rank')) }
    : undefined
}

function moveLane<Row extends SheetLine>(
  row: Row,
  { lane, rank }: Columns,
  grammar: MeetGrammar,
): Row {
  const number = findNumber(row.words, lane)
  const position = rank && findNumber(row.words, rank)
  const rest = row.words.filter((word) => word !== number && word !== position)
  const isEntry = number && /\p{L}{2}/u.test(joinWords(rest)) && !grammar.parseEventTitle(row.text)
  if (!isEntry || grammar.parseHeatTitle(row.text)) return row
  const [left, top, right, bottom] = number.box
  const end = Math.min(...rest.map(({ box }) => box[0])) - number.font_size / 2
  const box: Word['box'] = [end - (right - left), top, end, bottom]
  const words = [{ ...number, box }, ...rest]
  return { ...row, words, text: joinWords(words), printed: row.printed ?? row.words }
}

function findNumber(words: Word[], [left, right]: Edges): Word | undefined {
  return words.find(({ text, box, font_size }) => {
    const distance = Math.max(left - box[2], box[0] - right, 0)
    return /^\d{1,2}\.?$/.test(text) && distance <= maxDistanceEm * font_size
  })
}
