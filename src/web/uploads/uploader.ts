import { AppError, type ErrorCode, toAppError } from '../../domain/errors/app-error.ts'
import type { OnProgress } from './fetch-with-progress.ts'
import { sumBytes, type RejectedItem, type Upload, type UploadState } from './upload-queue.ts'
import { advanceProgress, startProgress } from './upload-progress.ts'

/** The server's response to an upload. */
export interface UploadReceipt {
  batch_id: string
  problems: RejectedItem[]
}

export type Send = (
  upload: Upload,
  onProgress: OnProgress,
  signal: AbortSignal,
) => Promise<UploadReceipt>

interface UploadList {
  get: () => readonly Upload[]
  isPaused: () => boolean
  setState: (id: string, state: UploadState) => void
}

export interface Uploader {
  /** Sends the next upload, unless one is running. */
  sendNext: () => void
  /** Aborts a running upload. */
  abort: (id: string) => void
  /** Retries paused uploads immediately. */
  retryNow: () => void
}

/** Codes of errors that a retry can resolve. */
const transientCodes: readonly ErrorCode[] = ['UNAVAILABLE', 'KEY_IN_USE', 'RATE_LIMITED']
const minDelayMs = 2000
const maxDelayMs = 30_000

/** Sends uploads one at a time. Retries transient errors with backoff. */
export function createUploader(list: UploadList, send: Send): Uploader {
  const controllers = new Map<string, AbortController>()
  let delayMs = minDelayMs

  function sendNext(): void {
    const uploads = list.get()
    if (list.isPaused()) return
    if (uploads.some(({ state }) => state.kind === 'sending' || state.kind === 'paused')) return
    const next = uploads.find(({ state }) => state.kind === 'waiting')
    if (next) void sendOne(next)
  }

  async function sendOne(upload: Upload): Promise<void> {
    const { id, items } = upload
    const controller = new AbortController()
    controllers.set(id, controller)
    let progress = startProgress(sumBytes(items), performance.now())
    list.setState(id, { kind: 'sending', progress })
    const onProgress: OnProgress = (sentBytes, totalBytes) => {
      progress = advanceProgress(progress, sentBytes, totalBytes, performance.now())
      if (!controller.signal.aborted) list.setState(id, { kind: 'sending', progress })
    }
    const state = await send(upload, onProgress, controller.signal).then(
      (received): UploadState => ({ kind: 'sent', ...received }),
      (thrown: unknown) => failureState(toAppError(thrown)),
    )
    if (controller.signal.aborted) return
    list.setState(id, state)
    if (state.kind === 'paused') setTimeout(() => retryPaused(id), state.until_ms - Date.now())
    else delayMs = minDelayMs
    sendNext()
  }

  function failureState(error: AppError): UploadState {
    const requestedSeconds = error.retryAfterSeconds
    if (!transientCodes.includes(error.code) && requestedSeconds === undefined)
      return { kind: 'failed', error }
    const waitMs = requestedSeconds === undefined ? delayMs : requestedSeconds * 1000
    delayMs = Math.min(delayMs * 2, maxDelayMs)
    return { kind: 'paused', error, until_ms: Date.now() + waitMs }
  }

  function retryPaused(id?: string): void {
    for (const { id: pausedId, state } of list.get()) {
      const isSelected = id === undefined || id === pausedId
      if (state.kind === 'paused' && isSelected) list.setState(pausedId, { kind: 'waiting' })
    }
    sendNext()
  }

  return { sendNext, abort: (id) => controllers.get(id)?.abort(), retryNow: () => retryPaused() }
}
