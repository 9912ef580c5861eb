/** Time in ms after which a stream counts as stable: a proxy that blocks streams would have cut it by then. */
const stableMs = 30_000
const firstMs = 1000
const maxMs = 30_000

/** Counts consecutive failures, including the current one. `openMs` is undefined if the stream never opened. */
export function countFailures(before: number, openMs: number | undefined): number {
  return openMs !== undefined && openMs >= stableMs ? 1 : before + 1
}

/**
 * Returns the milliseconds until the next attempt. `random`, from 0 to 1, spreads the reconnects after a server
 * restart.
 */
export function reconnectDelay(failures: number, random: number): number {
  return Math.min(firstMs * 2 ** (failures - 1), maxMs) * (0.75 + random / 2)
}

/**
 * True if changes should be fetched after a stream failure: always while jobs are active, otherwise only after the
 * second consecutive failure, which may mean that the server is down. Fetching after every failure would amount to
 * polling.
 */
export function shouldRefetch(failures: number, active: number): boolean {
  return active > 0 || failures === 2
}
