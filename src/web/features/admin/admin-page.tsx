import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Lock } from 'lucide-react'
import { type FormEvent, useId } from 'react'
import { toAppError } from '../../../domain/errors/errors.ts'
import { adminRoutes } from '../../../domain/api/routes/admin.ts'
import { adminKey } from '../../api/admin-key.ts'
import { Usage } from './usage.tsx'
import { callAsAdmin } from './admin-request.ts'
import { Cleanup } from './cleanup.tsx'
import { DeadLetters } from './dead-letters.tsx'
import { readField } from './form-text.ts'
import { LastHour } from './last-hour.tsx'
import { Alerts, Dependencies, overviewKey, QueueStatus, Workers } from './overview.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { useStore } from '../../store/store.ts'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { adminWords } from '../../i18n/admin-words.ts'

/** Admin dashboard; asks for the admin key first. */
export function AdminPage() {
  const messages = adminWords()
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
          <button type="button" className={buttonClass.secondary} onClick={lock}>
            <Lock aria-hidden="true" className="size-4" />
            {messages.key.leave}
          </button>
        )}
      </div>
      {key === '' ? <KeyForm /> : <Dashboard onWrongKey={lock} />}
    </>
  )
}

function KeyForm() {
  const { key: messages } = adminWords()
  const hintId = useId()
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    adminKey.set(readField(event.currentTarget, 'key'))
  }
  return (
    <form onSubmit={open} className="max-w-md pt-6">
      <label className="block">
        <span className="mb-1 block text-sm font-medium">{messages.label}</span>
        <input
          className="field w-full"
          type="password"
          name="key"
          required
          autoComplete="off"
          aria-describedby={hintId}
        />
      </label>
      <p id={hintId} className="pt-1 pb-4 text-sm text-ink-soft">
        {messages.hint}
      </p>
      <button type="submit" className={buttonClass.primary}>
        <KeyRound aria-hidden="true" className="size-4" />
        {messages.open}
      </button>
    </form>
  )
}

const refetchMs = 5_000

function Dashboard({ onWrongKey }: { onWrongKey: () => void }) {
  const messages = adminWords()
  const { data, error } = useQuery({
    queryKey: overviewKey,
    queryFn: ({ signal }) => callAsAdmin(adminRoutes.adminOverview, { signal }),
    // Retrying a wrong key would look like guessing.
    retry: false,
    refetchInterval: ({ state }) => (state.error === null ? refetchMs : false),
  })
  return (
    <>
      {error && (
        <div className="pt-4">
          <FailureNotice reason={messages.notLoaded} onRetry={onWrongKey}>
            <ErrorText error={toAppError(error)} />
          </FailureNotice>
        </div>
      )}
      {data && (
        <>
          <Alerts alerts={data.alerts} />
          <QueueStatus overview={data} />
          <LastHour minutes={data.minutes} />
          <Workers workers={data.workers} now={Date.parse(data.server_time)} />
          <Dependencies dependencies={data.dependencies} />
          <DeadLetters />
          <Cleanup />
          <Usage />
        </>
      )}
    </>
  )
}
