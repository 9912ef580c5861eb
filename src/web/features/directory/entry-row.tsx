import { EditorOnly } from '../../api/editor-only.tsx'
import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { DirectoryTable } from './directory-view.ts'
import { drafts, focusTarget, putDraft } from './entries.ts'
import { createDraft, type DirectoryEntry } from './entry-draft.ts'
import { entryFacts, entryTitle } from './entry-text.ts'
import { useStore } from '../../store/store.ts'
import { directoryText } from '../../i18n/directory-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { EntryForm } from './entry-form.tsx'

interface EntryRowProps {
  table: DirectoryTable
  entry: DirectoryEntry
  onRemove: (entry: DirectoryEntry) => void
  onSaved: () => Promise<void>
}

/** Shows an entry, or its form while the user edits it. */
export function EntryRow({ table, entry, onRemove, onSaved }: EntryRowProps) {
  const key = `${table}/${entry.id}`
  const draft = useStore(drafts)[key]
  return (
    <li>
      {draft ? (
        <EntryForm table={table} entry={entry} draft={draft} onSaved={onSaved} />
      ) : (
        <EntrySummary
          entry={entry}
          onEdit={() => putDraft(key, createDraft(table, entry))}
          onRemove={() => onRemove(entry)}
        />
      )}
    </li>
  )
}

const maxNames = 6

interface EntrySummaryProps {
  entry: DirectoryEntry
  onEdit: () => void
  onRemove: () => void
}

function EntrySummary({ entry, onEdit, onRemove }: EntrySummaryProps) {
  const messages = directoryText()
  const title = entryTitle(entry)
  const { facts, names } = entryFacts(entry)
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium wrap-anywhere">
          <bdi>{title}</bdi>
        </p>
        {facts.length > 0 && (
          <p className="text-sm wrap-anywhere text-ink-soft">{facts.join(' · ')}</p>
        )}
        {names.length > 0 && (
          <ul className="flex flex-wrap gap-1.5 pt-1.5 text-sm">
            {names.slice(0, maxNames).map((name) => (
              <li key={name} className="rounded-md bg-paper px-2 py-0.5 wrap-anywhere">
                {name}
              </li>
            ))}
            {names.length > maxNames && (
              <li className="py-0.5 text-ink-soft">{messages.andMore(names.length - maxNames)}</li>
            )}
          </ul>
        )}
      </div>
      <div className="flex items-center gap-1">
        {entry.origin === 'built_in' && (
          <span className="pr-1 text-sm text-ink-soft" title={messages.builtInHint}>
            {messages.builtIn}
          </span>
        )}
        <EditorOnly>
          <EditButton id={entry.id} label={messages.edit(title)} onEdit={onEdit} />
          {entry.origin === 'own' && (
            <IconButton
              icon={Trash2}
              label={messages.remove(title)}
              title={messages.removeShort}
              size="size-4.5"
              onClick={onRemove}
            />
          )}
        </EditorOnly>
      </div>
    </div>
  )
}

/** Opens an entry's form, and gets the focus back when the form closes. */
function EditButton({ id, label, onEdit }: { id: string; label: string; onEdit: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const isFocusTarget = useStore(focusTarget) === id
  useEffect(() => {
    if (!isFocusTarget) return
    button.current?.focus()
    focusTarget.set(undefined)
  }, [isFocusTarget])
  return (
    <IconButton
      ref={button}
      icon={Pencil}
      label={label}
      title={directoryText().editShort}
      size="size-4.5"
      onClick={onEdit}
    />
  )
}
