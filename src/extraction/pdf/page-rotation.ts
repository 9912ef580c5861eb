export type Point = [x: number, y: number]

/** The visible area of a stored page, with y pointing up, and the rotation that makes it upright. */
export interface StoredPage {
  left: number
  top: number
  right: number
  bottom: number
  /** Clockwise quarter turns. */
  turns: number
}

/**
 * Maps stored coordinates to the upright page, with the origin at its top left corner. Each function returns one
 * number, because allocating an array for every letter would be slow.
 */
export interface UprightTransform {
  x: (x: number, y: number) => number
  y: (x: number, y: number) => number
}

export function toUpright({ left, top, right, bottom, turns }: StoredPage): UprightTransform {
  switch (turns) {
    case 1:
      return { x: (_, y) => y - bottom, y: (x) => x - left }
    case 2:
      return { x: (x) => right - x, y: (_, y) => y - bottom }
    case 3:
      return { x: (_, y) => top - y, y: (x) => right - x }
    default:
      return { x: (x) => x - left, y: (_, y) => top - y }
  }
}

/** Returns the width and height of the upright page. */
export function getUprightSize({ left, top, right, bottom, turns }: StoredPage): Point {
  return turns % 2 === 0 ? [right - left, top - bottom] : [top - bottom, right - left]
}
