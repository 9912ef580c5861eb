import { createContext, useContext } from 'react'
import type { Change, CorrectableReading } from '../../../../domain/review/change.ts'
import type { Reason } from '../../../../domain/invoice/review-reasons.ts'
import type { Alternative } from '../../../../domain/invoice/invoice.ts'
import type { Direction } from './line-grid.ts'
import type { ValueLocation } from './locate-value.ts'
import type { FieldStatus } from './field-status.ts'

/** Numbers to save. `idtku` is null for the head office; a person without an NPWP is identified by their NIK. */
export type TaxIdentity =
  | { tin: string; idtku: string | null }
  | { document: 'National ID'; document_number: string }

/** State and actions shared by the review page. */
export interface ReviewContextValue {
  reading: CorrectableReading
  openAt: (path: string) => readonly Reason[]
  statusAt: (path: string) => FieldStatus
  /** Tab moves through all fields, not only those that need checking. */
  tabsThroughAll: boolean
  /** Path of the focused field. */
  current: string
  /** Field that takes focus as soon as it is rendered. */
  focusTarget: string | undefined
  /** Incremented on undo, to discard text being typed. */
  editRound: number
  /** Returns false and shows the reason when a change is invalid. */
  edit: (changes: Change[]) => boolean
  /** Returns the reason when the value is invalid. */
  type: (path: string, value: unknown) => string | undefined
  onFieldBlur: () => void
  undo: () => void
  onFieldFocus: (path: string) => void
  /** Scrolls to a field and focuses it. */
  focusField: (path: string) => void
  /** Moves to the next stop; returns whether there is one. */
  moveFocus: (from: string, by: 1 | -1) => boolean
  /** Moves to the next stop or, after the last stop, to the first open reason; if there is none, focus stays. */
  continueFrom: (from: string, by: 1 | -1) => boolean
  /** Position of a value on the page, or of the nearest evidence. */
  locate: (path: string) => ValueLocation | undefined
  /** Highlights a reason's position on the page and moves to the field that shows it. */
  showReason: (path: string, place: ValueLocation | undefined) => void
  /** Sets a field to a value found elsewhere on the page. */
  choose: (path: string, candidate: Alternative) => void
  /** Moves to the next line item cell; returns whether there is one. */
  moveInGrid: (path: string, direction: Direction) => boolean
  /** Fills line item cells with a block copied from a spreadsheet. */
  pasteBlock: (path: string, rows: string[][]) => void
  /** Confirms a value whose reasons the user can resolve. */
  confirm: (path: string) => void
  /** Adds the company with this tax number to the directory. */
  saveParty: (tinPath: string, numbers: TaxIdentity) => Promise<void>
  setInvalid: (path: string, isInvalid: boolean) => void
}

export const ReviewContext = createContext<ReviewContextValue | undefined>(undefined)

export function useReview(): ReviewContextValue {
  const review = useContext(ReviewContext)
  if (!review) throw new Error('useReview requires a review context')
  return review
}
