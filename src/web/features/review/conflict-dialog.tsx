import type { Change, AppliedChange } from '../../../domain/review/change.ts'
import type { Review } from './draft/create-review.ts'
import { type ReviewState, unsavedChanges } from './draft/review-state.ts'
import { valueAt } from './fields/field-status.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { editorName } from './history/editor-name.ts'
import { ChangeText } from './history/change-text.tsx'

interface ConflictDialogProps {
  state: ReviewState
  onResolve: Review['resolveConflict']
  onClose: () => void
}

/** Resolves a conflict between two users' edits. Shows both versions and lets the user choose. */
export function ConflictDialog({ state, onResolve, onClose }: ConflictDialogProps) {
  const { response, saveState } = state
  const { conflict } = reviewText()
  if (saveState.kind !== 'conflict') return null
  const theirs = saveState.theirs.changes.filter(({ revision }) => revision > response.revision)
  const toMadeChange = (change: Change): AppliedChange => ({
    op: change.op,
    path: change.path,
    old: valueAt(saveState.theirs.reading, change.path),
    new: change.value ?? null,
  })
  const lost = saveState.lost.map(toMadeChange)
  const mine = unsavedChanges(state)
    .filter((one) => !saveState.lost.includes(one))
    .map(toMadeChange)
  return (
    <Dialog heading={conflict.heading} onClose={onClose}>
      <p>{conflict.text}</p>
      <ChangeList
        changes={theirs.map((change) => ({ ...change, who: editorName(change.changed_by) }))}
      />
      {mine.length > 0 && (
        <>
          <p className="pt-3">{conflict.mine}</p>
          <ChangeList changes={mine} />
        </>
      )}
      {lost.length > 0 && (
        <>
          <p className="pt-3 text-doubt">{conflict.lost}</p>
          <ChangeList changes={lost} />
        </>
      )}
      <div className="flex flex-wrap gap-3 pt-5">
        <ActionButton look="primary" onClick={() => onResolve('put mine again')}>
          {conflict.keepMine}
        </ActionButton>
        <ActionButton look="secondary" onClick={() => onResolve('take theirs')}>
          {conflict.discardMine}
        </ActionButton>
      </div>
    </Dialog>
  )
}

const maxShown = 8

function ChangeList({ changes }: { changes: readonly (AppliedChange & { who?: string })[] }) {
  const rest = changes.length - maxShown
  return (
    <ul className="list-disc pt-1 pl-5 text-sm">
      {changes.slice(0, maxShown).map((change, at) => (
        <li key={at}>
          <ChangeText change={change} />
          {change.who !== undefined && <span className="text-ink-soft">{` · ${change.who}`}</span>}
        </li>
      ))}
      {rest > 0 && <li className="text-ink-soft">{reviewText().conflict.more(rest)}</li>}
    </ul>
  )
}
