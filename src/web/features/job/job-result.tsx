import { EditorOnly } from '../../api/editor-only.tsx'
import { useQuery } from '@tanstack/react-query'
import type { Job } from '../../../domain/job/job.ts'
import { jobPageText } from '../../i18n/job-page-text.ts'
import { PageSection } from '../../ui/page-section.tsx'
import { jobMeetSource } from '../../readings/meet-source.ts'
import { readingQuery } from '../../readings/reading-query.ts'
import { OpenRulesNote } from '../../readings/open-rules-note.tsx'
import { canLearnFrom, LayoutOffer } from '../../readings/layout-offer.tsx'
import { ReadingView } from '../../readings/reading-view.tsx'

/** Shows the result on the page, without downloading it. */
export default function JobResult({ job }: { job: Job }) {
  const { data } = useQuery(readingQuery(job))
  if (!data) return null
  return (
    <PageSection heading={jobPageText().result}>
      {data.kind === 'invoice' && <OpenRulesNote invoice={data.invoice} />}
      <ReadingView reading={data} meet={jobMeetSource(job)} />
      <EditorOnly>
        {job.approved_at !== null && canLearnFrom(data) && <LayoutOffer jobId={job.id} />}
      </EditorOnly>
    </PageSection>
  )
}
