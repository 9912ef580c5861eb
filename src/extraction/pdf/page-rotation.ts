export type Point = [x: number, y: number]

/** A stored page's visible area, with y pointing up, and the rotation that makes it upright. */
export interface StoredPage {
  left: number
  top: number
  right: number
  bottom: number
  /** Clockwise quarter turns. */
  turns: number
}

/**
 * Maps stored coordinates to the upright page, with the origin at its top left corner. Returns one number per call,
 * because it runs for every letter and an array per call would burden the garbage collector.
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

/** Returns the upright page's width and height. */
export function getUprightSize({ left, top, right, bottom, turns }: StoredPage): Point {
  return turns % 2 === 0 ? [right - left, top - bottom] : [top - bottom, right - left]
}
