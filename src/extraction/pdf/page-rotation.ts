export type Point = [x: number, y: number]

/** A page as it is stored: its visible part, with y upwards, and the turns that bring it upright. */
export interface StoredPage {
  left: number
  top: number
  right: number
  bottom: number
  /** Quarter turns, clockwise. */
  turns: number
}

/**
 * Where a place of the stored page is on the upright one, counted from its top left corner. One number at
 * a time, for it is asked of every letter and an array for each would keep the garbage collector busy.
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

/** Width and height of the page once it is upright. */
export function uprightSize({ left, top, right, bottom, turns }: StoredPage): Point {
  return turns % 2 === 0 ? [right - left, top - bottom] : [top - bottom, right - left]
}
