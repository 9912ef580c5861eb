import { EditorOnly } from '../../api/editor-only.tsx'
import { Undo2 } from 'lucide-react'
import { anonymousName } from '../../../domain/values/anonymous-name.ts'
import { formatDayAndTime } from '../../i18n/format.ts'
import { formatMoney } from '../../i18n/locale/decimal-text.ts'
import { monthText } from '../../i18n/month-text.ts'
import { announce } from '../../ui/announcements.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { type MonthSelection, useExports, useUndoExport } from './use-month.ts'

/** Lists the files exported so far. Undoing an export allows its invoices to be exported again. */
export function ExportedFiles({ month }: { month: MonthSelection }) {
  const words = monthText()
  const { data } = useExports()
  const undo = useUndoExport(month)
  const files = data?.exports.filter(({ period }) => period === null || period === month.period)
  if (!files || files.length === 0) return null
  return (
    <section aria-labelledby="exported-files">
      <h2 id="exported-files" className="pb-2 text-lg font-bold">
        {words.files}
      </h2>
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
        {files.map(({ id, filename, invoices, tax_base, tax, exported_by, exported_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
            <span className="font-medium wrap-anywhere">{filename}</span>
            <span className="text-sm text-ink-soft">
              {words.fileFacts(invoices, formatDayAndTime(exported_at))}
              {exported_by !== anonymousName && ` · ${exported_by}`}
              {' · '}
              {words.fileTotals(formatMoney(tax_base), formatMoney(tax))}
            </span>
            <EditorOnly>
              <button
                type="button"
                aria-label={words.undoLabel(filename)}
                className={`${buttonClass.small} ml-auto`}
                disabled={undo.isPending}
                onClick={() => undo.mutate(id, { onSuccess: () => announce(words.undone) })}
              >
                <Undo2 aria-hidden="true" className="size-4" />
                {words.undo}
              </button>
            </EditorOnly>
          </li>
        ))}
      </ul>
      <ErrorMessage error={undo.error} className="pt-1 text-sm" />
    </section>
  )
}
