import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw, Search } from 'lucide-react'
import { useState } from 'react'
import {
  adminRoutes,
  type DeadLetter,
  type FailedJobs,
} from '../../../domain/api/routes/admin/admin.ts'
import { formatBytes, formatDayAndTime } from '../../i18n/format.ts'
import { announce } from '../../ui/announcements.ts'
import { adminWords } from '../../i18n/admin-words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { callAsAdmin } from './admin-request.ts'
import { readField } from './form-text.ts'
import { MutationButton, SubmitButton } from '../../ui/action-button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Form } from '../../ui/forms/form.tsx'

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
      {!found.data && (
        <LoadFailure reason={messages.notLoaded} error={found.error} onRetry={found.refetch} />
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
      <MoreButton query={found} className="mt-3">
        {messages.more}
      </MoreButton>
    </PageSection>
  )
}

function FilterForm({ onFind }: { onFind: (filter: FailedJobs) => void }) {
  const { failedJobs: messages } = adminWords()
  const fields = { code: messages.code, mapping: messages.mapping, owner_id: messages.owner }
  const find = (form: HTMLFormElement) => {
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
    <Form onSubmit={find} className="grid items-end gap-3 pb-4 sm:grid-cols-2 lg:grid-cols-5">
      {Object.entries(fields).map(([name, label]) => (
        <TextField key={name} label={label} name={name} spellCheck={false} />
      ))}
      <TextField label={messages.since} name="since" type="datetime-local" />
      <SubmitButton icon={Search}>{messages.find}</SubmitButton>
    </Form>
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
      <MutationButton icon={RotateCw} look="secondary" mutation={countJobs}>
        {messages.requeue}
      </MutationButton>
      <ErrorMessage error={error} className="w-full" />
      {count !== undefined && (
        <Dialog heading={messages.confirm(count)} onClose={() => setCount(undefined)}>
          <p className="pb-4">{count === 0 ? messages.nothing : messages.confirmText}</p>
          {count > 0 && (
            <MutationButton look="primary" mutation={run}>
              {messages.confirmRetry(count)}
            </MutationButton>
          )}
        </Dialog>
      )}
    </>
  )
}
