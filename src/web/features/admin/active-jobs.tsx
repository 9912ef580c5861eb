import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import {
  type ActiveJob,
  type ActiveJobs as Filter,
  adminJobRoutes,
} from '../../../domain/api/routes/admin/active-jobs.ts'
import { formatAgo, formatBytes } from '../../i18n/format.ts'
import { formatCount } from '../../i18n/locale/locale.ts'
import { adminWords } from '../../i18n/admin-words.ts'
import { SubmitButton } from '../../ui/action-button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { ActiveJobActions } from './active-job-actions.tsx'
import { callAsAdmin } from './admin-request.ts'
import { readField } from './form-text.ts'

const pageSize = 20
const refetchMs = 5_000
/** Counting and sorting a longer queue every few seconds would slow it down. */
const maxRefetched = 10_000

/** Lists running and waiting jobs that match a filter; cancels them and changes their priority, one by one or all. */
export function ActiveJobs({ now }: { now: number }) {
  const { activeJobs: messages } = adminWords()
  const [filter, setFilter] = useState<Filter>({})
  const found = useInfiniteQuery({
    queryKey: ['admin', 'jobs', filter],
    queryFn: ({ signal, pageParam }) =>
      callAsAdmin(adminJobRoutes.listActiveJobs, {
        query: { ...filter, limit: pageSize, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.count ?? 0) <= maxRefetched && refetchMs,
  })
  const count = found.data?.pages[0]?.count ?? 0
  const jobs = found.data?.pages.flatMap((page) => page.jobs) ?? []
  return (
    <PageSection heading={messages.heading}>
      <FilterForm onFind={setFilter} />
      {!found.data && (
        <LoadFailure reason={messages.notLoaded} error={found.error} onRetry={found.refetch} />
      )}
      {found.data && (
        <div className="flex flex-wrap items-center justify-between gap-3 pb-2">
          <output>{count === 0 ? messages.none : messages.count(count)}</output>
          {count > 0 && <ActiveJobActions filter={filter} subject={messages.all} />}
        </div>
      )}
      {jobs.length > 0 && (
        <ul
          aria-label={messages.heading}
          className="divide-y divide-line rounded-xl border border-line bg-surface"
        >
          {jobs.map((job) => (
            <ActiveJobRow key={job.id} job={job} now={now} />
          ))}
        </ul>
      )}
      <MoreButton query={found} className="mt-3">
        {messages.more}
      </MoreButton>
    </PageSection>
  )
}

function FilterForm({ onFind }: { onFind: (filter: Filter) => void }) {
  const { activeJobs: messages } = adminWords()
  const fields = { mapping: messages.mapping, owner_id: messages.owner, job_id: messages.job }
  const find = (form: HTMLFormElement) => {
    const names = ['status', ...Object.keys(fields)]
    const filled = names.map((name) => [name, readField(form, name)])
    onFind(Object.fromEntries(filled.filter(([, text]) => text !== '')) as Filter)
  }
  return (
    <Form onSubmit={find} className="grid items-end gap-3 pb-4 sm:grid-cols-2 lg:grid-cols-5">
      <label className="block">
        <span className="mb-1 block text-sm font-medium">{messages.status}</span>
        <select name="status" className="field w-full">
          <option value="">{messages.anyStatus}</option>
          <option value="processing">{messages.processing}</option>
          <option value="queued">{messages.queued}</option>
        </select>
      </label>
      {Object.entries(fields).map(([name, label]) => (
        <TextField key={name} label={label} name={name} spellCheck={false} />
      ))}
      <SubmitButton icon={Search}>{messages.find}</SubmitButton>
    </Form>
  )
}

function ActiveJobRow({ job, now }: { job: ActiveJob; now: number }) {
  const { activeJobs: messages } = adminWords()
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
