import { toSegments } from '../text/text-lines.ts'
import { locateRow, splitSeed } from './entries.ts'
import type { Entry } from './meet-program.ts'
import type { Row } from './page-rows.ts'

interface ListRow {
  /** Number of the heat that starts with this row. */
  heat: number | null
  /** Undefined for an empty lane. */
  entry: Entry | undefined
}

/**
 * Parses rows that show heat and lane: `H1 L2 (1) Jane Doe 11 Some Club 1:02.33`, where only the first row names the
 * heat, and `Bahn 2 Jane Doe 2014 Some Club 01:02,33`. Gaps separate the cells.
 */
export function readListRow(row: Row, isRelay: boolean): ListRow | undefined {
  const [, front = '', heat, lane] =
    /^((?:H(\d+)\s+)?(?:L|Bahn\s+)(\d{1,2})(?:\s+\(\d+\))?)(?:\s|$)/.exec(row.text) ?? []
  if (lane === undefined) return undefined
  const heatNumber = heat === undefined ? null : Number(heat)
  const words = row.words.slice(front.split(' ').length)
  if (words.length === 0) return { heat: heatNumber, entry: undefined }
  const { before, seed_time, qualifier } = splitSeed(words)
  const [name = '', ...cells] = toSegments(before, row.page).map(({ text }) => text)
  const age = cells.find((cell) => /^\d{1,4}$/.test(cell)) ?? null
  const team = cells.findLast((cell) => cell !== age) ?? null
  const entry: Entry = {
    number: Number(lane),
    name: isRelay ? null : name,
    age,
    team: isRelay ? name : team,
    seed_time,
    qualifier,
    relay: null,
    legs: [],
    place: locateRow(row),
  }
  return { heat: heatNumber, entry }
}
