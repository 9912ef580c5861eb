import { EditorOnly } from '../../api/editor-only.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Save, Trash2 } from 'lucide-react'
import { layoutRoutes, type LearnedLayout } from '../../../domain/api/routes/layouts.ts'
import { client } from '../../api/client.ts'
import { layoutsQuery } from '../../api/layouts-query.ts'
import { mappingText } from '../../i18n/mapping-text.ts'
import { announce } from '../../ui/announcements.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { setEdit } from './mapping-edits.ts'
import { ActionButton, MutationButton } from '../../ui/action-button.tsx'

/** Lists the user's learned layouts. Each can be removed with one click. */
export function LearnedLayouts() {
  const { learned: messages } = mappingText()
  const { data } = useQuery(layoutsQuery)
  const remove = useRemoveLayout()
  if (!data || data.layouts.length === 0) return null
  return (
    <section aria-labelledby="learned-layouts" className="pb-6">
      <h2 id="learned-layouts" className="text-lg font-semibold">
        {messages.heading}
      </h2>
      <p className="pt-1 pb-3 text-ink-soft">{messages.lead}</p>
      <ErrorMessage error={remove.error} className="pb-2 text-sm" />
      <ul aria-label={messages.heading} className="grid gap-3 md:grid-cols-2">
        {data.layouts.map((layout) => (
          <LayoutCard
            key={layout.name}
            layout={layout}
            onRemove={() => remove.mutate(layout.name)}
          />
        ))}
      </ul>
    </section>
  )
}

function LayoutCard({ layout, onRemove }: { layout: LearnedLayout; onRemove: () => void }) {
  const messages = mappingText()
  const { name, title, version, document_count, is_edited } = layout
  const facts = [
    messages.learned.documents(document_count),
    messages.version(version),
    ...(is_edited ? [messages.learned.edited] : []),
  ]
  return (
    <li className="flex items-start gap-2 rounded-xl border border-line bg-surface p-4">
      <div className="min-w-0 flex-1">
        <Link
          to="/mappings/$name"
          params={{ name }}
          className="font-semibold text-accent underline-offset-4 wrap-anywhere hover:underline"
        >
          {title}
        </Link>
        <p className="pt-2 text-sm text-ink-soft">{facts.join(' · ')}</p>
      </div>
      <EditorOnly>
        <IconButton icon={Trash2} label={messages.learned.removeNamed(title)} onClick={onRemove} />
      </EditorOnly>
    </li>
  )
}

/** Saves changes to a layout that the user owns, or deletes the layout. */
export function LearnedLayoutActions({ name, yaml }: { name: string; yaml: string }) {
  const { learned: messages } = mappingText()
  const queries = useQueryClient()
  const remove = useRemoveLayout()
  const save = useMutation({
    mutationFn: () => client.call(layoutRoutes.saveLayout, { params: { name }, body: { yaml } }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: layoutsQuery.queryKey })
      setEdit(name, undefined)
      announce(messages.saved(name))
    },
  })
  return (
    <>
      <MutationButton icon={Save} look="secondary" mutation={save}>
        {messages.save}
      </MutationButton>
      <ActionButton icon={Trash2} look="secondary" onClick={() => remove.mutate(name)}>
        {messages.remove}
      </ActionButton>
      <ErrorMessage error={save.error ?? remove.error} className="basis-full text-sm" />
    </>
  )
}

function useRemoveLayout() {
  const { learned: messages } = mappingText()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (name: string) => client.call(layoutRoutes.deleteLayout, { params: { name } }),
    async onSuccess(_, name) {
      setEdit(name, undefined)
      announce(messages.removed(name))
      await navigate({ to: '/mappings' })
      await queries.invalidateQueries({ queryKey: layoutsQuery.queryKey })
    },
  })
}
