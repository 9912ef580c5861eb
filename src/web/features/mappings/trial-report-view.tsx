import { Check, CircleAlert } from 'lucide-react'
import type { ReportGroup, FindingRow } from './trial-report.ts'
import { mappingText } from '../../i18n/mapping-text.ts'
import { ScrollArea } from '../../ui/scroll-area.tsx'

interface TrialReportViewProps {
  groups: readonly ReportGroup[]
  selected: string | undefined
  onSelect: (key: string | undefined) => void
}

/** Shows a test's findings. Selecting a row highlights its position on the page. */
export function TrialReportView({ groups, selected, onSelect }: TrialReportViewProps) {
  const { report: messages } = mappingText()
  const rows = groups.flatMap((group) => group.rows)
  const [good, bad] = (['good', 'bad'] as const).map(
    (state) => rows.filter((row) => row.state === state).length,
  ) as [number, number]
  return (
    <>
      <output className={`block pt-6 font-medium ${bad === 0 ? 'text-done' : 'text-doubt'}`}>
        {rows.length === 0 ? messages.onlyText : messages.summary(good, bad)}
      </output>
      <div className="grid gap-x-6 lg:grid-cols-2">
        {groups.map(({ name, rows: groupRows }) => (
          <div key={name} className="min-w-0 pt-8">
            <h2 className="pb-2 text-lg font-bold">{messages.group[name]}</h2>
            <ScrollArea
              label={messages.group[name]}
              className="max-h-112 rounded-xl border border-line bg-surface"
            >
              <ul className="divide-y divide-line">
                {groupRows.map((row) => (
                  <ReportRow
                    key={row.key}
                    row={row}
                    isSelected={row.key === selected}
                    onSelect={() => onSelect(row.key === selected ? undefined : row.key)}
                  />
                ))}
              </ul>
            </ScrollArea>
          </div>
        ))}
      </div>
    </>
  )
}

interface ReportRowProps {
  row: FindingRow
  isSelected: boolean
  onSelect: () => void
}

function ReportRow({ row, isSelected, onSelect }: ReportRowProps) {
  const { report: messages } = mappingText()
  const { state, name, value, how, marks } = row
  const Icon = state === 'good' ? Check : CircleAlert
  const content = (
    <span className="grid grid-cols-[1.25rem_1fr] gap-x-2 px-3 py-2 text-left">
      <span className={state === 'good' ? 'text-done' : 'text-doubt'}>
        {state !== 'plain' && (
          <>
            <Icon aria-hidden="true" className="mt-0.5 size-4.5" />
            <span className="sr-only">{messages.states[state]}</span>
          </>
        )}
      </span>
      <span className="min-w-0">
        <span className="text-sm text-ink-soft">{name}</span>
        {value !== '' && <span className="block font-medium wrap-anywhere">{value}</span>}
        {how !== '' && <span className="block text-sm wrap-anywhere text-ink-soft">{how}</span>}
      </span>
    </span>
  )
  return (
    <li>
      {marks.length === 0 ? (
        content
      ) : (
        <button
          type="button"
          aria-pressed={isSelected}
          className="block w-full cursor-pointer hover:bg-accent-wash focus-visible:-outline-offset-2 aria-pressed:bg-accent-wash"
          onClick={onSelect}
        >
          {content}
        </button>
      )}
    </li>
  )
}
