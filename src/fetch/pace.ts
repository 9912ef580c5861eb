import { startTimeout } from '../clock/timeouts.ts'
import { AppError } from '../domain/errors/errors.ts'

export interface PaceLimits {
  /** For everything, from the first question to the last byte. */
  totalMs: number
  /** An answer must begin within such a window, and in each one bring `bytesPerWindow` or come to its end. */
  windowMs: number
  bytesPerWindow: number
}

/** Notices when a server is too slow to be waited for. */
export interface Pace {
  /** Aborts with `FETCH_TIMEOUT`, or with the caller's reason when that one leaves. */
  signal: AbortSignal
  /** Begins a window anew. */
  restart(): void
  count(bytes: number): void
  end(): void
}

export function keepPace(limits: PaceLimits, caller: AbortSignal): Pace {
  caller.throwIfAborted()
  const own = new AbortController()
  const leave = () => own.abort(caller.reason)
  const giveUp = () => own.abort(new AppError('FETCH_TIMEOUT'))
  caller.addEventListener('abort', leave)
  let arrived = 0
  const callOffTotal = startTimeout(limits.totalMs, giveUp)
  let callOffWindow = openWindow()

  function openWindow(): () => void {
    arrived = 0
    return startTimeout(limits.windowMs, () => {
      if (arrived < limits.bytesPerWindow) giveUp()
      else callOffWindow = openWindow()
    })
  }

  return {
    signal: own.signal,
    restart() {
      callOffWindow()
      callOffWindow = openWindow()
    },
    count(bytes) {
      arrived += bytes
    },
    end() {
      callOffTotal()
      callOffWindow()
      caller.removeEventListener('abort', leave)
    },
  }
}
