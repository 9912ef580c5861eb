const fastestMs = 3000
const usualMs = 5000
const slowestMs = 30_000
/** A stream can be open and yet be held back by something in between. */
const doubtMs = 15_000

interface Situation {
  isStreaming: boolean
  /** Jobs that have not ended. */
  active: number
  /** In a row. */
  failures: number
  hasFailed: boolean
}

/** When to ask for changes again, in milliseconds; false for not before somebody looks or does something. */
export function askAgainAfter({
  isStreaming,
  active,
  failures,
  hasFailed,
}: Situation): number | false {
  if (hasFailed) return Math.min(usualMs * 2 ** Math.max(0, failures - 1), slowestMs)
  if (active === 0) return false
  if (isStreaming) return doubtMs
  return active > 5 ? usualMs : fastestMs
}
