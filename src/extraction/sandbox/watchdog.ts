import { startTimeout } from '../../clock/timeouts.ts'
import { AppError } from '../../domain/errors/errors.ts'
import { maxScans } from '../ocr/limits.ts'
import type { SandboxLimits } from './limits.ts'
import { residentMegabytes } from './process-memory.ts'

const checkEveryMs = 50

export interface Watch {
  /** Gives the process so many seconds from now on. */
  restart: (seconds: number) => void
  /** Gives the process the time that so many scans take. */
  allowScans: (scans: number) => void
  end: () => void
}

/** What a process has taken too much of. */
export type Excess = 'time' | 'memory'
export type OnExcess = (reason: AppError, excess: Excess) => void

/** Calls `kill` when the process takes too long or too much. */
export function watch(pid: number | undefined, limits: SandboxLimits, kill: OnExcess): Watch {
  const refuse = (excess: Excess, most: string) => {
    const cause = new Error(`Took over ${most}.`)
    kill(new AppError('RESOURCE_LIMIT', undefined, { cause }), excess)
  }
  let { seconds: usual } = limits
  let started = Date.now()
  const endAfter = (seconds: number) =>
    startTimeout(started + seconds * 1000 - Date.now(), () => refuse('time', `${seconds} s`))
  let callOff = endAfter(usual)
  const scale = setInterval(() => {
    if (residentMegabytes(pid) > limits.memory_mb) refuse('memory', `${limits.memory_mb} MB`)
  }, checkEveryMs)
  return {
    restart(seconds) {
      callOff()
      started = Date.now()
      usual = seconds
      callOff = endAfter(usual)
    },
    allowScans(scans) {
      callOff()
      callOff = endAfter(usual + Math.min(scans, maxScans) * limits.seconds_per_scan)
    },
    end() {
      callOff()
      clearInterval(scale)
    },
  }
}
