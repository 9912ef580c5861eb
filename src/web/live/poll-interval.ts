const busyMs = 3000
const defaultMs = 5000
const maxMs = 30_000
/** Polls despite an open stream, which a proxy may buffer. */
const streamingMs = 15_000

interface PollState {
  isStreaming: boolean
  /** Number of active jobs. */
  active: number
  /** Consecutive failures. */
  failures: number
  hasFailed: boolean
}

/** Returns milliseconds until the next poll; false to wait for user activity. */
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
