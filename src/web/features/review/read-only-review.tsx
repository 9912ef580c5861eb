import { useQuery } from '@tanstack/react-query'
import type { ReadingResponse } from '../../../domain/review/change.ts'
import type { Job } from '../../../domain/job/job.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { messageText } from '../../i18n/message-text.ts'
import { needsReview } from '../../jobs/job-operations.ts'
import { useLiveJob } from '../../live/use-live-jobs.ts'
import { jobMeetSource } from '../../readings/meet-source.ts'
import { readingQuery } from '../../readings/reading-query.ts'
import { ReadingView } from '../../readings/reading-view.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { ApprovalNote } from './approval-note.tsx'
import { History } from './history/history.tsx'
import { ReviewLayout } from './review-layout.tsx'
import { noHighlights } from './text-review.tsx'

/** Shows the reading beside the document to viewers, who cannot edit it. */
export function ReadOnlyReview({ job, response }: { job: Job; response: ReadingResponse }) {
  const live = useLiveJob(job)
  const { data } = useQuery(readingQuery(live))
  const { heading, text } = reviewText().readOnly
  return (
    <ReviewLayout job={job} highlights={noHighlights}>
      <ApprovalNote job={job} response={response} isApproved isLast={false} />
      <PageSection heading={heading}>
        <p className="pb-3 text-ink-soft">{text}</p>
        {needsReview(live) && (
          <ul className="list-disc pb-3 pl-5 text-sm text-doubt">
            {live.review_reasons.map((reason, at) => (
              <li key={at}>{messageText(reason)}</li>
            ))}
          </ul>
        )}
        {data && <ReadingView reading={data} meet={jobMeetSource(job)} />}
      </PageSection>
      <History changes={response.changes} />
    </ReviewLayout>
  )
}
