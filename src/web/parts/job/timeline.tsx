import { useQuery } from '@tanstack/react-query'
import type { JobEvent } from '../../../domain/event.ts'
import type { Job } from '../../../domain/job.ts'
import { jobRoutes } from '../../../domain/routes/jobs.ts'
import { client } from '../../app.ts'
import { formatPercent, formatTimeOfDay } from '../../figures.ts'
import { words } from '../../words/words.ts'
import { ErrorText } from '../error-text.tsx'
import { PageSection } from '../page-section.tsx'

const most = 1000

/** What has happened to a job, step by step. */
export function Timeline({ job: { id, updated_at } }: { job: Job }) {
  const { data } = useQuery({
    queryKey: ['job-events', id, updated_at],
    queryFn: ({ signal }) =>
      client.ask(jobRoutes.jobEvents, { params: { id }, query: { limit: most }, signal }),
    placeholderData: (before) => before,
  })
  if (!data) return null
  return (
    <PageSection heading={words.jobPage.timeline}>
      <ol className="border-l-2 border-line pl-4">
        {data.events.map((event) => (
          <li key={event.number} className="flex flex-wrap gap-x-3 py-1">
            <time dateTime={event.created_at} className="text-sm text-ink-soft">
              {formatTimeOfDay(event.created_at)}
            </time>
            <Happened event={event} />
          </li>
        ))}
      </ol>
    </PageSection>
  )
}

function Happened({ event }: { event: JobEvent }) {
  const { type, stage, progress, error_code: code, error_message: message } = event
  const what = words.jobPage.events[type] ?? type
  const step = `${words.job.stage[stage]} · ${formatPercent(progress / 100)}`
  return (
    <>
      <span>{type === 'progress' ? step : what}</span>
      {code !== null && message !== null && (
        <span className="basis-full text-sm text-fail">
          <ErrorText error={{ code, message }} />
        </span>
      )}
    </>
  )
}
