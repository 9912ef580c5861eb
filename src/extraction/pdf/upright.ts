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

export type ToUpright = (point: Point) => Point

/** Where a place of the stored page is on the upright one, counted from its top left corner. */
export function toUpright({ left, top, right, bottom, turns }: StoredPage): ToUpright {
  switch (turns) {
    case 1:
      return ([x, y]) => [y - bottom, x - left]
    case 2:
      return ([x, y]) => [right - x, y - bottom]
    case 3:
      return ([x, y]) => [top - y, right - x]
    default:
      return ([x, y]) => [x - left, top - y]
  }
}

/** Width and height of the page once it is upright. */
export function uprightSize({ left, top, right, bottom, turns }: StoredPage): Point {
  return turns % 2 === 0 ? [right - left, top - bottom] : [top - bottom, right - left]
}
