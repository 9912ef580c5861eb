const busyMs = 3000
const defaultMs = 5000
const maxMs = 30_000
/** A stream can be open and yet be held back by something in between. */
const streamingMs = 15_000

interface PollState {
  isStreaming: boolean
  /** Jobs that have not ended. */
  active: number
  /** In a row. */
  failures: number
  hasFailed: boolean
}

/** When to ask for changes again, in milliseconds; false for not before somebody looks or does something. */
export function pollInterval({
  isStreaming,
  active,
  failures,
  hasFailed,
}: PollState): number | false {
  if (hasFailed) return Math.min(defaultMs * 2 ** Math.max(0, failures - 1), maxMs)
  if (active === 0) return false
  if (isStreaming) return streamingMs
  return active > 5 ? defaultMs : busyMs
}
