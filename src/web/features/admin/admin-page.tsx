import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Lock } from 'lucide-react'
import { useId } from 'react'
import { adminRoutes } from '../../../domain/api/routes/admin/admin.ts'
import { adminKey } from '../../api/admin-key.ts'
import { ActiveJobs } from './active-jobs.tsx'
import { Usage } from './usage.tsx'
import { callAsAdmin } from './admin-request.ts'
import { Cleanup } from './cleanup.tsx'
import { DeadLetters } from './dead-letters.tsx'
import { readField } from './form-text.ts'
import { LastHour } from './last-hour.tsx'
import { Alerts, Dependencies, overviewKey, QueueStatus, Workers } from './overview.tsx'
import { useStore } from '../../store/store.ts'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { adminText } from '../../i18n/admin-text.ts'
import { ActionButton, SubmitButton } from '../../ui/action-button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Form } from '../../ui/forms/form.tsx'

/** The admin dashboard, which asks for the admin key first. */
export function AdminPage() {
  const messages = adminText()
  usePageTitle(messages.title)
  const key = useStore(adminKey)
  const queries = useQueryClient()
  const lock = () => {
    adminKey.set('')
    queries.removeQueries({ queryKey: ['admin'] })
  }
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3 pt-6">
        <div className="max-w-3xl">
          <h1 className="text-2xl font-bold">{messages.heading}</h1>
          <p className="pt-1 text-ink-soft">{messages.lead}</p>
        </div>
        {key !== '' && (
          <ActionButton icon={Lock} look="secondary" onClick={lock}>
            {messages.key.leave}
          </ActionButton>
        )}
      </div>
      {key === '' ? <KeyForm /> : <Dashboard onWrongKey={lock} />}
    </>
  )
}

function KeyForm() {
  const { key: messages } = adminText()
  const hintId = useId()
  return (
    <Form className="max-w-md pt-6" onSubmit={(form) => adminKey.set(readField(form, 'key'))}>
      <TextField
        label={messages.label}
        type="password"
        name="key"
        required
        aria-describedby={hintId}
      />
      <p id={hintId} className="pt-1 pb-4 text-sm text-ink-soft">
        {messages.hint}
      </p>
      <SubmitButton icon={KeyRound} look="primary">
        {messages.open}
      </SubmitButton>
    </Form>
  )
}

const refetchMs = 5_000

function Dashboard({ onWrongKey }: { onWrongKey: () => void }) {
  const messages = adminText()
  const { data, error } = useQuery({
    queryKey: overviewKey,
    queryFn: ({ signal }) => callAsAdmin(adminRoutes.adminOverview, { signal }),
    // Retries with a wrong key would look like attempts to guess it.
    retry: false,
    refetchInterval: ({ state }) => (state.error === null ? refetchMs : false),
  })
  return (
    <>
      {error && (
        <div className="pt-4">
          <LoadFailure reason={messages.notLoaded} error={error} onRetry={onWrongKey} />
        </div>
      )}
      {data && (
        <>
          <Alerts alerts={data.alerts} />
          <QueueStatus overview={data} />
          <LastHour minutes={data.minutes} />
          <Workers workers={data.workers} now={Date.parse(data.server_time)} />
          <Dependencies dependencies={data.dependencies} />
          <ActiveJobs now={Date.parse(data.server_time)} />
          <DeadLetters />
          <Cleanup />
          <Usage />
        </>
      )}
    </>
  )
}
