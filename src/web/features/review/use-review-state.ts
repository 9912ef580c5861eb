import { useCallback, useMemo, useRef, useState } from 'react'
import type { Change } from '../../../domain/review/change.ts'
import { toAppError } from '../../../domain/errors/errors.ts'
import type { Review } from './draft/create-review.ts'
import type { ReviewState } from './draft/review-state.ts'
import { allFields, fieldFor } from './fields/fields.ts'
import {
  general,
  isForAPerson,
  nextStop,
  openReasonsOf,
  standingOf,
  valueAt,
} from './fields/field-status.ts'
import type { Reviewing } from './fields/review-context.ts'

interface Around {
  /** Told why something could not be done. */
  onFault: (fault: string) => void
  /** There is no further field to visit. */
  onEnd: () => void
}

export interface ReviewingHere extends Reviewing {
  /** How much there is to check. */
  openCount: number
  hasInvalid: () => boolean
  visitNext: (by: 1 | -1) => void
  setVisitsAll: (visitsAll: boolean) => void
  /** What is being typed no longer counts. */
  startRound: () => void
}

/** Where the person is on the page, and what they can do there. */
export function useReviewingState(
  review: Review,
  { draft }: ReviewState,
  { onFault, onEnd }: Around,
): ReviewingHere {
  const { reading } = draft
  const open = useMemo(() => openReasonsOf(reading), [reading])
  const fields = useMemo(() => allFields(reading), [reading])
  const [visitsAll, setVisitsAll] = useState(() => open.size === 0)
  const [current, setCurrent] = useState(general)
  const [wanted, setWanted] = useState<string>()
  const [round, setRound] = useState(0)
  const invalid = useRef(new Set<string>())

  const setInvalid = useCallback((path: string, isInvalid: boolean) => {
    if (isInvalid) invalid.current.add(path)
    else invalid.current.delete(path)
  }, [])
  const arrive = useCallback((path: string) => {
    setCurrent(path)
    setWanted(undefined)
  }, [])
  const startRound = () => setRound((before) => before + 1)
  const openAt = (path: string) => open.get(path) ?? []
  const isStop = (path: string) => visitsAll || open.has(path)

  function attempt(act: () => void): boolean {
    try {
      act()
      return true
    } catch (thrown) {
      onFault(toAppError(thrown).message)
      return false
    }
  }

  function go(from: string, by: 1 | -1, isWanted: (path: string) => boolean): boolean {
    const next = nextStop(fields, isWanted, from, by)
    if (next !== undefined) setWanted(next)
    else if (by === 1) onEnd()
    return next !== undefined || by === 1
  }

  return {
    reading,
    openAt,
    standingAt: (path) => standingOf(reading, path, openAt(path)),
    visitsAll,
    current,
    wanted,
    round,
    edit(changes: Change[]) {
      // A line that moves does not take along what was typed into its place.
      if (changes.some(({ op }) => op === 'insert' || op === 'remove')) startRound()
      return attempt(() => review.edit(changes))
    },
    type(path, value) {
      try {
        review.type(path, value)
        return undefined
      } catch (thrown) {
        const { errors, message } = toAppError(thrown)
        return errors?.[0]?.detail ?? message
      }
    },
    leave: review.leave,
    undo: () => attempt(review.undo),
    arrive,
    visit(path) {
      const field = fieldFor(path, fields) ?? (path.startsWith('lines.') ? path : undefined)
      if (field !== undefined) setWanted(field)
    },
    step: (from, by) => go(from, by, isStop),
    confirm(path) {
      if (!isForAPerson(openAt(path))) return
      const value = valueAt(reading, path)
      attempt(() => review.edit([{ op: 'set', path, value }]))
    },
    setInvalid,
    openCount: [...open.values()].flat().length,
    hasInvalid: () => invalid.current.size > 0,
    visitNext: (by) => go(current, by, (path) => open.has(path)),
    setVisitsAll,
    startRound,
  }
}
