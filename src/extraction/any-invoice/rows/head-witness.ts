import type { ColumnKind } from '../labels/column-roles.ts'
import type { Numeral } from '../numerals/read-numerals.ts'
import { edgeDistance, isAbove, overlap } from './geometry.ts'
import type { HeadColumn, TableHead } from './table-heads.ts'

/** Looks up the header above a number. */
export interface HeadWitness {
  heads: TableHead[]
  headOf(numeral: Numeral): TableHead | undefined
  /** The last header row above, however weak. */
  nearestHead(numeral: Numeral): TableHead | undefined
  columnOf(numeral: Numeral, head?: TableHead): HeadColumn | undefined
  /** From 1 (the header names this kind) through 0 (unknown) to -1 (it names another kind). */
  agreement(numeral: Numeral, kind: ColumnKind): number
}

const maxPagesBelow = 3
const maxColumnDistance = 40
/** In points: a clearer header row wins over a nearer one. */
const pointsPerScore = 150
const pointsPerPage = 10_000

export function createHeadWitness(heads: TableHead[]): HeadWitness {
  const columns = new Map<Numeral, HeadColumn | undefined>()
  const headOf = (numeral: Numeral) => findHead(heads, numeral)
  const columnOf = (numeral: Numeral, head?: TableHead) => {
    if (head) return findColumn(numeral, head)
    if (!columns.has(numeral)) columns.set(numeral, findColumn(numeral, headOf(numeral)))
    return columns.get(numeral)
  }
  return {
    heads,
    headOf,
    nearestHead: (numeral) =>
      heads.findLast((head) => head.page === numeral.page && isAbove(head, numeral)),
    columnOf,
    agreement(numeral, kind) {
      const roles = columnOf(numeral)?.roles
      if (!roles || Object.keys(roles).length === 0) return 0
      return roles[kind] ?? -1
    },
  }
}

function findHead(heads: TableHead[], numeral: Numeral): TableHead | undefined {
  let best: { head: TableHead; distance: number } | undefined
  for (const head of heads) {
    if (!isAbove(head, numeral) || head.page < numeral.page - maxPagesBelow) continue
    const distance =
      (numeral.page - head.page) * pointsPerPage +
      numeral.baseline -
      head.baseline -
      pointsPerScore * head.score
    if (!best || distance < best.distance) best = { head, distance }
  }
  return best?.head
}

function findColumn(numeral: Numeral, head: TableHead | undefined): HeadColumn | undefined {
  let best: { column: HeadColumn; distance: number } | undefined
  for (const column of head?.columns ?? []) {
    const isOver = overlap(column, numeral) > 0
    const distance = Math.min(edgeDistance(numeral, column), isOver ? 6 : Infinity)
    if (distance < maxColumnDistance && (!best || distance < best.distance))
      best = { column, distance }
  }
  return best?.column
}
