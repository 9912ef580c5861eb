import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Building2, Plus, Undo2 } from 'lucide-react'
import type { DirectoryTable } from './directory-view.ts'
import { drafts, entriesKey, fetchEntries, putDraft, removeEntry, restoreEntry } from './entries.ts'
import { emptyDraft, type DirectoryEntry } from './entry-draft.ts'
import { entryTitle } from './entry-text.ts'
import { useCanEdit } from '../../api/me.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { announce } from '../../ui/announcements.ts'
import { useStore } from '../../store/store.ts'
import { directoryText } from '../../i18n/directory-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { CsvTools } from './csv-tools.tsx'
import { EntryForm } from './entry-form.tsx'
import { EntryRow } from './entry-row.tsx'
import { LoadStatus } from '../../ui/load-failure.tsx'
import { MoreButton } from '../../ui/more-button.tsx'

interface EntryTableProps {
  table: DirectoryTable
  q: string
}

export function EntryTable({ table, q }: EntryTableProps) {
  const messages = directoryText()
  const queries = useQueryClient()
  const newKey = `${table}/`
  const newDraft = useStore(drafts)[newKey]
  const startNew = () => putDraft(newKey, drafts.get()[newKey] ?? emptyDraft(table))
  const canEdit = useCanEdit()
  useShortcuts(canEdit ? [{ keys: 'n', label: messages.shortcuts.add, run: startNew }] : [])
  const refresh = () => queries.invalidateQueries({ queryKey: entriesKey(table) })
  const remove = useMutation({
    mutationFn: (entry: DirectoryEntry) => removeEntry(table, entry),
    onSuccess: (_, entry) => announce(messages.removed(entryTitle(entry))),
    onSettled: refresh,
  })
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 pb-3">
        {canEdit && (
          <button type="button" id="add-entry" className={buttonClass.small} onClick={startNew}>
            <Plus aria-hidden="true" className="size-4" />
            {messages.add[table]}
          </button>
        )}
        <CsvTools table={table} onImported={() => void refresh()} />
        {canEdit && table === 'parties' && (
          <Link to="/directory/missing" className={buttonClass.quiet}>
            <Building2 aria-hidden="true" className="size-4" />
            {messages.missing.heading}
          </Link>
        )}
      </div>
      {newDraft && (
        <div className="mb-3 rounded-xl border border-accent bg-surface">
          <EntryForm table={table} entry={undefined} draft={newDraft} onSaved={refresh} />
        </div>
      )}
      <ErrorMessage error={remove.error} className="pb-3" />
      {remove.data === undefined && remove.isSuccess && (
        <RemovedNotice
          key={remove.variables.id}
          table={table}
          entry={remove.variables}
          onRestored={() => {
            remove.reset()
            void refresh()
          }}
        />
      )}
      <EntryList table={table} q={q} onRemove={remove.mutate} onSaved={refresh} />
    </>
  )
}

/** Confirms the removal of an entry and offers an undo. */
function RemovedNotice({
  table,
  entry,
  onRestored,
}: {
  table: DirectoryTable
  entry: DirectoryEntry
  onRestored: () => void
}) {
  const messages = directoryText()
  const restore = useMutation({
    mutationFn: () => restoreEntry(table, entry),
    onSuccess() {
      announce(messages.restored(entryTitle(entry)))
      onRestored()
    },
  })
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-xl bg-accent-wash px-4 py-2">
      <p className="min-w-0 flex-1 wrap-anywhere">{messages.removed(entryTitle(entry))}</p>
      <ErrorMessage error={restore.error} className="text-sm" />
      <button
        // The focused button was removed together with its row.
        ref={(button) => button?.focus()}
        type="button"
        className={buttonClass.small}
        disabled={restore.isPending}
        onClick={() => restore.mutate()}
      >
        <Undo2 aria-hidden="true" className="size-4" />
        {messages.undo}
      </button>
    </div>
  )
}

interface EntryListProps extends EntryTableProps {
  onRemove: (entry: DirectoryEntry) => void
  onSaved: () => Promise<void>
}

function EntryList({ table, q, onRemove, onSaved }: EntryListProps) {
  const messages = directoryText()
  const list = useInfiniteQuery({
    queryKey: [...entriesKey(table), q],
    queryFn: ({ pageParam, signal }) => fetchEntries(table, { q, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  if (!list.data) return <LoadStatus words={messages} error={list.error} onRetry={list.refetch} />
  const entries = list.data.pages.flatMap((page) => page.entries)
  if (entries.length === 0) return <NoEntries table={table} q={q} />
  return (
    <>
      <ul
        aria-label={messages.list[table]}
        className="divide-y divide-line rounded-xl border border-line bg-surface"
      >
        {entries.map((entry) => (
          <EntryRow
            key={entry.id}
            table={table}
            entry={entry}
            onRemove={onRemove}
            onSaved={onSaved}
          />
        ))}
      </ul>
      <div className="flex flex-col items-center gap-2 pt-3 text-sm text-ink-soft">
        <output>
          {list.isFetchingNextPage
            ? messages.loadingMore
            : list.hasNextPage
              ? messages.shownFirst(entries.length)
              : messages.shown(entries.length)}
        </output>
        <MoreButton query={list}>{messages.more}</MoreButton>
      </div>
    </>
  )
}

function NoEntries({ table, q }: EntryTableProps) {
  const messages = directoryText()
  return (
    <div className="rounded-xl border border-dashed border-edge px-6 py-12 text-center">
      <p className="pb-3 text-ink-soft">
        {q === '' ? messages.empty[table] : messages.emptySearch(q)}
      </p>
      {q !== '' && (
        <Link
          to="/directory"
          search={table === 'parties' ? {} : { show: table }}
          className={buttonClass.secondary}
        >
          {messages.showAll}
        </Link>
      )}
    </div>
  )
}
