import { AppError, toAppError } from '../../domain/errors.ts'
import type { Job } from '../../domain/job.ts'
import { createStore, type Store } from '../store.ts'
import { words } from '../words.ts'
import { isSameFile } from './check-file.ts'
import type { OnProgress } from './fetch-with-progress.ts'
import { advancePace, type Pace, startPace } from './pace.ts'

export type UploadState =
  | { kind: 'checking' }
  | { kind: 'waiting' }
  | { kind: 'sending'; pace: Pace }
  | { kind: 'sent'; job: Job }
  | { kind: 'cancelled' }
  /** Sending it once more may succeed. */
  | { kind: 'failed'; error: AppError }
  /** The file itself will not do. */
  | { kind: 'refused'; error: AppError }

export interface Upload {
  id: number
  file: File
  /** Undefined leaves it to the server. */
  mapping: string | undefined
  state: UploadState
}

export interface UploadsOptions {
  /** Rejects with the reason why a file cannot be sent. */
  check: (file: File) => Promise<void>
  send: (upload: Upload, onProgress: OnProgress, signal: AbortSignal) => Promise<Job>
  /** Told of each one that was sent, failed or was refused. */
  onEnd: (upload: Upload) => void
}

/** The files being uploaded. They live outside of any page: going from one to another stops nothing. */
export interface Uploads extends Omit<Store<readonly Upload[]>, 'set'> {
  add: (files: Iterable<File>, mapping?: string) => void
  cancel: (id: number) => void
  retry: (id: number) => void
  remove: (ids: readonly number[]) => void
}

const sentAtOnce = 3

export function createUploads({ check, send, onEnd }: UploadsOptions): Uploads {
  const store = createStore<readonly Upload[]>([])
  const aborts = new Map<number, AbortController>()
  let lastId = 0

  function stateOf(id: number): UploadState | undefined {
    return store.get().find((upload) => upload.id === id)?.state
  }

  function move(id: number, state: UploadState): void {
    store.set(store.get().map((upload) => (upload.id === id ? { ...upload, state } : upload)))
    const upload = store.get().find((moved) => moved.id === id)
    if (upload && (state.kind === 'sent' || hasFailed(upload))) onEnd(upload)
  }

  async function begin({ id, file }: Upload): Promise<void> {
    move(id, { kind: 'checking' })
    const outcome = await check(file).then(
      (): UploadState => ({ kind: 'waiting' }),
      (thrown: unknown) => endOf(toAppError(thrown)),
    )
    if (stateOf(id)?.kind === 'checking') move(id, outcome)
    sendWaiting()
  }

  function sendWaiting(): void {
    const sending = store.get().filter(({ state }) => state.kind === 'sending')
    const waiting = store.get().filter(({ state }) => state.kind === 'waiting')
    const free = Math.max(0, sentAtOnce - sending.length)
    for (const upload of waiting.slice(0, free)) void sendOne(upload)
  }

  async function sendOne(upload: Upload): Promise<void> {
    const { id, file } = upload
    const abort = new AbortController()
    aborts.set(id, abort)
    let pace = startPace(file.size, performance.now())
    move(id, { kind: 'sending', pace })
    function onProgress(sentBytes: number, totalBytes: number): void {
      pace = advancePace(pace, sentBytes, totalBytes, performance.now())
      if (!abort.signal.aborted) move(id, { kind: 'sending', pace })
    }
    const outcome = await send(upload, onProgress, abort.signal).then(
      (job): UploadState => ({ kind: 'sent', job }),
      (thrown: unknown) => endOf(toAppError(thrown)),
    )
    if (!abort.signal.aborted) move(id, outcome)
    sendWaiting()
  }

  function add(file: File, mapping: string | undefined): void {
    const twins = store.get().filter((upload) => isSameFile(upload.file, file))
    const others = store.get().filter((upload) => !twins.includes(upload) || !hasEndedBadly(upload))
    const upload: Upload = { id: ++lastId, file, mapping, state: { kind: 'checking' } }
    store.set([...others, upload])
    if (twins.every(hasEndedBadly)) void begin(upload)
    else move(upload.id, endOf(new AppError('INVALID_REQUEST', words.uploads.duplicate)))
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    add: (files, mapping) => [...files].forEach((file) => add(file, mapping)),
    cancel(id) {
      move(id, { kind: 'cancelled' })
      aborts.get(id)?.abort()
      sendWaiting()
    },
    retry: (id) =>
      store
        .get()
        .filter((upload) => upload.id === id)
        .forEach((it) => void begin(it)),
    remove: (ids) => store.set(store.get().filter((upload) => !ids.includes(upload.id))),
  }
}

/** What the table of errors calls final will not change by asking again. */
function endOf(error: AppError): UploadState {
  return { kind: error.rule.retry ? 'failed' : 'refused', error }
}

/** Whether leaving the page would lose it. */
export function isRunning({ state }: Upload): boolean {
  return state.kind === 'checking' || state.kind === 'waiting' || state.kind === 'sending'
}

export function hasFailed({ state }: Upload): boolean {
  return state.kind === 'failed' || state.kind === 'refused'
}

function hasEndedBadly(upload: Upload): boolean {
  return hasFailed(upload) || upload.state.kind === 'cancelled'
}
