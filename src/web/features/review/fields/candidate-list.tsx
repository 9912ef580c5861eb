import type { Alternative } from '../../../../domain/invoice/invoice.ts'
import { formatDate } from '../../../i18n/format.ts'
import { formatDecimalText } from '../../../i18n/locale/decimal-text.ts'
import { reviewText } from '../../../i18n/review-text.ts'
import { listCandidates } from './candidates.ts'
import { type FieldKind, fieldLabel } from './fields.ts'
import { useReview } from './review-context.ts'

interface CandidateListProps {
  path: string
  kind: FieldKind
}

/** Lists other values that were found for an uncertain field, each with its position and shortcut. */
export function CandidateList({ path, kind }: CandidateListProps) {
  const { reading, openAt, statusAt, current } = useReview()
  const isCurrent = current === path
  const isOffered = openAt(path).length > 0 || (isCurrent && statusAt(path) === 'changed')
  const candidates = isOffered ? listCandidates(reading, path) : []
  if (candidates.length === 0) return null
  return (
    <ul aria-label={reviewText().candidates.label(fieldLabel(path))} className="space-y-1 pt-1">
      {candidates.map((candidate, index) => (
        <li key={candidate.value}>
          <CandidateButton
            path={path}
            kind={kind}
            candidate={candidate}
            shortcut={isCurrent ? `Alt+${index + 1}` : undefined}
          />
        </li>
      ))}
    </ul>
  )
}

interface CandidateButtonProps extends CandidateListProps {
  candidate: Alternative
  shortcut: string | undefined
}

function CandidateButton({ path, kind, candidate, shortcut }: CandidateButtonProps) {
  const { choose, tabsThroughAll } = useReview()
  const { value, page, label } = candidate
  return (
    <button
      type="button"
      tabIndex={tabsThroughAll ? 0 : -1}
      title={reviewText().candidates.use}
      aria-keyshortcuts={shortcut}
      className="flex min-h-9 w-full cursor-pointer items-center gap-2 rounded-lg border border-line bg-surface px-2 py-1 text-left text-xs hover:border-accent pointer-coarse:min-h-11"
      // Keeps the focus in the field, so that Enter continues from there.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => choose(path, candidate)}
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium text-accent wrap-anywhere">
          {formatCandidate(value, kind)}
        </span>
        <span className="block text-ink-soft wrap-anywhere">
          {reviewText().candidates.where(page, label)}
        </span>
      </span>
      {shortcut !== undefined && (
        <kbd className="shrink-0 rounded-md border border-edge bg-paper px-1 font-mono whitespace-nowrap text-ink pointer-coarse:hidden">
          {shortcut}
        </kbd>
      )}
    </button>
  )
}

function formatCandidate(value: string, kind: FieldKind): string {
  if (kind === 'day') return formatDate(value)
  return kind === 'amount' ? formatDecimalText(value) : value
}
