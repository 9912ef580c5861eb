import {
  ArrowRight,
  Check,
  CircleAlert,
  Ellipsis,
  type LucideIcon,
  Redo2,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import { formatCount } from '../../i18n/locale/locale.ts'
import type { SaveState } from './draft/review-state.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ErrorText } from '../../ui/error-text.tsx'

interface ReviewBarProps {
  openCount: number
  saveState: SaveState
  isStored: boolean
  canUndo: boolean
  canRedo: boolean
  isApproving: boolean
  /** True if the reading has not changed since it was approved. */
  isApproved: boolean
  problem: string | undefined
  onNext: () => void
  onUndo: () => void
  onRedo: () => void
  onApprove: () => void
  onRetry: () => void
  onResolve: () => void
}

/** A sticky bar with the number of open reasons, the save status and the approve button. */
export function ReviewBar(props: ReviewBarProps) {
  const { openCount, canUndo, canRedo, problem, isApproving, isApproved } = props
  const review = reviewText()
  return (
    <div className="sticky bottom-0 z-30 -mx-3 -mb-16 border-t border-line bg-paper px-3 py-2 sm:-mx-6 sm:px-6">
      {problem !== undefined && (
        <p role="alert" className="pb-1.5 text-sm text-fail">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1.5 sm:gap-x-2">
        <OpenCount count={openCount} onNext={props.onNext} />
        <HistoryButton
          icon={Undo2}
          label={review.undo}
          isEnabled={canUndo}
          onClick={props.onUndo}
        />
        <HistoryButton
          icon={Redo2}
          label={review.redo}
          isEnabled={canRedo}
          onClick={props.onRedo}
        />
        <SaveStatus {...props} />
        <button
          type="button"
          title={review.approveHint}
          aria-keyshortcuts="Control+Enter"
          disabled={isApproving || isApproved}
          className={`${buttonClass.primary} ml-auto max-sm:px-2.5`}
          onClick={props.onApprove}
        >
          <Check aria-hidden="true" className="size-4" />
          {isApproving
            ? review.approving
            : openCount > 0
              ? review.approveAnyway(openCount)
              : review.approve}
          <kbd aria-hidden="true" className="font-sans text-xs max-lg:hidden pointer-coarse:hidden">
            {review.approveKey}
          </kbd>
        </button>
      </div>
    </div>
  )
}

interface HistoryButtonProps {
  icon: LucideIcon
  label: string
  isEnabled: boolean
  onClick: () => void
}

function HistoryButton({ isEnabled, ...props }: HistoryButtonProps) {
  return <IconButton {...props} size="size-4.5" disabled={!isEnabled} />
}

function OpenCount({ count, onNext }: { count: number; onNext: () => void }) {
  const review = reviewText()
  if (count === 0) {
    return (
      <p className="flex items-center gap-1.5 text-sm text-done">
        <Check aria-hidden="true" className="size-4" />
        {review.noneToCheck}
      </p>
    )
  }
  return (
    <button type="button" className={buttonClass.small} title={review.next} onClick={onNext}>
      <TriangleAlert aria-hidden="true" className="size-4 text-doubt" />
      <span aria-hidden="true" className="sm:hidden">
        {formatCount(count)}
      </span>
      <span className="max-sm:sr-only">{review.toCheck(count)}</span>
      <ArrowRight aria-hidden="true" className="size-4" />
    </button>
  )
}

function SaveStatus({
  saveState,
  isStored,
  onRetry,
  onResolve,
}: Pick<ReviewBarProps, 'saveState' | 'isStored' | 'onRetry' | 'onResolve'>) {
  const review = reviewText()
  const isProblem = ['away', 'refused', 'conflict'].includes(saveState.kind)
  const Icon = isProblem ? CircleAlert : saveState.kind === 'saved' ? Check : Ellipsis
  return (
    <div
      className={`flex min-w-0 items-center gap-1.5 text-sm ${isProblem ? 'basis-full text-fail sm:basis-auto sm:flex-1' : 'text-ink-soft max-sm:sr-only'}`}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <output aria-live={isProblem ? 'polite' : 'off'}>
        {review.saving[saveState.kind]}
        {saveState.kind === 'refused' && (
          <>
            {' '}
            <ErrorText error={saveState.error} />
          </>
        )}
        {!isStored && saveState.kind !== 'saved' && ` ${review.notStored}`}
      </output>
      {(saveState.kind === 'away' || saveState.kind === 'refused') && (
        <button type="button" className={buttonClass.small} onClick={onRetry}>
          {review.again}
        </button>
      )}
      {saveState.kind === 'conflict' && (
        <button type="button" className={buttonClass.small} onClick={onResolve}>
          {review.resolve}
        </button>
      )}
    </div>
  )
}
