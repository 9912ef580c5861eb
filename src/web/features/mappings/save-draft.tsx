import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Save, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type MappingSource, mappingRoutes } from '../../../domain/api/routes/mappings.ts'
import { client, mappingsQuery } from '../../api/client.ts'
import { setEdit } from './mapping-edits.ts'
import { adminHeaders, adminKey } from '../../api/admin-key.ts'
import { parseName, nextName, renameMapping } from './mapping-text.ts'
import { announce } from '../../ui/announcements.ts'
import { useStore } from '../../store/store.ts'
import { mappingWords } from '../../i18n/mapping-words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { ActionButton, FormButtons } from '../../ui/action-button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

/** Saves the edit as a named draft; requires the admin key. */
export function SaveDraft({ source, yaml }: { source: MappingSource; yaml: string }) {
  const { save: messages } = mappingWords()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState<string>()
  const currentName = parseName(yaml) ?? source.name
  const name =
    typed ?? (source.is_draft || currentName !== source.name ? currentName : nextName(currentName))
  const queries = useQueryClient()
  const navigate = useNavigate()
  const save = useMutation({
    mutationFn: () =>
      client.call(mappingRoutes.saveMapping, {
        params: { name },
        body: { yaml: currentName === name ? yaml : renameMapping(yaml, name) },
        headers: adminHeaders(),
      }),
    async onSuccess(saved) {
      setEdit(source.name, undefined)
      queries.setQueryData(['mapping', saved.name], saved)
      await queries.invalidateQueries({ queryKey: mappingsQuery.queryKey })
      announce(messages.saved(saved.name))
      setIsOpen(false)
      setTyped(undefined)
      await navigate({ to: '/mappings/$name', params: { name: saved.name } })
    },
  })
  return (
    <>
      <ActionButton icon={Save} look="secondary" onClick={() => setIsOpen(true)}>
        {messages.open}
      </ActionButton>
      {isOpen && (
        <AdminKeyDialog
          heading={messages.heading}
          text={messages.text}
          confirm={messages.save}
          mutation={save}
          onClose={() => setIsOpen(false)}
        >
          <TextField
            label={messages.name}
            hint={messages.nameHint}
            spellCheck={false}
            value={name}
            onChange={setTyped}
          />
        </AdminKeyDialog>
      )}
    </>
  )
}

export function DeleteDraft({ name }: { name: string }) {
  const { save: messages } = mappingWords()
  const [isOpen, setIsOpen] = useState(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () =>
      client.call(mappingRoutes.deleteMapping, { params: { name }, headers: adminHeaders() }),
    async onSuccess() {
      setEdit(name, undefined)
      await queries.invalidateQueries({ queryKey: mappingsQuery.queryKey })
      announce(messages.removed(name))
      await navigate({ to: '/mappings' })
    },
  })
  return (
    <>
      <ActionButton icon={Trash2} look="secondary" onClick={() => setIsOpen(true)}>
        {messages.remove}
      </ActionButton>
      {isOpen && (
        <AdminKeyDialog
          heading={messages.removeHeading(name)}
          text={messages.removeText}
          confirm={messages.confirmRemove}
          mutation={remove}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

interface AdminKeyDialogProps {
  heading: string
  text: string
  confirm: string
  mutation: { mutate: () => void; isPending: boolean; error: unknown }
  onClose: () => void
  children?: ReactNode
}

/** Adds the admin key to the form. */
function AdminKeyDialog({
  heading,
  text,
  confirm,
  mutation,
  onClose,
  children,
}: AdminKeyDialogProps) {
  const { save: messages } = mappingWords()
  const key = useStore(adminKey)
  return (
    <Dialog heading={heading} onClose={onClose}>
      <Form className="grid gap-4" onSubmit={() => mutation.mutate()}>
        <p>{text}</p>
        {children}
        <TextField
          label={messages.key}
          hint={messages.keyHint}
          type="password"
          required
          value={key}
          onChange={adminKey.set}
        />
        <ErrorMessage error={mutation.error} className="text-sm" />
        <FormButtons
          submit={confirm}
          cancel={messages.cancel}
          isDisabled={mutation.isPending}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
