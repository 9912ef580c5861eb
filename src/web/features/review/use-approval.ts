import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { toAppError } from '../../../domain/errors/app-error.ts'
import type { Job } from '../../../domain/job/job.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { updateJobs } from '../../live/feed.ts'
import { announce } from '../../ui/announcements.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Review } from './draft/create-review.ts'
import { fetchNextToReview } from './next-to-review.ts'
import type { ReviewUiState } from './use-review-state.ts'
import { withdrawApproval } from './withdraw-approval.ts'

/** Approves the reading and opens the next job that needs review. Asks for confirmation first if any reason is open. */
export function useApproval(
  review: Review,
  job: Job,
  { hasInvalid, openCount }: ReviewUiState,
  onProblem: (problem: string | undefined) => void,
) {
  const navigate = useNavigate()
  const [isApproving, setIsApproving] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [isLast, setIsLast] = useState(false)
  const openReview = (id: string) => navigate({ to: '/review/$id', params: { id } })

  async function undo(revision: number): Promise<void> {
    if (await withdrawApproval(job, revision)) await openReview(job.id)
  }

  async function send(): Promise<void> {
    const approved = await review.approve()
    if (!approved) {
      if (review.get().saveState.kind === 'saved') onProblem(reviewText().notApproved)
      return
    }
    updateJobs(approved)
    const { revision } = review.get().response
    const { approvedToast, undoApproval } = reviewText()
    const action = { label: undoApproval, run: () => void undo(revision) }
    showToast({ text: approvedToast(job.original_filename), action })
    const next = await fetchNextToReview(job.id)
    announce(next ? reviewText().approved : reviewText().approvedLast)
    if (next) await openReview(next.id)
    else setIsLast(true)
  }

  async function approveNow(): Promise<void> {
    setIsAsking(false)
    setIsApproving(true)
    await send().catch((thrown: unknown) => onProblem(toAppError(thrown).message))
    setIsApproving(false)
  }

  function approve(): void {
    if (hasInvalid()) return onProblem(reviewText().invalidFirst)
    onProblem(undefined)
    if (openCount > 0) setIsAsking(true)
    else void approveNow()
  }

  const confirm = () => void approveNow()
  const cancel = () => setIsAsking(false)
  return { approve, confirm, cancel, isApproving, isAsking, isLast }
}
