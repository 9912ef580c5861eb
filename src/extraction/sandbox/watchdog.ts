import { startTimeout } from '../../clock/timeouts.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { maxScans } from '../ocr/limits.ts'
import type { SandboxLimits } from './child-limits.ts'
import { readResidentMegabytes } from './process-memory.ts'

const checkIntervalMs = 50

export interface Watchdog {
  /** Restarts the time limit with this number of seconds. */
  restart: (seconds: number) => void
  /** Extends the limit by the time that this many scans may take. */
  allowScans: (scans: number) => void
  end: () => void
}

/** The limit that was exceeded. */
export type ExceededLimit = 'time' | 'memory'
export type OnLimit = (reason: AppError, excess: ExceededLimit) => void

/** Calls `kill` when the process exceeds its time or memory limit. */
export function startWatchdog(
  pid: number | undefined,
  limits: SandboxLimits,
  kill: OnLimit,
): Watchdog {
  const killForExcess = (excess: ExceededLimit, limit: string) => {
    const cause = new Error(`Took more than ${limit}.`)
    kill(new AppError('RESOURCE_LIMIT', undefined, { cause }), excess)
  }
  let { seconds: baseSeconds } = limits
  // Monotonic, so changes to the system clock have no effect.
  let started = performance.now()
  const killAfter = (seconds: number) =>
    startTimeout(started + seconds * 1000 - performance.now(), () =>
      killForExcess('time', `${seconds} s`),
    )
  let cancelTimeout = killAfter(baseSeconds)
  const memoryTimer = setInterval(() => {
    if (readResidentMegabytes(pid) > limits.memory_mb)
      killForExcess('memory', `${limits.memory_mb} MB`)
  }, checkIntervalMs)
  return {
    restart(seconds) {
      cancelTimeout()
      started = performance.now()
      baseSeconds = seconds
      cancelTimeout = killAfter(baseSeconds)
    },
    allowScans(scans) {
      cancelTimeout()
      cancelTimeout = killAfter(baseSeconds + Math.min(scans, maxScans) * limits.seconds_per_scan)
    },
    end() {
      cancelTimeout()
      clearInterval(memoryTimer)
    },
  }
}
