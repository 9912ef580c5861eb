/** Size and processing time of an earlier document with the same mapping. */
export interface Duration {
  bytes: number
  seconds: number
}

const maxNeighbours = 7
const minDocuments = 5
/** Maximum difference in size, as a logarithm: documents are comparable only between half and twice the size. */
const maxDistance = Math.log(2)
/** Maximum ratio of the slowest to the fastest duration among the middle three fifths. */
const maxSpread = 2.5

/**
 * Estimates how many seconds a document of this size will take: the median duration of the documents closest in size.
 * Undefined if there are too few, or if their durations vary too much.
 */
export function estimateSeconds(history: readonly Duration[], bytes: number): number | undefined {
  const seconds = history
    .map((one) => ({ seconds: one.seconds, distance: measureDistance(one.bytes, bytes) }))
    .filter((one) => one.distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, maxNeighbours)
    .map((one) => one.seconds)
    .sort((a, b) => a - b)
  if (seconds.length < minDocuments) return undefined
  const at = (share: number) => seconds[Math.round((seconds.length - 1) * share)] ?? 0
  return at(0.8) > maxSpread * at(0.2) ? undefined : at(0.5)
}

/** Compares sizes by ratio: 1 MB is as far from 2 MB as 10 KB is from 20 KB. */
function measureDistance(a: number, b: number): number {
  return Math.abs(Math.log(Math.max(1, a) / Math.max(1, b)))
}
