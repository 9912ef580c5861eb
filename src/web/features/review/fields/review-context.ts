import { createContext, useContext } from 'react'
import type { Change, CorrectableReading } from '../../../../domain/review/change.ts'
import type { Reason } from '../../../../domain/invoice/review-reasons.ts'
import type { Alternative } from '../../../../domain/invoice/invoice.ts'
import type { Direction } from './line-grid.ts'
import type { ValueLocation } from './locate-value.ts'
import type { FieldStatus } from './field-status.ts'

/** Numbers to save. `idtku` is null for the head office; the NIK identifies a person without an NPWP. */
export type TaxIdentity =
  | { tin: string; idtku: string | null }
  | { document: 'National ID'; document_number: string }

/** State and actions that the components of the review page share. */
export interface ReviewContextValue {
  reading: CorrectableReading
  openAt: (path: string) => readonly Reason[]
  statusAt: (path: string) => FieldStatus
  /** True if Tab stops at all fields, false if only at those that need checking. */
  tabsThroughAll: boolean
  /** Path of the focused field. */
  current: string
  /** Path of the field that gets the focus once it is rendered. */
  focusTarget: string | undefined
  /** Incremented on undo, to discard the text being typed. */
  editRound: number
  /** Applies changes. If one is invalid, shows the reason and returns false. */
  edit: (changes: Change[]) => boolean
  /** Sets a value while the user types. Returns the reason if it is invalid. */
  type: (path: string, value: unknown) => string | undefined
  onFieldBlur: () => void
  undo: () => void
  onFieldFocus: (path: string) => void
  /** Scrolls to a field and focuses it. */
  focusField: (path: string) => void
  /** Moves to the next field at which Tab stops; returns whether there is one. */
  moveFocus: (from: string, by: 1 | -1) => boolean
  /**
   * Moves to the next field at which Tab stops or, after the last one, to the first with an open reason. If there is
   * none, the focus stays.
   */
  continueFrom: (from: string, by: 1 | -1) => boolean
  /** Returns the position of a value on the page, or of the nearest evidence. */
  locate: (path: string) => ValueLocation | undefined
  /** Highlights a reason's position on the page and moves to the field that shows it. */
  showReason: (path: string, place: ValueLocation | undefined) => void
  /** Sets a field to a value that was found elsewhere on the page. */
  choose: (path: string, candidate: Alternative) => void
  /** Moves to another cell of the line items; returns whether there is one. */
  moveInGrid: (path: string, direction: Direction) => boolean
  /** Fills cells of the line items with a block copied from a spreadsheet. */
  pasteBlock: (path: string, rows: string[][]) => void
  /** Confirms a value, which resolves reasons that a user may resolve. */
  confirm: (path: string) => void
  /** Adds the company with these numbers to the directory. */
  saveParty: (tinPath: string, numbers: TaxIdentity) => Promise<void>
  setInvalid: (path: string, isInvalid: boolean) => void
}

export const ReviewContext = createContext<ReviewContextValue | undefined>(undefined)

export function useReview(): ReviewContextValue {
  const review = useContext(ReviewContext)
  if (!review) throw new Error('useReview requires a review context')
  return review
}
