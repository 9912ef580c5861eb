import { EditorOnly } from '../../api/editor-only.tsx'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Job } from '../../../domain/job/job.ts'
import type { ReadingResponse } from '../../../domain/review/change.ts'
import { formatDayAndTime } from '../../i18n/format.ts'
import { useLiveJob } from '../../live/use-live-jobs.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { canLearnFrom, LayoutOffer } from '../../readings/layout-offer.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { editorName } from './history/editor-name.ts'
import { withdrawApproval } from './withdraw-approval.ts'
import { DownloadLinks } from '../../jobs/download-links.tsx'

interface ApprovalNoteProps {
  job: Job
  response: ReadingResponse
  isApproved: boolean
  /** True if the job was approved on this page and no other job needs review. */
  isLast: boolean
}

/** Shows who approved the job and, after the last job, what to do next. */
export function ApprovalNote({ job, response, isApproved, isLast }: ApprovalNoteProps) {
  const live = useLiveJob(job)
  const note = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isLast) return
    note.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [isLast])
  if (!isApproved || response.approved_at === null) return null
  const review = reviewText()
  const heading = review.approvedBy(
    editorName(response.approved_by ?? ''),
    formatDayAndTime(response.approved_at),
  )
  return (
    <section
      ref={note}
      tabIndex={-1}
      aria-label={heading}
      className="mb-3 outline-none rounded-xl bg-done-wash px-4 py-3 text-done"
    >
      <p className="flex items-center gap-2 font-medium">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
        {heading}
      </p>
      {isLast && <p className="pt-1">{review.lastText}</p>}
      <div className="flex flex-wrap gap-2 pt-2">
        <DownloadLinks job={live} />
        <EditorOnly>
          <button
            type="button"
            className={buttonClass.small}
            onClick={() => void withdrawApproval(job, response.revision)}
          >
            {review.undoApproval}
          </button>
        </EditorOnly>
        {isLast && (
          <Link to="/queue" className={buttonClass.small}>
            {review.toQueue}
          </Link>
        )}
      </div>
      <EditorOnly>{canLearnFrom(response.reading) && <LayoutOffer jobId={job.id} />}</EditorOnly>
    </section>
  )
}
