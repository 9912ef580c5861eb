import { constants } from 'node:os'

/**
 * Signals within this time, in ms, count as one: a terminal signals the whole process group, and npm also forwards the
 * signal, so one Ctrl-C arrives twice.
 */
const sameSignalMs = 1000

const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP. Signals within a second of it count as the same signal; any later
 * signal ends the process immediately.
 */
export function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | undefined
    const onSignal = (signal: NodeJS.Signals) => {
      const now = performance.now()
      if (firstAt === undefined) {
        firstAt = now
        if (signal === 'SIGINT') announceStop()
        resolve()
      } else if (now - firstAt >= sameSignalMs) {
        process.exit(128 + constants.signals[signal])
      }
    }
    for (const signal of signals) process.on(signal, onSignal)
  })
}

/** Call this only after Ctrl-C, because nothing can be written to a closed terminal. */
function announceStop(): void {
  if (!process.stderr.isTTY) return
  process.stderr.write('Docket is stopping. Press Ctrl-C again to exit immediately.\n')
}
