import { useCallback, useMemo, useRef, useState } from 'react'
import type { Change } from '../../../domain/review/change.ts'
import { toAppError } from '../../../domain/errors/app-error.ts'
import type { Review } from './draft/create-review.ts'
import type { ReviewState } from './draft/review-state.ts'
import { allFields, findField } from './fields/fields.ts'
import {
  documentPath,
  findOpen,
  isConfirmable,
  type OpenReasons,
  findNextStop,
  openReasonsByField,
  fieldStatus,
  valueAt,
} from './fields/field-status.ts'
import { focusDocumentReasons } from './fields/reasons.tsx'
import type { ReviewContextValue } from './fields/review-context.ts'
import { pasteBlock } from './paste-block.ts'
import { findNeighbour } from './fields/line-grid.ts'
import { saveParty } from './save-party.ts'
import { type PageTarget, usePageTarget } from './use-page-target.ts'

interface ReviewStateOptions {
  /** Called with the reason if a change is invalid. */
  onError: (message: string) => void
}

export interface ReviewUiState extends ReviewContextValue, PageTarget {
  open: OpenReasons
  /** Number of open reasons. */
  openCount: number
  hasInvalid: () => boolean
  /** Moves to the next field with an open reason. Wraps around at the end. */
  focusNextOpen: (by: 1 | -1) => void
  setTabsThroughAll: (tabsThroughAll: boolean) => void
  /** Discards the text being typed. */
  discardTyping: () => void
}

/** Returns the focus position and the actions of the review page. */
export function useReviewState(
  review: Review,
  { draft }: ReviewState,
  { onError }: ReviewStateOptions,
): ReviewUiState {
  const { reading } = draft
  const open = useMemo(() => openReasonsByField(reading), [reading])
  const fields = useMemo(() => allFields(reading), [reading])
  const [tabsThroughAll, setTabsThroughAll] = useState(() => open.size === 0)
  const { setCurrent, setFocusTarget, ...focus } = useFieldFocus(fields)
  const { current } = focus
  const [editRound, setEditRound] = useState(0)
  const { hasInvalid, setInvalid } = useInvalidFields()
  const discardTyping = () => setEditRound((before) => before + 1)
  const openAt = (path: string) => open.get(path) ?? []
  const isStop = (path: string) => tabsThroughAll || open.has(path)

  const attempt = (run: () => void) => reportError(run, onError)
  function moveTo(next: string | undefined): boolean {
    if (next !== undefined) setFocusTarget(next)
    return next !== undefined
  }

  function edit(changes: Change[]): boolean {
    // Discards typed text if lines may shift, or if a choice or a pasted block replaces the text.
    const isOneValue = changes.length === 1 && changes[0]?.op === 'set' && !changes[0].location
    if (!isOneValue) discardTyping()
    return attempt(() => review.edit(changes))
  }

  const page = usePageTarget(reading, { ...focus, setCurrent, edit, onError })
  return {
    reading,
    openAt,
    statusAt: (path) => fieldStatus(reading, path, openAt(path)),
    tabsThroughAll,
    ...focus,
    editRound,
    edit,
    type: (path, value) => findTypingError(() => review.type(path, value)),
    onFieldBlur: review.endTyping,
    undo: () => attempt(review.undo),
    ...page,
    moveFocus: (from, by) => moveTo(findNextStop(fields, isStop, from, by)),
    continueFrom: (from, by) =>
      moveTo(findNextStop(fields, isStop, from, by) ?? findOpen(fields, open, from, by)),
    confirm(path) {
      if (!isConfirmable(openAt(path))) return
      attempt(() => review.edit([{ op: 'set', path, value: valueAt(reading, path) }]))
    },
    setInvalid,
    moveInGrid: (path, direction) => moveTo(findNeighbour(reading, path, direction)),
    pasteBlock: (path, rows) => pasteBlock(reading, { path, rows }, { edit, onError }),
    saveParty: (path, numbers) => saveParty(review, path, numbers),
    open,
    openCount: [...open.values()].flat().length,
    hasInvalid,
    focusNextOpen(by) {
      if (!moveTo(findOpen(fields, open, current, by))) focusDocumentReasons()
    },
    setTabsThroughAll,
    discardTyping,
  }
}

/** Tracks the current field, and the field to focus once it is rendered. */
function useFieldFocus(fields: readonly string[]) {
  const [current, setCurrent] = useState(documentPath)
  const [focusTarget, setFocusTarget] = useState<string>()
  const onFieldFocus = useCallback((path: string) => {
    setCurrent(path)
    setFocusTarget(undefined)
  }, [])
  function focusField(path: string): void {
    const field = findField(path, fields) ?? (path.startsWith('lines.') ? path : undefined)
    if (field !== undefined) setFocusTarget(field)
  }
  return { current, setCurrent, focusTarget, setFocusTarget, onFieldFocus, focusField }
}

/** Tracks the fields whose text is invalid. Uses a ref, because changes need no re-render. */
function useInvalidFields() {
  const invalid = useRef(new Set<string>())
  const setInvalid = useCallback((path: string, isInvalid: boolean) => {
    if (isInvalid) invalid.current.add(path)
    else invalid.current.delete(path)
  }, [])
  return { hasInvalid: () => invalid.current.size > 0, setInvalid }
}

function findTypingError(type: () => void): string | undefined {
  try {
    type()
    return undefined
  } catch (thrown) {
    const { errors, message } = toAppError(thrown)
    return errors?.[0]?.detail ?? message
  }
}

/** Runs an action and reports its error. Returns whether it succeeded. */
function reportError(run: () => void, onError: (message: string) => void): boolean {
  try {
    run()
    return true
  } catch (thrown) {
    onError(toAppError(thrown).message)
    return false
  }
}
