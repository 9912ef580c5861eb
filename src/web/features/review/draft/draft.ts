import type { Change, CorrectableReading } from '../../../../domain/review/change.ts'
import { correct } from '../../../../domain/review/correct.ts'

/** One undo step. */
interface Step {
  changes: Change[]
  inverse: Change[]
  /** Present while the user types in a field. Further keystrokes extend this step. */
  typing?: { path: string; before: CorrectableReading }
}

/** An edited reading with its undo history. */
export interface ReviewDraft {
  /** The reading with all local changes. */
  reading: CorrectableReading
  /** Changes not yet sent. */
  pending: readonly Change[]
  done: readonly Step[]
  undone: readonly Step[]
}

export function createDraft(reading: CorrectableReading): ReviewDraft {
  return { reading, pending: [], done: [], undone: [] }
}

/** Applies changes. If `correct` rejects one, throws and leaves the draft unchanged. */
export function applyEdit(draft: ReviewDraft, changes: Change[]): ReviewDraft {
  const { reading, inverse } = correct(draft.reading, changes)
  const done = [...draft.done, { changes, inverse }]
  return { reading, pending: [...draft.pending, ...changes], done, undone: [] }
}

/**
 * Applies a keystroke. Like `applyEdit`, but consecutive keystrokes in a field form a single step and a single change.
 */
export function applyTyping(draft: ReviewDraft, path: string, value: unknown): ReviewDraft {
  const changes: Change[] = [{ op: 'set', path, value }]
  const last = draft.done.at(-1)
  const continuesStep = last?.typing?.path === path && endsWith(draft.pending, last.changes)
  const before = continuesStep ? (last.typing?.before ?? draft.reading) : draft.reading
  const end = continuesStep ? -1 : undefined
  const { reading, inverse } = correct(before, changes)
  return {
    reading,
    pending: [...draft.pending.slice(0, end), ...changes],
    done: [...draft.done.slice(0, end), { changes, inverse, typing: { path, before } }],
    undone: [],
  }
}

/** Ends the typing step, so that returning to the field starts a new one. */
export function endTyping(draft: ReviewDraft): ReviewDraft {
  const last = draft.done.at(-1)
  if (last?.typing === undefined) return draft
  const { changes, inverse } = last
  return { ...draft, done: [...draft.done.slice(0, -1), { changes, inverse }] }
}

export function undo(draft: ReviewDraft): ReviewDraft {
  const last = draft.done.at(-1)
  if (!last) return draft
  const { reading, inverse } = correct(draft.reading, last.inverse)
  const isUnsent = endsWith(draft.pending, last.changes)
  return {
    reading,
    // Drops an unsent change; reverts one that was already sent.
    pending: isUnsent
      ? draft.pending.slice(0, -last.changes.length)
      : [...draft.pending, ...last.inverse],
    done: draft.done.slice(0, -1),
    undone: [...draft.undone, { changes: last.inverse, inverse }],
  }
}

export function redo(draft: ReviewDraft): ReviewDraft {
  const last = draft.undone.at(-1)
  if (!last) return draft
  const next = applyEdit(draft, last.inverse)
  return { ...next, undone: draft.undone.slice(0, -1) }
}

/** Rebases the draft onto the server's reading. Throws if the pending changes can no longer be applied. */
export function rebaseDraft(
  draft: ReviewDraft,
  reading: CorrectableReading,
  pending: readonly Change[],
): ReviewDraft {
  return { ...endTyping(draft), reading: correct(reading, pending).reading, pending }
}

function endsWith(changes: readonly Change[], suffix: readonly Change[]): boolean {
  const last = changes.slice(changes.length - suffix.length)
  return (
    suffix.length > 0 &&
    last.length === suffix.length &&
    last.every((one, at) => one === suffix[at])
  )
}
