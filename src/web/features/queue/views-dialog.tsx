import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  maxViewName,
  type QueueSearch,
  type QueueView,
  queueViewRoutes,
} from '../../../domain/api/routes/queue-views.ts'
import { client } from '../../api/client.ts'
import { queueViewsQuery } from '../../api/queue-views-query.ts'
import { refetch } from '../../api/refetch.ts'
import { jobText } from '../../i18n/job-text.ts'
import { SubmitButton } from '../../ui/action-button.tsx'
import { Dialog, focusOnOpen } from '../../ui/dialog.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

interface ViewsDialogProps {
  search: QueueSearch
  views: readonly QueueView[]
  onClose: () => void
}

/** Saves the current filter and sort order as a named view, and deletes saved views. */
function ViewsDialog({ search, views, onClose }: ViewsDialogProps) {
  const { views: texts } = jobText().queue
  const [name, setName] = useState('')
  const [outcome, setOutcome] = useState('')
  const isKnown = views.some((view) => view.name === name.trim())
  const done = async (text: string) => {
    setOutcome(text)
    await refetch(queueViewsQuery.queryKey)
  }
  const save = useMutation({
    mutationFn: (chosen: string) =>
      client.call(queueViewRoutes.saveQueueView, { params: { name: chosen }, body: { search } }),
    onSuccess: (view) => done(texts.saved(view.name)),
  })
  const remove = useMutation({
    mutationFn: async (deleted: string) => {
      await client.call(queueViewRoutes.deleteQueueView, { params: { name: deleted } })
      return deleted
    },
    onSuccess: (deleted) => done(texts.deleted(deleted)),
  })
  return (
    <Dialog heading={texts.heading} onClose={onClose}>
      <Form
        className="flex flex-wrap items-end gap-3"
        onSubmit={() => name.trim() !== '' && save.mutate(name.trim())}
      >
        <TextField
          label={texts.name}
          className="min-w-48 flex-1"
          value={name}
          required
          maxLength={maxViewName}
          ref={focusOnOpen}
          onChange={setName}
        />
        <SubmitButton look="primary" isDisabled={save.isPending}>
          {isKnown ? texts.replace : texts.save}
        </SubmitButton>
      </Form>
      <p className="pt-1 text-sm text-ink-soft">{texts.hint}</p>
      <ErrorMessage error={save.error ?? remove.error} className="pt-3" />
      <output className="block pt-2 text-sm empty:hidden">{outcome}</output>
      {views.length > 0 && (
        <ul aria-label={texts.label} className="mt-3 divide-y divide-line border-t border-line">
          {views.map((view) => (
            <li key={view.name} className="flex items-center justify-between gap-3 py-1">
              <span className="min-w-0 wrap-anywhere">{view.name}</span>
              <IconButton
                icon={Trash2}
                label={texts.remove(view.name)}
                onClick={() => remove.mutate(view.name)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

export default ViewsDialog
