import { isTransient } from '../../../../client/retry.ts'
import { type Change, maxChanges, type ReadingResponse } from '../../../../domain/review/change.ts'
import { type AppError, toAppError } from '../../../../domain/errors/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { type ReviewDraft, rebaseDraft } from './draft.ts'
import {
  applyChanges,
  changesSince,
  conflictState,
  remainingChanges,
  type ReviewOptions,
  type ReviewState,
  unsavedChanges,
} from './review-state.ts'

const saveAfterMs = 300
const retryMs = 4000

export interface Autosave {
  /** Stores the change locally and schedules a save. */
  onChange: () => void
  flush: () => Promise<boolean>
  /** Adopts the server's response, and reapplies newer local changes to it. */
  acceptAnswer: (response: ReadingResponse) => void
  /** Handles a failed save: retries, reports the error, or resolves the conflict. */
  handleError: (error: AppError) => Promise<void>
  /** Adopts a response that may contain other users' changes, and reapplies `mine` to it. */
  restartFrom: (response: ReadingResponse, mine: Change[]) => void
  close: () => void
}

/** Saves changes, one request at a time. Retries while the server is unreachable. */
// oxlint-disable-next-line max-lines-per-function -- one state machine whose steps call each other
export function createAutosave(
  store: Store<ReviewState>,
  { load, save, store: storeChanges }: Pick<ReviewOptions, 'load' | 'save' | 'store'>,
): Autosave {
  let timer: ReturnType<typeof setTimeout> | undefined
  let inFlight: Promise<boolean> | undefined

  const patch = (change: Partial<ReviewState>) => store.set({ ...store.get(), ...change })
  const listUnsaved = () => unsavedChanges(store.get())

  const storeLocally = () => storeUnsaved(store.get(), storeChanges)

  function scheduleSave(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  function onChange(): void {
    const { saveState, draft } = store.get()
    const isIdle = ['saved', 'typing', 'waiting', 'refused'].includes(saveState.kind)
    if (isIdle) {
      clearTimeout(timer)
      patch({ saveState: { kind: idleState(draft) } })
    }
    storeLocally()
    if (store.get().saveState.kind === 'waiting') scheduleSave(saveAfterMs)
  }

  async function send(): Promise<boolean> {
    const { response, draft } = store.get()
    const changes = draft.pending.slice(0, maxChanges)
    const rest = draft.pending.slice(maxChanges)
    patch({ sending: changes, draft: { ...draft, pending: rest }, saveState: { kind: 'sending' } })
    try {
      adoptResponse(await save(response.revision, changes))
    } catch (thrown) {
      await handleError(toAppError(thrown))
      return false
    }
    const { kind } = store.get().saveState
    if (kind === 'waiting') return send()
    return kind === 'saved'
  }

  function adoptResponse(response: ReadingResponse): void {
    const { draft } = store.get()
    const saving = { kind: idleState(draft) }
    patch({
      response,
      draft: rebaseDraft(draft, response.reading, draft.pending),
      sending: [],
      saveState: saving,
    })
    storeLocally()
  }

  function restartFrom(response: ReadingResponse, mine: Change[]): void {
    patch({ response, saveState: { kind: 'saved' }, ...applyChanges(response, mine) })
    onChange()
  }

  async function handleError(error: AppError): Promise<void> {
    const { draft } = store.get()
    patch({ draft: { ...draft, pending: listUnsaved() }, sending: [] })
    if (error.code === 'CHANGED_MEANWHILE') return resolveConflict()
    const isOffline = isTransient(error)
    patch({ saveState: { kind: isOffline ? 'away' : 'refused', error } })
    if (isOffline) scheduleSave((error.retryAfterSeconds ?? 0) * 1000 || retryMs)
  }

  /** Loads other users' changes and reapplies this user's, or reports a conflict. */
  async function resolveConflict(): Promise<void> {
    try {
      const theirs = await load()
      const since = changesSince(theirs, store.get().response.revision)
      const mine = remainingChanges(since, listUnsaved())
      if (mine) return restartFrom(theirs, mine)
      patch({ saveState: conflictState(theirs, since, listUnsaved()) })
    } catch (thrown) {
      patch({ saveState: { kind: 'away', error: toAppError(thrown) } })
      scheduleSave(retryMs)
    }
  }

  function flush(): Promise<boolean> {
    clearTimeout(timer)
    const { draft, saveState } = store.get()
    if (saveState.kind === 'conflict') return Promise.resolve(false)
    if (inFlight) return inFlight
    if (draft.pending.length === 0) return Promise.resolve(true)
    inFlight = send().finally(() => {
      inFlight = undefined
    })
    return inFlight
  }

  return {
    onChange,
    flush,
    acceptAnswer: adoptResponse,
    restartFrom,
    handleError,
    close: () => clearTimeout(timer),
  }
}

function idleState({ pending, done }: ReviewDraft): 'saved' | 'typing' | 'waiting' {
  if (pending.length === 0) return 'saved'
  return done.at(-1)?.typing === undefined ? 'waiting' : 'typing'
}

/** Stores the unsaved changes. During a conflict, leaves the previously stored ones untouched. */
function storeUnsaved(state: ReviewState, store: ReviewOptions['store']): void {
  const { saveState, response } = state
  if (saveState.kind === 'conflict') return
  const changes = unsavedChanges(state)
  store(changes.length === 0 ? null : { revision: response.revision, changes })
}
