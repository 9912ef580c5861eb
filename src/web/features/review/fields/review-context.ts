import { createContext, useContext } from 'react'
import type { Change, CorrectableReading } from '../../../../domain/review/change.ts'
import type { Reason } from '../../../../domain/invoice/proof.ts'
import type { FieldStatus } from './field-status.ts'

/** What the parts of the page share: the reading as it is now, where the person is, and what can be done. */
export interface ReviewContextValue {
  reading: CorrectableReading
  openAt: (path: string) => readonly Reason[]
  statusAt: (path: string) => FieldStatus
  /** Whether Tab leads to every field, or only to what needs checking. */
  tabsThroughAll: boolean
  /** The field that the person is at. */
  current: string
  /** The field that is to take the focus as soon as it is there. */
  focusTarget: string | undefined
  /** Another number: what is being typed no longer counts, for something was undone. */
  editRound: number
  /** Whether it was done; if not, the person is told why. */
  edit: (changes: Change[]) => boolean
  /** The reason why a value cannot stand there, or nothing. */
  type: (path: string, value: unknown) => string | undefined
  onFieldBlur: () => void
  undo: () => void
  /** A field has taken the focus. */
  onFieldFocus: (path: string) => void
  /** Brings a field into sight and gives it the focus. */
  focusField: (path: string) => void
  /** From a field to the next that is to be visited; after the last, to the button that approves. Whether there was one. */
  moveFocus: (from: string, by: 1 | -1) => boolean
  /** Says that what stands in a field is right, where that is for a person to say. */
  confirm: (path: string) => void
  setInvalid: (path: string, isInvalid: boolean) => void
}

export const ReviewContext = createContext<ReviewContextValue | undefined>(undefined)

export function useReview(): ReviewContextValue {
  const review = useContext(ReviewContext)
  if (!review) throw new Error('There is no review around this')
  return review
}
