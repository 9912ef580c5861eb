import { z } from 'zod'

/** The heat and lane in which a swimmer on a psych sheet would swim if nobody scratched. */
export const SeedingEstimate = z.object({
  heat_number: z.int(),
  heats_total: z.int(),
  lane: z.int(),
  lanes: z.int().describe('Assumed number of lanes in the pool.'),
})
export type SeedingEstimate = z.infer<typeof SeedingEstimate>

/** Number of lanes in most competition pools. */
export const defaultLanes = 8
/** Minimum number of swimmers per heat, which the rules require if there are enough swimmers. */
const minHeatSize = 3

/** Seeds timed finals: the fastest swimmers are in the last heat, from the middle lanes outwards. */
export function estimateSeeding(
  rank: number,
  entries: number,
  lanes = defaultLanes,
): SeedingEstimate | null {
  if (rank < 1 || rank > entries) return null
  const sizes = listHeatSizes(entries, lanes)
  let before = 0
  for (const [index, size] of sizes.entries()) {
    if (rank <= before + size) {
      const lane = listLanesFromMiddle(lanes)[rank - before - 1] ?? lanes
      return { heat_number: sizes.length - index, heats_total: sizes.length, lane, lanes }
    }
    before += size
  }
  return null
}

/** Lists heat sizes, fastest heat first. If the slowest heat is too small, it gets swimmers from the next slowest. */
function listHeatSizes(entries: number, lanes: number): number[] {
  const count = Math.ceil(entries / lanes)
  const sizes = Array.from({ length: count }, () => lanes)
  const rest = entries - lanes * (count - 1)
  const slowest = count > 1 ? Math.max(rest, Math.min(minHeatSize, entries - lanes)) : rest
  sizes[count - 1] = slowest
  if (count > 1) sizes[count - 2] = lanes - (slowest - rest)
  return sizes
}

/** Lists lanes in seeding order, such as 4, 5, 3, 6, 2, 7, 1, 8 for 8 lanes and 3, 4, 2, 5, 1 for 5 lanes. */
function listLanesFromMiddle(lanes: number): number[] {
  const middle = Math.ceil(lanes / 2)
  return Array.from({ length: lanes }, (_, index) => {
    const step = Math.ceil(index / 2)
    return index % 2 === 1 ? middle + step : middle - step
  })
}
