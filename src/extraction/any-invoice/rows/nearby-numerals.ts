import type { Numeral } from '../numerals/read-numerals.ts'

type LinePosition = Pick<Numeral, 'page' | 'baseline' | 'line' | 'font_size'>

/** Several lines are searched in each direction, because adjacent lines may be less than half a line height apart. */
const maxLines = 3

/** Returns the numbers on the same line, and on lines within `reachEm` above or below it, in reading order. */
export function findNearbyNumerals(
  place: LinePosition,
  numerals: Numeral[][],
  reachEm: number,
): Numeral[] {
  const { page, baseline, line, font_size } = place
  return numerals
    .slice(Math.max(0, line - maxLines), line + maxLines + 1)
    .flat()
    .filter((it) => it.page === page && Math.abs(it.baseline - baseline) < reachEm * font_size)
}
