import type { Entry, Heat } from './meet-program.ts'

/** Fewer rows do not show which cells repeat. */
const minRows = 6
/** The teams of a sheet are fewer than its rows and its swimmers by these factors. */
const minRowsPerTeam = 3
const minSwimmersPerTeam = 2

/**
 * In a table without a header, a team may precede the name, or stand between name and age. The cells of one column then
 * repeat, unlike family names beside given names.
 */
export function assignTeams(heats: Heat[]): Heat[] {
  const pairs = heats.flatMap(({ entries }) =>
    entries.flatMap(({ cells }) => (cells ? [cells] : [])),
  )
  const teams = findTeamCell(pairs)
  return heats.map((heat) => ({
    ...heat,
    entries: heat.entries.map((entry) => assignTeam(entry, teams)),
  }))
}

/** Returns the place of the team, if a column shows few different teams. */
function findTeamCell(pairs: readonly [string, string][]): 0 | 1 | undefined {
  const [first, second] = [countValues(pairs, 0), countValues(pairs, 1)]
  const isTeam = (own: number, other: number) =>
    own * minRowsPerTeam <= pairs.length && own * minSwimmersPerTeam <= other
  if (pairs.length < minRows) return undefined
  if (isTeam(first, second)) return 0
  return isTeam(second, first) ? 1 : undefined
}

function countValues(pairs: readonly [string, string][], place: 0 | 1): number {
  return new Set(pairs.map((cells) => cells[place])).size
}

function assignTeam({ cells, ...entry }: Entry, team: 0 | 1 | undefined): Entry {
  if (!cells || team === undefined) return entry
  return { ...entry, name: cells[team === 0 ? 1 : 0], team: cells[team] }
}
