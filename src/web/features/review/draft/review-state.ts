import type { Change, ChangeRecord } from '../../../../domain/review/change.ts'
import type { AppError } from '../../../../domain/errors/errors.ts'
import type { Job } from '../../../../domain/job/job.ts'
import type { ReadingAnswer } from '../../../../domain/api/routes/readings.ts'
import { type Draft, draftOf, edited } from './draft.ts'
import { following } from './rebase-changes.ts'

/** What has not reached the server, for the next visit: on which revision it was made. */
export interface KeptWork {
  revision: number
  changes: Change[]
}

export interface ReviewOptions {
  load: () => Promise<ReadingAnswer>
  save: (revision: number, changes: Change[]) => Promise<ReadingAnswer>
  approve: (revision: number) => Promise<Job>
  /** Keeps what is not saved on this device; null when all is. */
  keep: (work: KeptWork | null) => void
}

export type Saving =
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
  saving: Saving
}

/** All that the server may not have. */
export function unsavedOf({ sending, draft }: ReviewState): Change[] {
  return [...sending, ...draft.pending]
}

/** What was left undone by the last visit is taken up again. */
export function opened(answer: ReadingAnswer, kept: KeptWork | null): ReviewState {
  const since = kept ? changesSince(answer, kept.revision) : []
  const mine = notYetIn(since, kept?.changes ?? [])
  if (mine || !kept) return { answer, saving: { kind: 'saved' }, ...begun(answer, mine ?? []) }
  return {
    answer: { ...answer, revision: kept.revision },
    draft: { ...draftOf(answer.reading), pending: kept.changes },
    sending: [],
    saving: conflict(answer, since, kept.changes),
  }
}

/**
 * What the server has not got of my changes, where all that happened since is mine: an answer may have been lost on
 * its way. Undefined where somebody else was there.
 */
export function notYetIn(since: readonly ChangeRecord[], mine: Change[]): Change[] | undefined {
  if (mine.length === 0) return []
  const isMine = since.every(({ op, path, new: made }, at) => {
    const change = mine[at]
    if (change?.op !== op || change.path !== path) return false
    return op !== 'set' || (change.value ?? null) === made
  })
  return isMine ? mine.slice(since.length) : undefined
}

export function conflict(theirs: ReadingAnswer, since: ChangeRecord[], mine: Change[]): Saving {
  return { kind: 'conflict', theirs, lost: following(mine, since).lost }
}

/** My changes on a reading; what does not fit is not forced. */
export function begun(
  answer: ReadingAnswer,
  changes: Change[],
): Pick<ReviewState, 'draft' | 'sending'> {
  const draft = changes.reduce((before, change) => {
    try {
      return edited(before, [change])
    } catch {
      return before
    }
  }, draftOf(answer.reading))
  return { draft, sending: [] }
}

export function changesSince({ changes }: ReadingAnswer, revision: number): ChangeRecord[] {
  return changes.filter((change) => change.revision > revision)
}
