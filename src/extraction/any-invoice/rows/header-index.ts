import type { TextLine } from '../../text/text-lines.ts'
import type { ColumnKind } from '../labels/column-roles.ts'
import type { Numeral } from '../numerals/read-numerals.ts'
import { findColumnCells } from './column-cells.ts'
import { edgeDistance, isAbove, overlap, type Span } from './geometry.ts'
import type { HeaderColumn, HeaderRow } from './find-header-rows.ts'

/** Looks up the header above a number. */
export interface HeaderIndex {
  rows: HeaderRow[]
  findHeader(numeral: Numeral): HeaderRow | undefined
  /** Returns the last header row above the number, even if its score is low. */
  findNearestHeader(numeral: Numeral): HeaderRow | undefined
  findColumn(numeral: Numeral, header?: HeaderRow): HeaderColumn | undefined
  /**
   * Returns 1 if the header names this kind, 0 if it is unknown, -1 if it names another kind, or a value in between.
   */
  getAgreement(numeral: Numeral, kind: ColumnKind): number
}

const maxPagesBelow = 3
const maxColumnDistance = 40
/** Distance, in points, that has the same weight as a header score of 1. */
const pointsPerScore = 150
const pointsPerPage = 10_000

export function createHeaderIndex(
  headers: HeaderRow[],
  lines: readonly TextLine[] = [],
): HeaderIndex {
  const columns = new Map<Numeral, HeaderColumn | undefined>()
  const cells = new Map(headers.map((header) => [header, findColumnCells(header, lines)]))
  const findHeader = (numeral: Numeral) => findBestHeader(headers, numeral)
  const findColumn = (numeral: Numeral, header?: HeaderRow) => {
    if (header) return findNearestColumn(numeral, header, cells.get(header))
    if (!columns.has(numeral)) {
      const best = findHeader(numeral)
      columns.set(numeral, best && findNearestColumn(numeral, best, cells.get(best)))
    }
    return columns.get(numeral)
  }
  return {
    rows: headers,
    findHeader,
    findNearestHeader: (numeral) =>
      headers.findLast((header) => header.page === numeral.page && isAbove(header, numeral)),
    findColumn,
    getAgreement(numeral, kind) {
      const roles = findColumn(numeral)?.roles
      if (!roles || Object.keys(roles).length === 0) return 0
      return roles[kind] ?? -1
    },
  }
}

function findBestHeader(headers: HeaderRow[], numeral: Numeral): HeaderRow | undefined {
  let best: { header: HeaderRow; distance: number } | undefined
  for (const header of headers) {
    if (!isAbove(header, numeral) || header.page < numeral.page - maxPagesBelow) continue
    const distance =
      (numeral.page - header.page) * pointsPerPage +
      numeral.baseline -
      header.baseline -
      pointsPerScore * header.score
    if (!best || distance < best.distance) best = { header, distance }
  }
  return best?.header
}

function findNearestColumn(
  numeral: Numeral,
  header: HeaderRow,
  cells: Span[] | undefined,
): HeaderColumn | undefined {
  let best: { column: HeaderColumn; distance: number } | undefined
  for (const [at, column] of header.columns.entries()) {
    const span = cells?.[at] ?? column
    const isOver = overlap(span, numeral) > 0
    const distance = Math.min(edgeDistance(numeral, span), isOver ? 6 : Infinity)
    if (distance < maxColumnDistance && (!best || distance < best.distance))
      best = { column, distance }
  }
  return best?.column
}
