import type { Change, ChangeRecord } from '../../../../domain/review/change.ts'
import type { AppError } from '../../../../domain/errors/errors.ts'
import type { Job } from '../../../../domain/job/job.ts'
import type { ReadingAnswer } from '../../../../domain/api/routes/readings.ts'
import { type Draft, createDraft, applyEdit } from './draft.ts'
import { rebaseChanges } from './rebase-changes.ts'

/** What has not reached the server, for the next visit: on which revision it was made. */
export interface UnsavedChanges {
  revision: number
  changes: Change[]
}

export interface ReviewOptions {
  load: () => Promise<ReadingAnswer>
  save: (revision: number, changes: Change[]) => Promise<ReadingAnswer>
  approve: (revision: number) => Promise<Job>
  /** Keeps what is not saved on this device; null when all is. */
  store: (work: UnsavedChanges | null) => void
}

export type SaveState =
  /** What is being typed waits until the field is left: half a tax number is nothing to learn from. */
  | { kind: 'saved' | 'typing' | 'waiting' | 'sending' }
  /** The server cannot be reached, and is asked again. */
  | { kind: 'away'; error: AppError }
  /** The server will not take it, however often it is asked. */
  | { kind: 'refused'; error: AppError }
  /** Somebody else has changed it meanwhile. */
  | { kind: 'conflict'; theirs: ReadingAnswer; lost: Change[] }

export interface ReviewState {
  /** As the server has it. */
  answer: ReadingAnswer
  draft: Draft
  /** On their way. */
  sending: readonly Change[]
  saveState: SaveState
}

/** All that the server may not have. */
export function unsavedChanges({ sending, draft }: ReviewState): Change[] {
  return [...sending, ...draft.pending]
}

/** What was left undone by the last visit is taken up again. */
export function openReviewState(
  answer: ReadingAnswer,
  unsaved: UnsavedChanges | null,
): ReviewState {
  const since = unsaved ? changesSince(answer, unsaved.revision) : []
  const mine = remainingChanges(since, unsaved?.changes ?? [])
  if (mine || !unsaved)
    return { answer, saveState: { kind: 'saved' }, ...applyChanges(answer, mine ?? []) }
  return {
    answer: { ...answer, revision: unsaved.revision },
    draft: { ...createDraft(answer.reading), pending: unsaved.changes },
    sending: [],
    saveState: conflictState(answer, since, unsaved.changes),
  }
}

/**
 * What the server has not got of my changes, where all that happened since is mine: an answer may have been lost on
 * its way. Undefined where somebody else was there.
 */
export function remainingChanges(
  since: readonly ChangeRecord[],
  mine: Change[],
): Change[] | undefined {
  if (mine.length === 0) return []
  const isMine = since.every(({ op, path, new: made }, at) => {
    const change = mine[at]
    if (change?.op !== op || change.path !== path) return false
    return op !== 'set' || (change.value ?? null) === made
  })
  return isMine ? mine.slice(since.length) : undefined
}

export function conflictState(
  theirs: ReadingAnswer,
  since: ChangeRecord[],
  mine: Change[],
): SaveState {
  return { kind: 'conflict', theirs, lost: rebaseChanges(mine, since).lost }
}

/** My changes on a reading; what does not fit is not forced. */
export function applyChanges(
  answer: ReadingAnswer,
  changes: Change[],
): Pick<ReviewState, 'draft' | 'sending'> {
  const draft = changes.reduce((before, change) => {
    try {
      return applyEdit(before, [change])
    } catch {
      return before
    }
  }, createDraft(answer.reading))
  return { draft, sending: [] }
}

export function changesSince({ changes }: ReadingAnswer, revision: number): ChangeRecord[] {
  return changes.filter((change) => change.revision > revision)
}
