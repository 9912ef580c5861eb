import { toAppError } from '../../../../domain/errors/errors.ts'
import type { Change } from '../../../../domain/review/change.ts'
import type { Job } from '../../../../domain/job/job.ts'
import type { ReadingAnswer } from '../../../../domain/api/routes/readings.ts'
import { createStore, type Store } from '../../../store/store.ts'
import { createSaver } from './autosave.ts'
import { type Draft, draftOf, edited, leftField, redone, typed, undone } from './draft.ts'
import { following } from './rebase-changes.ts'
import {
  changesSince,
  type KeptWork,
  opened,
  type ReviewOptions,
  type ReviewState,
  unsavedOf,
} from './review-state.ts'

export interface Review extends Omit<Store<ReviewState>, 'set'> {
  /** Makes changes, or throws the reason why they cannot be made. */
  edit: (changes: Change[]) => void
  type: (path: string, value: unknown) => void
  leave: () => void
  undo: () => void
  redo: () => void
  /** Saves now; whether everything is saved then. */
  flush: () => Promise<boolean>
  /** Approves what is saved; the job as it is then, or none where something stands in the way. */
  approve: () => Promise<Job | undefined>
  /** Takes in what others did, where nothing of one's own is at stake. */
  refresh: () => Promise<void>
  /** Ends a conflict: without my changes, or with them on top of theirs. */
  settle: (how: 'take theirs' | 'put mine again') => void
  /** No timer goes off any more. */
  close: () => void
}

/** A reading while a person works on it, outside of any page. */
export function createReview(
  first: ReadingAnswer,
  kept: KeptWork | null,
  options: ReviewOptions,
): Review {
  const { load, approve } = options
  const store = createStore<ReviewState>(opened(first, kept))
  const saver = createSaver(store, options)
  saver.changed()

  function change(draft: Draft): void {
    store.set({ ...store.get(), draft })
    saver.changed()
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    edit: (changes) => change(edited(store.get().draft, changes)),
    type: (path, value) => change(typed(store.get().draft, path, value)),
    leave() {
      const { draft } = store.get()
      const left = leftField(draft)
      if (left !== draft) change(left)
    },
    undo: () => change(undone(store.get().draft)),
    redo: () => change(redone(store.get().draft)),
    flush: saver.flush,
    async approve() {
      if (!(await saver.flush())) return undefined
      try {
        const job = await approve(store.get().answer.revision)
        await load().then(saver.takeIn, () => undefined)
        return job
      } catch (thrown) {
        await saver.notSaved(toAppError(thrown))
        return undefined
      }
    },
    async refresh() {
      if (unsavedOf(store.get()).length > 0) return
      const answer = await load()
      const isNew = answer.revision > store.get().answer.revision
      if (!isNew || unsavedOf(store.get()).length > 0) return
      store.set({ ...store.get(), answer, draft: draftOf(answer.reading) })
    },
    settle(how) {
      const { saving, answer } = store.get()
      if (saving.kind !== 'conflict') return
      const since = changesSince(saving.theirs, answer.revision)
      const mine = following(unsavedOf(store.get()), since).changes
      saver.takeUp(saving.theirs, how === 'take theirs' ? [] : mine)
    },
    close: saver.close,
  }
}
