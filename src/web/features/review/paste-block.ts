import type { Change, CorrectableReading } from '../../../domain/review/change.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { announce } from '../../ui/announcements.ts'
import { toPasteChanges } from './fields/line-grid.ts'

interface PasteOptions {
  edit: (changes: Change[]) => boolean
  onError: (message: string) => void
}

/** Fills cells with a block copied from a spreadsheet, in one undo step, or explains why it cannot. */
export function pasteBlock(
  reading: CorrectableReading,
  { path, rows }: { path: string; rows: string[][] },
  { edit, onError }: PasteOptions,
): void {
  if (reading.kind !== 'invoice') return
  const { pasted, faults } = reviewText().paste
  const changes = toPasteChanges(reading, path, rows)
  if (!Array.isArray(changes)) {
    return onError(changes.fault === 'too_wide' ? faults.tooWide : faults.notANumber(changes.text))
  }
  if (edit(changes)) announce(pasted(rows.length))
}
