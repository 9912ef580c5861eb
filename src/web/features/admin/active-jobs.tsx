import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ActiveJob,
  type ActiveJobs as Filter,
  adminJobRoutes,
} from '../../../domain/api/routes/admin/active-jobs.ts'
import { formatAgo, formatBytes } from '../../i18n/format.ts'
import { formatCount } from '../../i18n/locale/locale.ts'
import { adminText } from '../../i18n/admin-text.ts'
import { PageSection } from '../../ui/page-section.tsx'
import { ActiveJobActions } from './active-job-actions.tsx'
import { callAsAdmin } from './admin-request.ts'
import { FoundJobs, JobFilterForm, searchJobs } from './job-search.tsx'

const refetchMs = 5_000
/**
 * Maximum length of a queue that is reloaded every few seconds. Counting and sorting a longer queue would slow it down.
 */
const maxRefetched = 10_000

/**
 * Lists the running and queued jobs that match a filter. The administrator can cancel them or change their priority,
 * one by one or all at once.
 */
export function ActiveJobs({ now }: { now: number }) {
  const { activeJobs: messages } = adminText()
  const [filter, setFilter] = useState<Filter>({})
  const found = useInfiniteQuery({
    ...searchJobs('jobs', filter, (page, signal) =>
      callAsAdmin(adminJobRoutes.listActiveJobs, { query: { ...filter, ...page }, signal }),
    ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.count ?? 0) <= maxRefetched && refetchMs,
  })
  const fields = { mapping: messages.mapping, owner_id: messages.owner, job_id: messages.job }
  return (
    <PageSection heading={messages.heading}>
      <JobFilterForm
        first={<StatusField />}
        fields={fields}
        find={messages.find}
        onFind={setFilter}
      />
      <FoundJobs
        messages={messages}
        query={found}
        actions={<ActiveJobActions filter={filter} subject={messages.all} />}
        renderJob={(job) => <ActiveJobRow key={job.id} job={job} now={now} />}
      />
    </PageSection>
  )
}

function StatusField() {
  const { activeJobs: messages } = adminText()
  return (
    <label className="block">
      <span className="mb-1 block text-sm font-medium">{messages.status}</span>
      <select name="status" className="field w-full">
        <option value="">{messages.anyStatus}</option>
        <option value="processing">{messages.processing}</option>
        <option value="queued">{messages.queued}</option>
      </select>
    </label>
  )
}

function ActiveJobRow({ job, now }: { job: ActiveJob; now: number }) {
  const { activeJobs: messages } = adminText()
  const isRunning = job.status === 'processing'
  const facts = [
    job.mapping,
    job.owner_id,
    ...(job.bytes === null ? [] : [formatBytes(job.bytes)]),
    messages.priority(formatCount(job.priority)),
    ...(job.worker === null ? [] : [job.worker]),
    ...(job.is_reread ? [messages.reread] : []),
    ...(job.attempt_count > 1 ? [messages.attempts(job.attempt_count)] : []),
  ]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-80">
        <p>
          <span className={`font-semibold ${isRunning ? 'text-accent' : ''}`}>
            {messages.state(job)}
          </span>{' '}
          <span className="text-ink-soft">{formatAgo(job.started_at ?? job.queued_at, now)}</span>
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          <code>{job.id}</code> · {facts.join(' · ')}
        </p>
      </div>
      <ActiveJobActions
        filter={{ job_id: job.id }}
        subject={messages.one(job.id)}
        priority={job.priority}
        isRunning={isRunning}
      />
    </li>
  )
}
