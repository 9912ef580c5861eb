import { startTimeout } from '../clock/timeouts.ts'
import { AppError } from '../domain/errors/app-error.ts'

export interface TransferLimits {
  /** Time limit from the first request to the last byte, in ms. */
  totalMs: number
  /**
   * Length of a window in ms. The response must start within the first window. Every further window must deliver
   * `bytesPerWindow` bytes or the end of the response.
   */
  windowMs: number
  bytesPerWindow: number
}

/** Aborts transfers from servers that send too slowly. */
export interface TransferMonitor {
  /** Aborted with `FETCH_TIMEOUT`, or with the caller's reason. */
  signal: AbortSignal
  /** Starts a new window. */
  restart(): void
  count(bytes: number): void
  end(): void
}

export function monitorTransfer(limits: TransferLimits, caller: AbortSignal): TransferMonitor {
  caller.throwIfAborted()
  const controller = new AbortController()
  const onAbort = () => controller.abort(caller.reason)
  const timeOut = () => controller.abort(new AppError('FETCH_TIMEOUT'))
  caller.addEventListener('abort', onAbort)
  let received = 0
  const cancelTotal = startTimeout(limits.totalMs, timeOut)
  let cancelWindow = openWindow()

  function openWindow(): () => void {
    received = 0
    return startTimeout(limits.windowMs, () => {
      if (received < limits.bytesPerWindow) timeOut()
      else cancelWindow = openWindow()
    })
  }

  return {
    signal: controller.signal,
    restart() {
      cancelWindow()
      cancelWindow = openWindow()
    },
    count(bytes) {
      received += bytes
    },
    end() {
      cancelTotal()
      cancelWindow()
      caller.removeEventListener('abort', onAbort)
    },
  }
}
