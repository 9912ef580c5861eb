import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { toAppError } from '../../../domain/errors/errors.ts'
import type { Job } from '../../../domain/job/job.ts'
import type { ReadingAnswer } from '../../../domain/api/routes/readings.ts'
import { updateJobs } from '../../live/feed.ts'
import { useLiveJob } from '../../live/use-live-jobs.ts'
import { announce } from '../../ui/announcements.ts'
import type { Review } from './draft/create-review.ts'
import { nextDoubtful } from './next-to-review.ts'
import { openReview } from './draft/open-review.ts'
import { useStore } from '../../store/store.ts'
import { reviewWords } from '../../i18n/review-words.ts'
import { ApprovalNote } from './approval-note.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { History } from './history.tsx'
import { InvoiceForm } from './invoice-form.tsx'
import { ReviewBar } from './review-bar.tsx'
import { ReviewLayout } from './review-layout.tsx'
import { ReviewingContext } from './fields/review-context.ts'
import { SheetForm } from './heat-sheet-form.tsx'
import { useReviewKeys } from './use-review-keys.ts'
import { type ReviewingHere, useReviewingState } from './use-review-state.ts'

/** A reading that can be corrected, with everything that a person needs to stand by it. */
export function Reviewer({ job, answer }: { job: Job; answer: ReadingAnswer }) {
  const [isKept, setIsKept] = useState(true)
  const [review] = useState(() => openReview(job.id, answer, setIsKept))
  const state = useStore(review)
  const [fault, setFault] = useState<string>()
  const approveButton = useRef<HTMLButtonElement>(null)
  const reviewing = useReviewingState(review, state, {
    onFault: setFault,
    onEnd: () => approveButton.current?.focus(),
  })
  useStaying(review, job)
  useSpokenCount(reviewing.openCount)
  const { approve, isApproving, isLast } = useApproval(review, job, reviewing, setFault)
  const undo = useUndo(review, reviewing, setFault)
  useReviewKeys({ reviewing, ...undo })
  const [isDeciding, setIsDeciding] = useState(true)
  const { draft, saving } = state
  const { reading } = draft
  const isApproved = state.answer.approved_at !== null && saving.kind === 'saved'
  const { evidence } = reading
  const { current, standingAt, visit: onPick } = reviewing
  return (
    <ReviewingContext value={reviewing}>
      <ReviewLayout job={job} places={{ evidence, current, standingAt, onPick }}>
        <ApprovalNote job={job} answer={state.answer} isApproved={isApproved} isLast={isLast} />
        <VisitAll reviewing={reviewing} />
        {reading.kind === 'invoice' ? (
          <InvoiceForm invoice={reading} />
        ) : (
          <SheetForm sheet={reading} />
        )}
        <History changes={state.answer.changes} />
      </ReviewLayout>
      <ReviewBar
        openCount={isApproved ? 0 : reviewing.openCount}
        saving={saving}
        isKept={isKept}
        canUndo={draft.done.length > 0}
        canRedo={draft.undone.length > 0}
        isApproving={isApproving}
        isApproved={isApproved}
        fault={fault}
        approveRef={approveButton}
        onNext={() => reviewing.visitNext(1)}
        onUndo={undo.undo}
        onRedo={undo.redo}
        onApprove={() => void approve()}
        onRetry={() => void review.flush()}
        onDecide={() => setIsDeciding(true)}
      />
      {saving.kind === 'conflict' && isDeciding && (
        <ConflictDialog
          state={state}
          onSettle={(how) => {
            review.settle(how)
            reviewing.startRound()
          }}
          onClose={() => setIsDeciding(false)}
        />
      )}
    </ReviewingContext>
  )
}

function VisitAll({ reviewing }: { reviewing: ReviewingHere }) {
  const { visitsAll, setVisitsAll } = reviewing
  return (
    <label className="flex min-h-9 items-center gap-2 pt-3 text-sm lg:pt-0">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={visitsAll}
        onChange={({ currentTarget }) => setVisitsAll(currentTarget.checked)}
      />
      {reviewWords().visitAll}
    </label>
  )
}

/** Saves when the person leaves, and takes in what others do while the page is open. */
function useStaying(review: Review, job: Job): void {
  const { updated_at } = useLiveJob(job)
  useEffect(() => {
    review.refresh().catch(() => undefined)
  }, [review, updated_at])
  useEffect(() => {
    const save = () => void review.flush()
    window.addEventListener('pagehide', save)
    window.addEventListener('online', save)
    return () => {
      window.removeEventListener('pagehide', save)
      window.removeEventListener('online', save)
      save()
      review.close()
    }
  }, [review])
}

/** Says how many are left, when that changes. */
function useSpokenCount(count: number): void {
  const before = useRef(count)
  useEffect(() => {
    if (before.current === count) return
    before.current = count
    announce(count === 0 ? reviewWords().noneToCheck : reviewWords().toCheck(count))
  }, [count])
}

function useUndo(
  review: Review,
  { startRound }: ReviewingHere,
  onFault: (fault: string | undefined) => void,
) {
  function attempt(act: () => void, sentence: string): void {
    try {
      act()
      onFault(undefined)
      announce(sentence)
    } catch {
      onFault(reviewWords().cannotUndo)
    }
    startRound()
  }
  return {
    undo: () => attempt(review.undo, reviewWords().undid),
    redo: () => attempt(review.redo, reviewWords().redid),
  }
}

/** Approves, and goes on to the next document that needs review. */
function useApproval(
  review: Review,
  { id }: Job,
  { hasInvalid }: ReviewingHere,
  onFault: (fault: string | undefined) => void,
) {
  const navigate = useNavigate()
  const [isApproving, setIsApproving] = useState(false)
  const [isLast, setIsLast] = useState(false)

  async function approveNow(): Promise<void> {
    const job = await review.approve()
    if (!job) {
      if (review.get().saving.kind === 'saved') onFault(reviewWords().notApproved)
      return
    }
    updateJobs(job)
    const next = await nextDoubtful(id)
    announce(next ? reviewWords().approved : reviewWords().approvedLast)
    if (next) await navigate({ to: '/review/$id', params: { id: next.id } })
    else setIsLast(true)
  }

  async function approve(): Promise<void> {
    if (hasInvalid()) return onFault(reviewWords().invalidFirst)
    onFault(undefined)
    setIsApproving(true)
    await approveNow().catch((thrown: unknown) => onFault(toAppError(thrown).message))
    setIsApproving(false)
  }

  return { approve, isApproving, isLast }
}
