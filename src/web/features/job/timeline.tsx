import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { anonymousName } from '../../../domain/values/anonymous-name.ts'
import type { JobEvent } from '../../../domain/job/event.ts'
import type { Job } from '../../../domain/job/job.ts'
import { jobRoutes } from '../../../domain/api/routes/jobs.ts'
import { client } from '../../api/client.ts'
import { formatPercent, formatTimeOfDay } from '../../i18n/format.ts'
import { useRefetchOnChange } from '../../api/use-refetch-on-change.ts'
import { jobFailure } from '../../i18n/message-text.ts'
import { jobPageText } from '../../i18n/job-page-text.ts'
import { jobText } from '../../i18n/job-text.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { MoreButton } from '../../ui/more-button.tsx'

const pageSize = 1000

export function Timeline({ job }: { job: Job }) {
  const { id, updated_at } = job
  const queryKey = ['job-events', id]
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: after, signal }) =>
      client.call(jobRoutes.jobEvents, {
        params: { id },
        query: { after, limit: pageSize },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next_after }) => next_after,
  })
  useRefetchOnChange(queryKey, updated_at)
  const events = list.data?.pages.flatMap((page) => page.events) ?? []
  const { ref, goOnBelow } = useFocusNextEvent(events.length)
  if (!list.data) return null
  return (
    <PageSection heading={jobPageText().timeline}>
      <ol ref={ref} className="border-l-2 border-line pl-4">
        {events.map((event) => (
          <li key={event.number} tabIndex={-1} className="flex flex-wrap gap-x-3 py-1">
            <time dateTime={event.created_at} className="text-sm text-ink-soft">
              {formatTimeOfDay(event.created_at)}
            </time>
            <EventText event={event} />
          </li>
        ))}
      </ol>
      <ErrorMessage error={list.error} className="pt-2" />
      <MoreButton query={list} onLoad={goOnBelow} className="mt-3">
        {jobPageText().moreEvents}
      </MoreButton>
    </PageSection>
  )
}

/** Moves the focus to the first newly loaded event, because the focused button may disappear. */
function useFocusNextEvent(eventCount: number) {
  const ref = useRef<HTMLOListElement>(null)
  const next = useRef(Infinity)
  useEffect(() => {
    if (eventCount <= next.current) return
    ref.current?.querySelectorAll('li')[next.current]?.focus()
    next.current = Infinity
  }, [eventCount])
  const focusNextEvent = () => {
    next.current = eventCount
  }
  return { ref, goOnBelow: focusNextEvent }
}

function EventText({ event }: { event: JobEvent }) {
  const { type, stage, progress, actor } = event
  const failure = jobFailure(event)
  const label = jobPageText().events[type] ?? type
  const step = `${jobText().job.stage[stage]} · ${formatPercent(progress / 100)}`
  return (
    <>
      <span>{type === 'progress' ? step : label}</span>
      {actor !== null && actor !== anonymousName && <span className="text-ink-soft">{actor}</span>}
      {failure !== undefined && (
        <span className="basis-full text-sm text-fail">
          <ErrorText error={failure} />
        </span>
      )}
    </>
  )
}
