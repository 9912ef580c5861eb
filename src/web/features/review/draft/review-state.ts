import type { Change, ChangeRecord, ReadingResponse } from '../../../../domain/review/change.ts'
import type { AppError } from '../../../../domain/errors/app-error.ts'
import type { Job } from '../../../../domain/job/job.ts'
import { type ReviewDraft, createDraft, applyEdit } from './draft.ts'
import { rebaseChanges } from './rebase-changes.ts'

/** Unsaved changes, and the revision on which they are based. */
export interface UnsavedChanges {
  revision: number
  changes: Change[]
}

export interface ReviewOptions {
  load: () => Promise<ReadingResponse>
  save: (revision: number, changes: Change[]) => Promise<ReadingResponse>
  approve: (revision: number) => Promise<Job>
  /** Stores unsaved changes on this device; null clears them. */
  store: (unsaved: UnsavedChanges | null) => void
}

export type SaveState =
  /**
   * `typing`: the change is saved when the field loses the focus, so that Docket never learns from a half-typed value.
   */
  | { kind: 'saved' | 'typing' | 'waiting' | 'sending' }
  /** The server is unreachable; the save will be retried. */
  | { kind: 'away'; error: AppError }
  /** The server rejected the changes, and a retry cannot help. */
  | { kind: 'refused'; error: AppError }
  /** Another user has changed the reading. */
  | { kind: 'conflict'; theirs: ReadingResponse; lost: Change[] }

export interface ReviewState {
  /** Latest server response. */
  response: ReadingResponse
  draft: ReviewDraft
  /** Changes in the running request. */
  sending: readonly Change[]
  saveState: SaveState
}

/** Returns the changes that the server may not have received. */
export function unsavedChanges({ sending, draft }: ReviewState): Change[] {
  return [...sending, ...draft.pending]
}

/** Opens a review and reapplies the unsaved changes from an earlier visit. */
export function openReviewState(
  response: ReadingResponse,
  unsaved: UnsavedChanges | null,
): ReviewState {
  const since = unsaved ? changesSince(response, unsaved.revision) : []
  const mine = remainingChanges(since, unsaved?.changes ?? [])
  if (mine || !unsaved)
    return { response, saveState: { kind: 'saved' }, ...applyChanges(response, mine ?? []) }
  return {
    response: { ...response, revision: unsaved.revision },
    draft: { ...createDraft(response.reading), pending: unsaved.changes },
    sending: [],
    saveState: conflictState(response, since, unsaved.changes),
  }
}

/**
 * Returns my changes that the server does not have. The response to a save may have been lost, so some changes on the
 * server may be mine. Returns undefined if another user made any of them.
 */
export function remainingChanges(
  since: readonly ChangeRecord[],
  mine: Change[],
): Change[] | undefined {
  if (mine.length === 0) return []
  const isMine = since.every(({ op, path, new: newValue }, at) => {
    const change = mine[at]
    if (change?.op !== op || change.path !== path) return false
    return op !== 'set' || (change.value ?? null) === newValue
  })
  return isMine ? mine.slice(since.length) : undefined
}

export function conflictState(
  theirs: ReadingResponse,
  since: ChangeRecord[],
  mine: Change[],
): SaveState {
  return { kind: 'conflict', theirs, lost: rebaseChanges(mine, since).lost }
}

/** Applies changes. Skips those that no longer apply. */
export function applyChanges(
  response: ReadingResponse,
  changes: Change[],
): Pick<ReviewState, 'draft' | 'sending'> {
  const draft = changes.reduce((before, change) => {
    try {
      return applyEdit(before, [change])
    } catch {
      return before
    }
  }, createDraft(response.reading))
  return { draft, sending: [] }
}

export function changesSince({ changes }: ReadingResponse, revision: number): ChangeRecord[] {
  return changes.filter((change) => change.revision > revision)
}
