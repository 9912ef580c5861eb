import { useMutation } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { putGivenNameFirst } from '../../domain/heat-sheet/display-name.ts'
import type { MeetResults, NewerSheet } from '../../domain/heat-sheet/meet-results.ts'
import type { SheetChange } from '../../domain/heat-sheet/sheet-change.ts'
import { problemError } from '../../client/response-error.ts'
import type { SheetCheck } from '../../domain/results/sheet-check.ts'
import { useCanEdit } from '../api/me.ts'
import { formatDayAndTime } from '../i18n/format.ts'
import { meetText } from '../i18n/meet-text.ts'
import { failureText } from '../i18n/message-text.ts'
import { ErrorMessage } from '../ui/error-message.tsx'
import type { MeetSource } from './meet-source.ts'
import { MutationButton } from '../ui/action-button.tsx'

interface NewerSheetsProps {
  meet: MeetResults
  source: MeetSource
}

/** Shows what newer sheets changed, and lets the user check the sheets' URLs for newer ones. */
export function NewerSheets({ meet, source }: NewerSheetsProps) {
  const canEdit = useCanEdit()
  const names = new Map(meet.sheets.map(({ job_id, name }) => [job_id, name]))
  return (
    <div className="pb-4 empty:hidden">
      {meet.newer.map((sheet) => (
        <Changes key={sheet.job_id} sheet={sheet} name={names.get(sheet.job_id) ?? ''} />
      ))}
      {canEdit && source.checkSheets && meet.sheets.some(({ is_linked }) => is_linked) && (
        <CheckButton check={source.checkSheets} meet={meet} names={names} />
      )}
    </div>
  )
}

function Changes({ sheet: { items }, name }: { sheet: NewerSheet; name: string }) {
  return (
    <div className="mb-3 rounded-xl border border-line bg-accent-wash px-4 py-3">
      <p className="font-medium wrap-anywhere">
        {[meetText().newer.changed(name), items.length === 0 && meetText().newer.same]
          .filter(Boolean)
          .join(' ')}
      </p>
      <ul className="list-disc pl-5">
        {items.map((item, place) => (
          <li key={place}>{formatChange(item)}</li>
        ))}
      </ul>
    </div>
  )
}

function formatChange(change: SheetChange): string {
  const { kind, event_number, event_letter, event_name, swimmer_name, fields } = change
  const { kinds, fields: names, from, nothing } = meetText().newer
  const event = `${meetText().event(`${event_number}${event_letter ?? ''}`)}, ${event_name}`
  const values = fields.map((one) =>
    from(names[one.field], `${one.from ?? nothing}`, `${one.to ?? nothing}`),
  )
  const what = kind === 'moved' ? values.join(', ') : kinds[kind]
  return [swimmer_name && putGivenNameFirst(swimmer_name), event, what].filter(Boolean).join(' · ')
}

interface CheckButtonProps {
  check: () => Promise<SheetCheck[]>
  meet: MeetResults
  names: ReadonlyMap<string, string>
}

function CheckButton({ check, meet: { newer, checked_at }, names }: CheckButtonProps) {
  const shown = JSON.stringify(newer)
  const checking = useMutation({ mutationFn: async () => ({ sheets: await check(), shown }) })
  const { check: label, checking: busy, checked } = meetText().newer
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
      <MutationButton icon={RefreshCw} mutation={checking}>
        {checking.isPending ? busy : label}
      </MutationButton>
      <output className="text-sm text-ink-soft">
        {checking.data
          ? formatOutcome(checking.data.sheets, { names, isRead: checking.data.shown !== shown })
          : checked_at !== null && checked(formatDayAndTime(checked_at))}
      </output>
      <ErrorMessage error={checking.error} className="basis-full text-sm" />
    </div>
  )
}

/** Omits the message about a newer sheet if its changes are already shown. */
function formatOutcome(
  checks: readonly SheetCheck[],
  { names, isRead }: { names: ReadonlyMap<string, string>; isRead: boolean },
): string {
  const { unchanged, found, failed } = meetText().newer
  const problems = checks.flatMap(({ job_id, error }) =>
    error
      ? [failed(names.get(job_id) ?? '', failureText(problemError(error)) ?? error.detail)]
      : [],
  )
  const isNewer = checks.some(({ outcome }) => outcome === 'newer')
  const isAllFailed = problems.length === checks.length
  const outcome = isNewer ? !isRead && found : !isAllFailed && unchanged
  return [outcome, ...problems].filter(Boolean).join(' ')
}
