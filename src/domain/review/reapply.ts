import type { AppliedChange, Change, CorrectableReading } from './change.ts'
import { resolveTarget, getTargetValue } from './change-target.ts'
import { correct } from './correct.ts'

export interface ReapplyResult<R extends CorrectableReading> {
  reading: R
  /** Number of corrections that could not be applied to the new reading. */
  lost: number
}

/**
 * Reapplies a user's corrections to a new reading of the same document. A field gets the user's value. A list entry is
 * changed only if it still has the value that the user saw, because entries may have moved.
 */
export function reapply<R extends CorrectableReading>(
  reading: R,
  corrections: readonly AppliedChange[],
): ReapplyResult<R> {
  return corrections.reduce<ReapplyResult<R>>(
    ({ reading: current, lost }, correction) => {
      try {
        return { reading: repeat(current, correction, lost), lost }
      } catch {
        return { reading: current, lost: lost + 1 }
      }
    },
    { reading, lost: 0 },
  )
}

const listEntry = /\.\d+(\.|$)/

function repeat<R extends CorrectableReading>(
  reading: R,
  { op, path, old, new: value }: AppliedChange,
  lost: number,
): R {
  if (op === 'approve' || op === 'unapprove') return reading
  const isInList = listEntry.test(path)
  const now = getTargetValue(resolveTarget(reading, path)) ?? null
  const source = reading.evidence[path]?.source
  if (op === 'set' && isSame(now, value) && source !== 'learned') return reading
  if (op === 'revert' && source !== 'human') return reading
  const isMoved = op === 'insert' ? lost > 0 : !isSame(now, old)
  if (isInList && isMoved) throw new Error('The entry has changed')
  const change: Change = { op, path, ...(op === 'set' || op === 'insert' ? { value } : {}) }
  return correct(reading, [change]).reading
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
