import { useQuery } from '@tanstack/react-query'
import type { Job } from '../../../domain/job/job.ts'
import { words } from '../../words/words.ts'
import { PageSection } from '../page-section.tsx'
import { readingQuery } from './reading-query.ts'
import { ReadingView } from './reading-view.tsx'

/** What was read, to be looked at without downloading it. */
export default function JobResult({ job }: { job: Job }) {
  const { data } = useQuery(readingQuery(job))
  if (!data) return null
  return (
    <PageSection heading={words.jobPage.result}>
      <ReadingView found={data} sheet={job.id} />
    </PageSection>
  )
}
