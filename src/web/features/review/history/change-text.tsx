import type { AppliedChange } from '../../../../domain/review/change.ts'
import { fieldLabel } from '../fields/fields.ts'
import { reviewText } from '../../../i18n/review-text.ts'

/** Describes a change on one line. */
export function ChangeText({ change }: { change: AppliedChange }) {
  const { ops, from } = reviewText().history
  const { op, path } = change
  return (
    <>
      {path !== '' && <strong className="font-medium">{fieldLabel(path)}</strong>}
      {` ${ops[op]}`}
      {(op === 'set' || op === 'revert') && (
        <span className="wrap-anywhere">{`: ${from(formatValue(change.old), formatValue(change.new))}`}</span>
      )}
    </>
  )
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return reviewText().history.nothing
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
}
