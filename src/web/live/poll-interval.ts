const busyMs = 3000
const defaultMs = 5000
const maxMs = 30_000
/** Poll interval in ms while the stream is open, because a proxy may buffer the stream. */
const streamingMs = 15_000

interface PollState {
  isStreaming: boolean
  /** Number of active jobs. */
  active: number
  /** Number of consecutive failures. */
  failures: number
  hasFailed: boolean
}

/** Returns the milliseconds until the next poll; false to wait until the user does something. */
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
