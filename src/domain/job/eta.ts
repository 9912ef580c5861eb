/** How long a document of so many bytes took, of those read in the same way. */
export interface Duration {
  bytes: number
  seconds: number
}

const neighbours = 7
const fewest = 5
/** Only documents between half and twice the size tell anything. */
const farthest = Math.log(2)
/** The slowest of the middle three fifths may take this many times as long as the fastest. */
const widest = 2.5

/**
 * Seconds that a document of this size may take: the median of those nearest in size. Undefined where
 * too few are known, or where they differ too much for a number to be honest.
 */
export function expectedSeconds(history: readonly Duration[], bytes: number): number | undefined {
  const seconds = history
    .map((one) => ({ seconds: one.seconds, distance: distance(one.bytes, bytes) }))
    .filter((one) => one.distance <= farthest)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, neighbours)
    .map((one) => one.seconds)
    .sort((a, b) => a - b)
  if (seconds.length < fewest) return undefined
  const at = (share: number) => seconds[Math.round((seconds.length - 1) * share)] ?? 0
  return at(0.8) > widest * at(0.2) ? undefined : at(0.5)
}

/** Sizes are compared by ratio: 1 MB is as far from 2 MB as 10 KB from 20 KB. */
function distance(a: number, b: number): number {
  return Math.abs(Math.log(Math.max(1, a) / Math.max(1, b)))
}
