import { useEffect, useRef, useState } from 'react'
import type { CorrectableReading, ReadingResponse } from '../../../domain/review/change.ts'
import type { Job } from '../../../domain/job/job.ts'
import { useLiveJob } from '../../live/use-live-jobs.ts'
import { announce } from '../../ui/announcements.ts'
import type { Review } from './draft/create-review.ts'
import { openReview } from './draft/open-review.ts'
import { useStore } from '../../store/store.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { ApprovalNote } from './approval-note.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ExportNote } from './history/export-note.tsx'
import { History } from './history/history.tsx'
import { FieldsForm } from './fields-form.tsx'
import { InvoiceForm } from './invoice-form.tsx'
import { ReviewBar } from './review-bar.tsx'
import { ReviewLayout } from './review-layout.tsx'
import { ReviewContext } from './fields/review-context.ts'
import { HeatSheetForm } from './heat-sheet-form.tsx'
import { useApproval } from './use-approval.ts'
import { useReviewKeys } from './use-review-keys.ts'
import { type ReviewUiState, useReviewState } from './use-review-state.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'

/** Lets the user correct and approve a reading: the form, the document and the actions. */
export function ReviewEditor({ job, response }: { job: Job; response: ReadingResponse }) {
  const [isStored, setIsStored] = useState(true)
  const [review] = useState(() => openReview(job.id, response, setIsStored))
  const state = useStore(review)
  const [problem, setProblem] = useState<string>()
  const ui = useReviewState(review, state, { onError: setProblem })
  useSync(review, job)
  useAnnouncedCount(ui.openCount)
  const { approve, isApproving, isLast, ...asked } = useApproval(review, job, ui, setProblem)
  const undo = useUndo(review, ui, setProblem)
  const [isConflictOpen, setIsConflictOpen] = useState(true)
  const { draft, saveState } = state
  const { reading } = draft
  const isApproved = state.response.approved_at !== null && saveState.kind === 'saved'
  useReviewKeys({ ui, ...undo, approve: isApproved || isApproving ? () => undefined : approve })
  const { evidence } = reading
  const { target, statusAt, focusField: onPick, fillFromPage: onText } = ui
  return (
    <ReviewContext value={ui}>
      <ReviewLayout job={job} highlights={{ evidence, target, statusAt, onPick, onText }}>
        <ExportNote job={job} />
        <ApprovalNote job={job} response={state.response} isApproved={isApproved} isLast={isLast} />
        <TabOrderToggle ui={ui} />
        <ReadingForm reading={reading} />
        <History changes={state.response.changes} />
      </ReviewLayout>
      <ReviewBar
        openCount={isApproved ? 0 : ui.openCount}
        saveState={saveState}
        isStored={isStored}
        canUndo={draft.done.length > 0}
        canRedo={draft.undone.length > 0}
        isApproving={isApproving}
        isApproved={isApproved}
        problem={problem}
        onNext={() => ui.focusNextOpen(1)}
        onUndo={undo.undo}
        onRedo={undo.redo}
        onApprove={approve}
        onRetry={() => void review.flush()}
        onResolve={() => setIsConflictOpen(true)}
      />
      {asked.isAsking && (
        <ApproveDialog open={ui.open} onApprove={asked.confirm} onClose={asked.cancel} />
      )}
      {saveState.kind === 'conflict' && isConflictOpen && (
        <ConflictDialog
          state={state}
          onResolve={(how) => {
            review.resolveConflict(how)
            ui.discardTyping()
          }}
          onClose={() => setIsConflictOpen(false)}
        />
      )}
    </ReviewContext>
  )
}

function ReadingForm({ reading }: { reading: CorrectableReading }) {
  switch (reading.kind) {
    case 'invoice':
      return <InvoiceForm invoice={reading} />
    case 'heat_sheet':
      return <HeatSheetForm sheet={reading} />
    case 'fields':
      return <FieldsForm reading={reading} />
  }
}

function TabOrderToggle({ ui }: { ui: ReviewUiState }) {
  const { tabsThroughAll, setTabsThroughAll } = ui
  return (
    <label className="flex min-h-9 items-center gap-2 pt-3 text-sm lg:pt-0">
      <Checkbox isChecked={tabsThroughAll} onChange={setTabsThroughAll} className="size-4" />
      {reviewText().tabThroughAll}
    </label>
  )
}

/** Saves when the user leaves or the connection returns, and loads other users' changes while the page is open. */
function useSync(review: Review, job: Job): void {
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

/** Announces the number of open reasons when it changes. */
function useAnnouncedCount(count: number): void {
  const previous = useRef(count)
  useEffect(() => {
    if (previous.current === count) return
    previous.current = count
    announce(count === 0 ? reviewText().noneToCheck : reviewText().toCheck(count))
  }, [count])
}

function useUndo(
  review: Review,
  { discardTyping }: ReviewUiState,
  onProblem: (problem: string | undefined) => void,
) {
  function attempt(run: () => void, sentence: string): void {
    try {
      run()
      onProblem(undefined)
      announce(sentence)
    } catch {
      onProblem(reviewText().cannotUndo)
    }
    discardTyping()
  }
  return {
    undo: () => attempt(review.undo, reviewText().undone),
    redo: () => attempt(review.redo, reviewText().redone),
  }
}
