import { EditorOnly } from '../../api/editor-only.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Job } from '../../../domain/job/job.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { DownloadLinks } from '../../jobs/download-links.tsx'
import { ReadAgain } from '../../jobs/read-again.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { jobMeetSource } from '../../readings/meet-source.ts'
import { readingQuery } from '../../readings/reading-query.ts'
import { ReadingView } from '../../readings/reading-view.tsx'
import { ReviewLayout } from './review-layout.tsx'

export const noHighlights = {
  evidence: {},
  target: undefined,
  statusAt: () => 'read' as const,
  onPick: () => undefined,
  onText: () => undefined,
}

/** Shows a result that cannot be edited beside the document: plain text, or values that are fixed. */
export function TextReview({ job }: { job: Job }) {
  const { data } = useQuery(readingQuery(job))
  const { text: plainText, fixedValues } = reviewText()
  const isText = job.summary === null
  const { heading, text } = isText ? plainText : fixedValues
  return (
    <ReviewLayout job={job} highlights={noHighlights}>
      <PageSection heading={heading}>
        <p className="pb-3 text-ink-soft">{text}</p>
        <div className="flex flex-wrap gap-2 pb-4">
          <DownloadLinks job={job} />
          <EditorOnly>
            {isText ? (
              <Link to="/" className={buttonClass.small}>
                {plainText.again}
              </Link>
            ) : (
              <ReadAgain jobs={[job]} />
            )}
          </EditorOnly>
        </div>
        {data && <ReadingView reading={data} meet={jobMeetSource(job)} />}
      </PageSection>
    </ReviewLayout>
  )
}
