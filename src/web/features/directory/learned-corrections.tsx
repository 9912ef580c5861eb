import { EditorOnly } from '../../api/editor-only.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { LearnedCorrectionEntry } from '../../../domain/invoice/directory.ts'
import { directoryRoutes } from '../../../domain/api/routes/directory.ts'
import { toSearchText } from '../../../domain/values/search-text.ts'
import { client } from '../../api/client.ts'
import { formatDayAndTime } from '../../i18n/format.ts'
import { announce } from '../../ui/announcements.ts'
import { directoryText } from '../../i18n/directory-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ConfirmButtons } from '../../ui/action-button.tsx'
import { LoadStatus } from '../../ui/load-failure.tsx'

const queryKey = ['learned-corrections']
const pageSize = 100

/** Shows the corrections that Docket applies automatically. Each can be deleted. */
export function LearnedCorrections({ q }: { q: string }) {
  const messages = directoryText()
  const [limit, setLimit] = useState(pageSize)
  const [selected, setSelected] = useState<LearnedCorrectionEntry>()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(directoryRoutes.listLearnedCorrections, { signal }),
  })
  if (!data) return <LoadStatus words={messages} error={error} onRetry={refetch} />
  const matches = data.learned_corrections.filter((correction) => matchesSearch(correction, q))
  const visible = matches.slice(0, limit)
  if (matches.length === 0) {
    return (
      <p className="rounded-xl border border-dashed border-edge px-6 py-12 text-center text-ink-soft">
        {q === '' ? messages.empty.corrections : messages.emptySearch(q)}
      </p>
    )
  }
  return (
    <>
      <ul
        aria-label={messages.corrections.list}
        className="divide-y divide-line rounded-xl border border-line bg-surface"
      >
        {visible.map((correction) => (
          <Correction
            key={correction.id}
            correction={correction}
            onForget={() => setSelected(correction)}
          />
        ))}
      </ul>
      <div className="flex flex-col items-center gap-2 pt-3 text-sm text-ink-soft">
        <output>
          {visible.length < matches.length
            ? messages.shownFirst(visible.length)
            : messages.shown(visible.length)}
        </output>
        {visible.length < matches.length && (
          <button
            type="button"
            className={buttonClass.secondary}
            onClick={() => setLimit(limit + pageSize)}
          >
            {messages.more}
          </button>
        )}
      </div>
      {selected && <DeleteDialog correction={selected} onClose={() => setSelected(undefined)} />}
    </>
  )
}

function matchesSearch({ printed, value, about }: LearnedCorrectionEntry, q: string): boolean {
  const text = toSearchText(`${printed} ${value} ${about}`)
  return toSearchText(q)
    .split(' ')
    .every((word) => text.includes(word))
}

function formatRule({ printed, value }: LearnedCorrectionEntry): string {
  const { rule, ruleForMissing: ruleOfEmpty } = directoryText().corrections
  return printed === '' ? ruleOfEmpty(value) : rule(printed, value)
}

function Correction({
  correction,
  onForget,
}: {
  correction: LearnedCorrectionEntry
  onForget: () => void
}) {
  const { corrections: messages } = directoryText()
  const { path, about, printed, job_id, is_disputed, learned_at } = correction
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">{formatRule(correction)}</p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {[
            messages.paths[path],
            ...(about === '' || about === printed ? [] : [messages.about(about)]),
            messages.learned(formatDayAndTime(learned_at)),
          ].join(' · ')}
        </p>
        {is_disputed && <p className="text-sm text-doubt">{messages.disputed}</p>}
      </div>
      <div className="flex items-center gap-1">
        {job_id !== null && (
          <Link
            to="/jobs/$id"
            params={{ id: job_id }}
            aria-label={messages.sourceLabel(printed)}
            className={buttonClass.quiet}
          >
            {messages.source}
          </Link>
        )}
        <EditorOnly>
          <button
            type="button"
            aria-label={messages.removeLabel(formatRule(correction))}
            className={buttonClass.small}
            onClick={onForget}
          >
            {messages.forget}
          </button>
        </EditorOnly>
      </div>
    </li>
  )
}

function DeleteDialog({
  correction,
  onClose,
}: {
  correction: LearnedCorrectionEntry
  onClose: () => void
}) {
  const { corrections: messages } = directoryText()
  const queries = useQueryClient()
  const forget = useMutation({
    mutationFn: () =>
      client.call(directoryRoutes.deleteLearnedCorrection, { params: { id: correction.id } }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey })
      announce(messages.removed)
      onClose()
    },
  })
  return (
    <Dialog heading={messages.confirm} onClose={onClose}>
      <p className="pb-2 font-medium wrap-anywhere">{formatRule(correction)}</p>
      <p>{messages.confirmText}</p>
      <ConfirmButtons
        mutation={forget}
        confirm={messages.forget}
        cancel={messages.keep}
        onCancel={onClose}
      />
    </Dialog>
  )
}
