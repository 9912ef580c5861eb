import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw, Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { toAppError } from '../../../domain/errors/errors.ts'
import { adminRoutes, type DeadLetter, type FailedJobs } from '../../../domain/api/routes/admin.ts'
import { formatBytes, formatDayAndTime } from '../../i18n/format.ts'
import { announce } from '../../ui/announcements.ts'
import { adminWords } from '../../i18n/admin-words.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { callAsAdmin } from './admin-request.ts'
import { readField } from './form-text.ts'

const pageSize = 20

/** Lists failed jobs that match a filter, and requeues them in bulk. */
export function DeadLetters() {
  const { failedJobs: messages } = adminWords()
  const [filter, setFilter] = useState<FailedJobs>({})
  const found = useInfiniteQuery({
    queryKey: ['admin', 'dead-letters', filter],
    queryFn: ({ signal, pageParam }) =>
      callAsAdmin(adminRoutes.listDeadLetters, {
        query: { ...filter, limit: pageSize, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
  const count = found.data?.pages[0]?.count ?? 0
  const jobs = found.data?.pages.flatMap((page) => page.jobs) ?? []
  return (
    <PageSection heading={messages.heading}>
      <FilterForm onFind={setFilter} />
      {!found.data && found.error && (
        <FailureNotice reason={messages.notLoaded} onRetry={() => void found.refetch()}>
          <ErrorText error={toAppError(found.error)} />
        </FailureNotice>
      )}
      {found.data && (
        <div className="flex flex-wrap items-center justify-between gap-3 pb-2">
          <output>{count === 0 ? messages.none : messages.count(count)}</output>
          {count > 0 && <Requeue filter={filter} />}
        </div>
      )}
      {jobs.length > 0 && (
        <ul
          aria-label={messages.heading}
          className="divide-y divide-line rounded-xl border border-line bg-surface"
        >
          {jobs.map((job) => (
            <DeadLetterRow key={job.id} job={job} />
          ))}
        </ul>
      )}
      {found.hasNextPage && (
        <button
          type="button"
          className={`${buttonClass.secondary} mt-3`}
          disabled={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {messages.more}
        </button>
      )}
    </PageSection>
  )
}

function FilterForm({ onFind }: { onFind: (filter: FailedJobs) => void }) {
  const { failedJobs: messages } = adminWords()
  const fields = { code: messages.code, mapping: messages.mapping, owner_id: messages.owner }
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const readText = (name: string) => readField(form, name)
    const since = readText('since')
    const filled = Object.keys(fields).flatMap((name) =>
      readText(name) === '' ? [] : [[name, readText(name)]],
    )
    onFind({
      ...Object.fromEntries(filled),
      ...(since !== '' && { since: new Date(since).toISOString() }),
    })
  }
  return (
    <form onSubmit={find} className="grid items-end gap-3 pb-4 sm:grid-cols-2 lg:grid-cols-5">
      {Object.entries(fields).map(([name, label]) => (
        <label key={name} className="block">
          <span className="mb-1 block text-sm font-medium">{label}</span>
          <input className="field w-full" name={name} autoComplete="off" spellCheck={false} />
        </label>
      ))}
      <label className="block">
        <span className="mb-1 block text-sm font-medium">{messages.since}</span>
        <input className="field w-full" name="since" type="datetime-local" />
      </label>
      <button type="submit" className={buttonClass.secondary}>
        <Search aria-hidden="true" className="size-4" />
        {messages.find}
      </button>
    </form>
  )
}

function DeadLetterRow({ job }: { job: DeadLetter }) {
  const { failedJobs: messages } = adminWords()
  const { error_code: code, error_message: message, error_detail: detail } = job
  const facts = [
    formatDayAndTime(job.failed_at),
    job.mapping,
    job.owner_id,
    ...(job.bytes === null ? [] : [formatBytes(job.bytes)]),
    messages.attempts(job.attempt_count),
    ...(job.can_requeue ? [] : [messages.gone]),
  ]
  return (
    <li className="px-4 py-2.5">
      <p className="wrap-anywhere">
        <code className="font-semibold text-fail">{code}</code>{' '}
        <ErrorText error={{ code, message, detail }} />
      </p>
      <p className="text-sm wrap-anywhere text-ink-soft">
        <code>{job.id}</code> · {facts.join(' · ')}
      </p>
    </li>
  )
}

/** Counts the jobs in a dry run and asks for confirmation. */
function Requeue({ filter }: { filter: FailedJobs }) {
  const { failedJobs: messages } = adminWords()
  const queries = useQueryClient()
  const [count, setCount] = useState<number>()
  const requeue = (dry_run: boolean) =>
    callAsAdmin(adminRoutes.requeueDeadLetters, { body: { ...filter, dry_run } })
  const countJobs = useMutation({
    mutationFn: () => requeue(true),
    onSuccess: (response) => setCount(response.count),
  })
  const run = useMutation({
    mutationFn: () => requeue(false),
    async onSuccess({ requeued }) {
      setCount(undefined)
      announce(messages.done(requeued))
      await queries.invalidateQueries({ queryKey: ['admin'] })
    },
  })
  const error = countJobs.error ?? run.error
  return (
    <>
      <button
        type="button"
        className={buttonClass.secondary}
        disabled={countJobs.isPending}
        onClick={() => countJobs.mutate()}
      >
        <RotateCw aria-hidden="true" className="size-4" />
        {messages.requeue}
      </button>
      <ErrorMessage error={error} className="w-full" />
      {count !== undefined && (
        <Dialog heading={messages.confirm(count)} onClose={() => setCount(undefined)}>
          <p className="pb-4">{count === 0 ? messages.nothing : messages.confirmText}</p>
          {count > 0 && (
            <button
              type="button"
              className={buttonClass.primary}
              disabled={run.isPending}
              onClick={() => run.mutate()}
            >
              {messages.confirmRetry(count)}
            </button>
          )}
        </Dialog>
      )}
    </>
  )
}
