import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import {
  adminRoutes,
  type DeadLetter,
  type FailedJobs,
} from '../../../domain/api/routes/admin/admin.ts'
import { formatBytes, formatDayAndTime } from '../../i18n/format.ts'
import { announce } from '../../ui/announcements.ts'
import { adminText } from '../../i18n/admin-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { callAsAdmin } from './admin-request.ts'
import { FoundJobs, JobFilterForm, searchJobs } from './job-search.tsx'
import { MutationButton } from '../../ui/action-button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

/** Lists failed jobs that match a filter, and requeues them in bulk. */
export function DeadLetters() {
  const { failedJobs: messages } = adminText()
  const [filter, setFilter] = useState<FailedJobs>({})
  const found = useInfiniteQuery(
    searchJobs('dead-letters', filter, (page, signal) =>
      callAsAdmin(adminRoutes.listDeadLetters, { query: { ...filter, ...page }, signal }),
    ),
  )
  const fields = { code: messages.code, mapping: messages.mapping, owner_id: messages.owner }
  return (
    <PageSection heading={messages.heading}>
      <JobFilterForm
        fields={fields}
        last={<TextField label={messages.since} name="since" type="datetime-local" />}
        find={messages.find}
        onFind={({ since, ...values }) =>
          setFilter({ ...values, ...(since && { since: new Date(since).toISOString() }) })
        }
      />
      <FoundJobs
        messages={messages}
        query={found}
        actions={<Requeue filter={filter} />}
        renderJob={(job) => <DeadLetterRow key={job.id} job={job} />}
      />
    </PageSection>
  )
}

function DeadLetterRow({ job }: { job: DeadLetter }) {
  const { failedJobs: messages } = adminText()
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
  const { failedJobs: messages } = adminText()
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
