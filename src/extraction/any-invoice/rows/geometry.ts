/** The horizontal extent of a number, a header or a column. */
export interface Span {
  left: number
  right: number
}

/** A position in reading order. */
export interface Position {
  page: number
  baseline: number
}

export function getMiddle({ left, right }: Span): number {
  return (left + right) / 2
}

/**
 * Returns the distance, in points, between the best-aligned edges. Right edges have the most weight, because numbers
 * are right-aligned.
 */
export function edgeDistance(one: Span, other: Span): number {
  return Math.min(
    Math.abs(one.right - other.right),
    Math.abs(one.left - other.left) + 1,
    Math.abs(getMiddle(one) - getMiddle(other)) + 0.5,
  )
}

/** True if two spans share an edge or a centre, as numbers in one column do. */
export function isAligned(one: Span, other: Span): boolean {
  return (
    Math.abs(one.right - other.right) < 5 ||
    Math.abs(one.left - other.left) < 3 ||
    Math.abs(getMiddle(one) - getMiddle(other)) < 4
  )
}

/** Returns the length of the overlap, or a negative number if there is a gap. */
export function overlap(one: Span, other: Span): number {
  return Math.min(one.right, other.right) - Math.max(one.left, other.left)
}

export function isMostlyOverlapping(one: Span, other: Span, share = 0.4): boolean {
  return overlap(one, other) > share * Math.min(one.right - one.left, other.right - other.left)
}

export function isAbove(one: Position, other: Position): boolean {
  return one.page < other.page || (one.page === other.page && one.baseline < other.baseline - 1)
}

export function comparePositions(one: Position, other: Position): number {
  return one.page - other.page || one.baseline - other.baseline
}
