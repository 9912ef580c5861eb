import type { Change, CorrectableReading } from '../../../../domain/review/change.ts'
import { correct } from '../../../../domain/review/correct.ts'

/** Something a person did, which can be taken back as one. */
interface Step {
  changes: Change[]
  inverse: Change[]
  /** The field that is being typed into, and the reading before it: the next letter belongs to the same step. */
  typing?: { path: string; before: CorrectableReading }
}

/** A reading while it is edited. */
export interface Draft {
  /** With everything that was done here. */
  reading: CorrectableReading
  /** What the server has not been told yet. */
  pending: readonly Change[]
  done: readonly Step[]
  undone: readonly Step[]
}

export function draftOf(reading: CorrectableReading): Draft {
  return { reading, pending: [], done: [], undone: [] }
}

/** Throws what `correct` throws, and nothing is changed. */
export function edited(draft: Draft, changes: Change[]): Draft {
  const { reading, inverse } = correct(draft.reading, changes)
  const done = [...draft.done, { changes, inverse }]
  return { reading, pending: [...draft.pending, ...changes], done, undone: [] }
}

/** As `edited`, by another letter in the same field: one step, and one change for the server. */
export function typed(draft: Draft, path: string, value: unknown): Draft {
  const changes: Change[] = [{ op: 'set', path, value }]
  const last = draft.done.at(-1)
  const isSame = last?.typing?.path === path && endsWith(draft.pending, last.changes)
  const before = isSame ? (last.typing?.before ?? draft.reading) : draft.reading
  const kept = isSame ? -1 : undefined
  const { reading, inverse } = correct(before, changes)
  return {
    reading,
    pending: [...draft.pending.slice(0, kept), ...changes],
    done: [...draft.done.slice(0, kept), { changes, inverse, typing: { path, before } }],
    undone: [],
  }
}

/** Whoever leaves a field begins a new step when they come back. */
export function leftField(draft: Draft): Draft {
  const last = draft.done.at(-1)
  if (last?.typing === undefined) return draft
  const { changes, inverse } = last
  return { ...draft, done: [...draft.done.slice(0, -1), { changes, inverse }] }
}

export function undone(draft: Draft): Draft {
  const last = draft.done.at(-1)
  if (!last) return draft
  const { reading, inverse } = correct(draft.reading, last.inverse)
  const isUnknown = endsWith(draft.pending, last.changes)
  return {
    reading,
    // What the server has not heard of need not be told, nor taken back.
    pending: isUnknown
      ? draft.pending.slice(0, -last.changes.length)
      : [...draft.pending, ...last.inverse],
    done: draft.done.slice(0, -1),
    undone: [...draft.undone, { changes: last.inverse, inverse }],
  }
}

export function redone(draft: Draft): Draft {
  const last = draft.undone.at(-1)
  if (!last) return draft
  const next = edited(draft, last.inverse)
  return { ...next, undone: draft.undone.slice(0, -1) }
}

/** The same work on what the server has now. Throws where it no longer fits. */
export function onto(draft: Draft, reading: CorrectableReading, pending: readonly Change[]): Draft {
  return { ...leftField(draft), reading: correct(reading, pending).reading, pending }
}

function endsWith(all: readonly Change[], some: readonly Change[]): boolean {
  const last = all.slice(all.length - some.length)
  return some.length > 0 && last.length === some.length && last.every((one, at) => one === some[at])
}
