import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { toAppError } from '../../../domain/errors/errors.ts'
import type { ApiKey } from '../../../domain/api/identity.ts'
import { identityRoutes } from '../../../domain/api/routes/identity.ts'
import { client } from '../../api/client.ts'
import { formatDayAndTime } from '../../i18n/format.ts'
import { settingsWords } from '../../i18n/settings-words.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { NewSecret } from './new-secret.tsx'

const queryKey = ['keys']

/** Creates and revokes API keys; a new key is shown once. */
export function ApiKeys() {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(identityRoutes.listKeys, { signal }),
  })
  const revoke = useMutation({
    mutationFn: (id: string) => client.call(identityRoutes.revokeKey, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  return (
    <section
      aria-labelledby="keys-heading"
      className="border-t border-line py-6 sm:grid sm:grid-cols-[11rem_1fr] sm:gap-x-6"
    >
      <h2 id="keys-heading" className="pb-2 font-semibold">
        {settingsWords().keys.heading}
      </h2>
      <div className="min-w-0">
        <p className="pb-4 text-ink-soft">{settingsWords().keys.text}</p>
        {error && (
          <FailureNotice reason={settingsWords().keys.notLoaded} onRetry={() => void refetch()}>
            <ErrorText error={toAppError(error)} />
          </FailureNotice>
        )}
        {data && data.keys.length > 0 && (
          <ul
            aria-labelledby="keys-heading"
            className="mb-5 divide-y divide-line rounded-xl border border-line bg-surface"
          >
            {data.keys.map((key) => (
              <KeyRow key={key.id} apiKey={key} onRevoke={() => revoke.mutate(key.id)} />
            ))}
          </ul>
        )}
        {data && <NewKey onCreated={() => void refetch()} />}
      </div>
    </section>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { id, name, scopes, created_at, last_used_at, expires_at, revoked_at } = apiKey
  const { keys } = settingsWords()
  const facts = [
    keys.created(formatDayAndTime(created_at)),
    last_used_at === null ? keys.unused : keys.used(formatDayAndTime(last_used_at)),
    expires_at !== null && keys.until(formatDayAndTime(expires_at)),
    !scopes.includes('write') && keys.readOnly,
  ].filter((fact) => fact !== false)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium wrap-anywhere">
          {name} <code className="font-normal text-ink-soft">{id}</code>
        </p>
        <p className="text-sm text-ink-soft">{facts.join(' · ')}</p>
      </div>
      {revoked_at === null ? (
        <button
          type="button"
          aria-label={keys.revokeLabel(name)}
          className={buttonClass.small}
          onClick={onRevoke}
        >
          {keys.revoke}
        </button>
      ) : (
        <span className="text-ink-soft">{keys.revoked}</span>
      )}
    </li>
  )
}

function NewKey({ onCreated }: { onCreated: () => void }) {
  const [name, setName] = useState('')
  const [canWrite, setCanWrite] = useState(true)
  const create = useMutation({
    mutationFn: () =>
      client.call(identityRoutes.createKey, {
        body: { name, scopes: canWrite ? ['read', 'write'] : ['read'] },
      }),
    onSuccess() {
      setName('')
      onCreated()
    },
  })
  const { keys } = settingsWords()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate()
      }}
    >
      {create.data && <NewSecret sentence={keys.once} secret={create.data.key} copy={keys.copy} />}
      <label className="block max-w-sm">
        <span className="mb-1 block text-sm font-medium">{keys.name}</span>
        <input
          className="field w-full"
          required
          maxLength={100}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <label className="flex min-h-11 items-center gap-2.5">
        <input
          type="checkbox"
          className="size-4.5 accent-accent"
          checked={canWrite}
          onChange={({ currentTarget }) => setCanWrite(currentTarget.checked)}
        />
        {keys.readWrite}
      </label>
      <button type="submit" className={buttonClass.secondary} disabled={create.isPending}>
        <KeyRound aria-hidden="true" className="size-4" />
        {keys.create}
      </button>
      <ErrorMessage error={create.error} className="pt-2 text-sm" />
    </form>
  )
}
