import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { toAppError } from '../../../domain/errors/app-error.ts'
import type { DirectoryTable } from './directory-view.ts'
import { focusTarget, putDraft, saveEntry } from './entries.ts'
import {
  type EntryDraft,
  createDraft,
  emptyDraft,
  type DirectoryEntry,
  errorsByField,
} from './entry-draft.ts'
import { entryTitle } from './entry-text.ts'
import { entryFields } from './entry-fields.ts'
import { announce } from '../../ui/announcements.ts'
import { directoryText } from '../../i18n/directory-text.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import { EntryField } from './entry-field.tsx'
import { FormButtons } from '../../ui/action-button.tsx'

interface EntryFormProps {
  table: DirectoryTable
  /** The entry to edit; undefined for a new one. */
  entry: DirectoryEntry | undefined
  draft: EntryDraft
  onSaved: () => Promise<void>
}

export function EntryForm({ table, entry, draft, onSaved }: EntryFormProps) {
  const messages = directoryText()
  const headingId = useId()
  const key = `${table}/${entry?.id ?? ''}`
  function close(next: string | undefined): void {
    putDraft(key, undefined)
    focusTarget.set(next)
    if (next === undefined) document.getElementById('add-entry')?.focus()
  }
  const save = useMutation({
    mutationFn: () => saveEntry(table, entry, draft),
    async onSuccess(saved) {
      announce(messages.saved(entryTitle(saved)))
      await onSaved()
      close(saved.id)
    },
  })
  const error = save.error && toAppError(save.error)
  const errors = errorsByField(table, error?.errors ?? [])
  const original = entry ? createDraft(table, entry) : emptyDraft(table)
  const isDirty = JSON.stringify(original) !== JSON.stringify(draft)
  return (
    // Escape cancels only if nothing was changed.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      aria-labelledby={headingId}
      className="px-4 py-4"
      // The server validates the form, so that all clients show the same messages.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
      onKeyDown={({ key: pressed }) => pressed === 'Escape' && !isDirty && close(entry?.id)}
    >
      <h2 id={headingId} className="pb-3 font-semibold wrap-anywhere">
        {entry ? messages.edit(entryTitle(entry)) : messages.add[table]}
      </h2>
      <EntryFields
        table={table}
        draft={draft}
        errors={errors}
        onChange={(changed) => putDraft(key, changed)}
      />
      {error && (
        <p role="alert" className="pt-3 text-sm text-fail">
          <ErrorText error={error} />
        </p>
      )}
      <FormButtons
        submit={messages.save}
        cancel={messages.cancel}
        isDisabled={save.isPending || (entry !== undefined && !isDirty)}
        onCancel={() => close(entry?.id)}
        className="pt-4"
      />
    </form>
  )
}

interface EntryFieldsProps {
  table: DirectoryTable
  draft: EntryDraft
  errors: Readonly<Record<string, string>>
  onChange: (draft: EntryDraft) => void
}

/** Shows the fields. Secondary fields are collapsed, unless one of them has an error. */
function EntryFields({ table, draft, errors, onChange }: EntryFieldsProps) {
  const fields = entryFields[table].map((field) => (
    <EntryField
      key={field.name}
      field={field}
      draft={draft}
      error={errors[field.name]}
      onChange={onChange}
    />
  ))
  const rest = entryFields[table].flatMap(({ isPrimary }, index) =>
    isPrimary ? [] : [fields[index]],
  )
  const hasHiddenError = entryFields[table].some(
    ({ name, isPrimary }) => !isPrimary && errors[name],
  )
  return (
    <>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {entryFields[table].map(({ isPrimary }, index) => isPrimary && fields[index])}
      </div>
      {rest.length > 0 && (
        <details className="pt-3" open={hasHiddenError || undefined}>
          <summary className="min-h-9 cursor-pointer font-medium text-accent">
            {directoryText().moreFields}
          </summary>
          <div className="grid gap-x-4 gap-y-3 pt-1 sm:grid-cols-2">{rest}</div>
        </details>
      )}
    </>
  )
}
