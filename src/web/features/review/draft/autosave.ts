import { isTransient } from '../../../../client/retry.ts'
import { type Change, mostChanges } from '../../../../domain/review/change.ts'
import { type AppError, toAppError } from '../../../../domain/errors/errors.ts'
import type { ReadingAnswer } from '../../../../domain/api/routes/readings.ts'
import type { Store } from '../../../store/store.ts'
import { type Draft, onto } from './draft.ts'
import {
  begun,
  changesSince,
  conflict,
  notYetIn,
  type ReviewOptions,
  type ReviewState,
  unsavedOf,
} from './review-state.ts'

const saveAfterMs = 300
const askAgainMs = 4000

export interface Saver {
  /** Something was changed: it is kept on this device, and sent once the person rests. */
  changed: () => void
  flush: () => Promise<boolean>
  /** What the server has now, with what was done since on top. */
  takeIn: (answer: ReadingAnswer) => void
  /** Finds out what to do about a refusal. */
  notSaved: (error: AppError) => Promise<void>
  /** As `takeIn`, where more may have changed than was sent: these of mine are to go on top. */
  takeUp: (answer: ReadingAnswer, mine: Change[]) => void
  close: () => void
}

/** Brings what is changed to the server: one request at a time, again and again while it is away. */
export function createSaver(
  store: Store<ReviewState>,
  { load, save, keep }: Pick<ReviewOptions, 'load' | 'save' | 'keep'>,
): Saver {
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<boolean> | undefined

  const put = (change: Partial<ReviewState>) => store.set({ ...store.get(), ...change })
  const unsaved = () => unsavedOf(store.get())

  const remember = () => keepUnsaved(store.get(), keep)

  function saveIn(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  function changed(): void {
    const { saving, draft } = store.get()
    const isCalm = ['saved', 'typing', 'waiting', 'refused'].includes(saving.kind)
    if (isCalm) {
      clearTimeout(timer)
      put({ saving: { kind: calmOf(draft) } })
    }
    remember()
    if (store.get().saving.kind === 'waiting') saveIn(saveAfterMs)
  }

  async function send(): Promise<boolean> {
    const { answer, draft } = store.get()
    const changes = draft.pending.slice(0, mostChanges)
    const rest = draft.pending.slice(mostChanges)
    put({ sending: changes, draft: { ...draft, pending: rest }, saving: { kind: 'sending' } })
    try {
      takeIn(await save(answer.revision, changes))
    } catch (thrown) {
      await notSaved(toAppError(thrown))
      return false
    }
    const { kind } = store.get().saving
    if (kind === 'waiting') return send()
    return kind === 'saved'
  }

  function takeIn(answer: ReadingAnswer): void {
    const { draft } = store.get()
    const saving = { kind: calmOf(draft) }
    put({ answer, draft: onto(draft, answer.reading, draft.pending), sending: [], saving })
    remember()
  }

  function takeUp(answer: ReadingAnswer, mine: Change[]): void {
    put({ answer, saving: { kind: 'saved' }, ...begun(answer, mine) })
    changed()
  }

  async function notSaved(error: AppError): Promise<void> {
    const { draft } = store.get()
    put({ draft: { ...draft, pending: unsaved() }, sending: [] })
    if (error.code === 'CHANGED_MEANWHILE') return meet()
    const isAway = isTransient(error)
    put({ saving: { kind: isAway ? 'away' : 'refused', error } })
    if (isAway) saveIn((error.retryAfterSeconds ?? 0) * 1000 || askAgainMs)
  }

  /** Finds out what the others did. */
  async function meet(): Promise<void> {
    try {
      const theirs = await load()
      const since = changesSince(theirs, store.get().answer.revision)
      const mine = notYetIn(since, unsaved())
      if (mine) return takeUp(theirs, mine)
      put({ saving: conflict(theirs, since, unsaved()) })
    } catch (thrown) {
      put({ saving: { kind: 'away', error: toAppError(thrown) } })
      saveIn(askAgainMs)
    }
  }

  function flush(): Promise<boolean> {
    clearTimeout(timer)
    const { draft, saving } = store.get()
    if (saving.kind === 'conflict') return Promise.resolve(false)
    if (underWay) return underWay
    if (draft.pending.length === 0) return Promise.resolve(true)
    underWay = send().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  return { changed, flush, takeIn, takeUp, notSaved, close: () => clearTimeout(timer) }
}

function calmOf({ pending, done }: Draft): 'saved' | 'typing' | 'waiting' {
  if (pending.length === 0) return 'saved'
  return done.at(-1)?.typing === undefined ? 'waiting' : 'typing'
}

/** While two disagree, what was kept before stays. */
function keepUnsaved(state: ReviewState, keep: ReviewOptions['keep']): void {
  const { saving, answer } = state
  if (saving.kind === 'conflict') return
  const changes = unsavedOf(state)
  keep(changes.length === 0 ? null : { revision: answer.revision, changes })
}
