import type { Box } from '../../domain/reading/reading.ts'

/** Returns the smallest box that contains both. */
export function unionBox([left, top, right, bottom]: Box, other: Box): Box {
  return [
    Math.min(left, other[0]),
    Math.min(top, other[1]),
    Math.max(right, other[2]),
    Math.max(bottom, other[3]),
  ]
}
