import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey } from '../../../domain/api/identity.ts'
import { identityRoutes } from '../../../domain/api/routes/identity.ts'
import { client } from '../../api/client.ts'
import { formatDayAndTime } from '../../i18n/format.ts'
import { settingsText } from '../../i18n/settings-text.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { NewSecret } from './new-secret.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { ListSection } from './list-section.tsx'
import { SubmitButton } from '../../ui/action-button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { RevokeButton } from './revoke-button.tsx'

const queryKey = ['keys']

/** Creates and revokes API keys. A new key is shown only once. */
export function ApiKeys() {
  const queries = useQueryClient()
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(identityRoutes.listKeys, { signal }),
  })
  const revoke = useMutation({
    mutationFn: (id: string) => client.call(identityRoutes.revokeKey, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  return (
    <ListSection
      words={settingsText().keys}
      query={list}
      items={list.data?.keys ?? []}
      renderItem={(key) => (
        <KeyRow key={key.id} apiKey={key} onRevoke={() => revoke.mutate(key.id)} />
      )}
    >
      {list.data && <NewKey onCreated={() => void list.refetch()} />}
    </ListSection>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { id, name, scopes, created_at, last_used_at, expires_at, revoked_at } = apiKey
  const { keys } = settingsText()
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
        <RevokeButton words={keys} name={name} onRevoke={onRevoke} />
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
  const { keys } = settingsText()
  return (
    <Form onSubmit={() => create.mutate()}>
      {create.data && <NewSecret sentence={keys.once} secret={create.data.key} copy={keys.copy} />}
      <TextField
        label={keys.name}
        className="max-w-sm"
        required
        maxLength={100}
        value={name}
        onChange={setName}
      />
      <label className="flex min-h-11 items-center gap-2.5">
        <Checkbox isChecked={canWrite} onChange={setCanWrite} />
        {keys.readWrite}
      </label>
      <SubmitButton icon={KeyRound} isDisabled={create.isPending}>
        {keys.create}
      </SubmitButton>
      <ErrorMessage error={create.error} className="pt-2 text-sm" />
    </Form>
  )
}
