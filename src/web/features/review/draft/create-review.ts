import { toAppError } from '../../../../domain/errors/app-error.ts'
import type { Change, ReadingResponse } from '../../../../domain/review/change.ts'
import type { Job } from '../../../../domain/job/job.ts'
import { createStore, type Store } from '../../../store/store.ts'
import { createAutosave } from './autosave.ts'
import {
  type ReviewDraft,
  createDraft,
  applyEdit,
  endTyping,
  redo,
  applyTyping,
  undo,
} from './draft.ts'
import { rebaseChanges } from './rebase-changes.ts'
import {
  changesSince,
  type UnsavedChanges,
  openReviewState,
  type ReviewOptions,
  type ReviewState,
  unsavedChanges,
} from './review-state.ts'

export interface Review extends Omit<Store<ReviewState>, 'set'> {
  /** Applies changes; throws if one is invalid. */
  edit: (changes: Change[]) => void
  type: (path: string, value: unknown) => void
  endTyping: () => void
  undo: () => void
  redo: () => void
  /** Saves immediately. Resolves to true if everything is saved. */
  flush: () => Promise<boolean>
  /** Approves the saved reading. Resolves to undefined if there are unsaved or conflicting changes. */
  approve: () => Promise<Job | undefined>
  /** Saves the reading, rechecks it with the current directory and rewrites its files. */
  recheck: () => Promise<void>
  /** Loads other users' changes, unless there are unsaved local ones. */
  refresh: () => Promise<void>
  resolveConflict: (how: 'take theirs' | 'put mine again') => void
  /** Stops all timers. */
  close: () => void
}

/** The state of one review, independent of React. */
export function createReview(
  first: ReadingResponse,
  unsaved: UnsavedChanges | null,
  options: ReviewOptions,
): Review {
  const { load, save, approve } = options
  const store = createStore<ReviewState>(openReviewState(first, unsaved))
  const autosave = createAutosave(store, options)
  autosave.onChange()

  function update(draft: ReviewDraft): void {
    store.set({ ...store.get(), draft })
    autosave.onChange()
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    edit: (changes) => update(applyEdit(store.get().draft, changes)),
    type: (path, value) => update(applyTyping(store.get().draft, path, value)),
    endTyping() {
      const { draft } = store.get()
      const ended = endTyping(draft)
      if (ended !== draft) update(ended)
    },
    undo: () => update(undo(store.get().draft)),
    redo: () => update(redo(store.get().draft)),
    flush: autosave.flush,
    async approve() {
      if (!(await autosave.flush())) return undefined
      try {
        const job = await approve(store.get().response.revision)
        await load().then(autosave.acceptAnswer, () => undefined)
        return job
      } catch (thrown) {
        await autosave.handleError(toAppError(thrown))
        return undefined
      }
    },
    async recheck() {
      if (!(await autosave.flush())) return
      await save(store.get().response.revision, []).then(autosave.acceptAnswer, (thrown: unknown) =>
        autosave.handleError(toAppError(thrown)),
      )
    },
    async refresh() {
      if (unsavedChanges(store.get()).length > 0) return
      const response = await load()
      const isNew = response.revision > store.get().response.revision
      if (!isNew || unsavedChanges(store.get()).length > 0) return
      store.set({ ...store.get(), response, draft: createDraft(response.reading) })
    },
    resolveConflict(how) {
      const { saveState, response } = store.get()
      if (saveState.kind !== 'conflict') return
      const since = changesSince(saveState.theirs, response.revision)
      const mine = rebaseChanges(unsavedChanges(store.get()), since).changes
      autosave.restartFrom(saveState.theirs, how === 'take theirs' ? [] : mine)
    },
    close: autosave.close,
  }
}
