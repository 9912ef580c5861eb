import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type LucideIcon, Save, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type MappingSource, mappingRoutes } from '../../../domain/api/routes/mappings.ts'
import { client, mappingsQuery } from '../../api/client.ts'
import { setEdit } from './mapping-edits.ts'
import { adminHeaders, adminKey } from '../../api/admin-key.ts'
import { parseName, nextName, renameMapping } from './mapping-text.ts'
import { announce } from '../../ui/announcements.ts'
import { useStore } from '../../store/store.ts'
import { mappingText } from '../../i18n/mapping-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { ActionButton, FormButtons } from '../../ui/action-button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

/** Saves the edited mapping as a named draft, which requires the admin key. */
export function SaveDraft({ source, yaml }: { source: MappingSource; yaml: string }) {
  const { save: messages } = mappingText()
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
    <AdminKeyAction
      icon={Save}
      button={messages.open}
      words={{ heading: messages.heading, text: messages.text, confirm: messages.save }}
      mutation={save}
      isOpen={isOpen}
      onToggle={setIsOpen}
    >
      <TextField
        label={messages.name}
        hint={messages.nameHint}
        spellCheck={false}
        value={name}
        onChange={setTyped}
      />
    </AdminKeyAction>
  )
}

export function DeleteDraftButton({ name }: { name: string }) {
  const { save: messages } = mappingText()
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
    <AdminKeyAction
      icon={Trash2}
      button={messages.remove}
      words={{
        heading: messages.removeHeading(name),
        text: messages.removeText,
        confirm: messages.confirmRemove,
      }}
      mutation={remove}
      isOpen={isOpen}
      onToggle={setIsOpen}
    />
  )
}

interface AdminKeyDialogProps {
  words: { heading: string; text: string; confirm: string }
  mutation: { mutate: () => void; isPending: boolean; error: unknown }
  onClose: () => void
  children?: ReactNode
}

interface AdminKeyActionProps extends Omit<AdminKeyDialogProps, 'onClose'> {
  icon: LucideIcon
  button: string
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

/** A button that opens a dialog for the admin key and the values of a request. */
function AdminKeyAction({ icon, button, isOpen, onToggle, ...dialog }: AdminKeyActionProps) {
  return (
    <>
      <ActionButton icon={icon} look="secondary" onClick={() => onToggle(true)}>
        {button}
      </ActionButton>
      {isOpen && <AdminKeyDialog {...dialog} onClose={() => onToggle(false)} />}
    </>
  )
}

/** The dialog's form, with a field for the admin key. */
function AdminKeyDialog({ words, mutation, onClose, children }: AdminKeyDialogProps) {
  const { save: messages } = mappingText()
  const key = useStore(adminKey)
  return (
    <Dialog heading={words.heading} onClose={onClose}>
      <Form className="grid gap-4" onSubmit={() => mutation.mutate()}>
        <p>{words.text}</p>
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
          submit={words.confirm}
          cancel={messages.cancel}
          isDisabled={mutation.isPending}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
