import { Download } from 'lucide-react'
import type { PreflightDocument } from '../../../domain/coretax/preflight-result.ts'
import { decimal, formatDecimal, sum } from '../../../domain/values/decimal.ts'
import { formatMoney } from '../../i18n/locale/decimal-text.ts'
import { monthText } from '../../i18n/month-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { type Confirmations, hasSeveralSellers, isWritten } from './group-rules.ts'
import { type ExportResult, type MonthSelection, useExportMonth, useSigner } from './use-month.ts'

interface ExportBarProps {
  month: MonthSelection
  documents: readonly PreflightDocument[]
  confirmed: Confirmations
}

/** The bar with the export button. It is sticky, so that it stays visible below long lists. */
export function ExportBar({ month, documents, confirmed }: ExportBarProps) {
  const words = monthText()
  const save = useExportMonth(month)
  const signer = useSigner(month)
  const written = documents.filter((document) => isWritten(document, confirmed))
  const isMixed = hasSeveralSellers(written)
  const label = save.isPending
    ? words.exporting
    : written.length === 0
      ? words.exportNone
      : words.export(written.length, documents.length)
  return (
    <div className="sticky bottom-0 z-10 -mx-3 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-paper px-3 py-3 sm:-mx-6 sm:px-6">
      <button
        type="button"
        className={`${buttonClass.primary} w-full sm:w-auto`}
        disabled={written.length === 0 || isMixed || save.isPending}
        onClick={() => save.mutate({ documents, written })}
      >
        <Download aria-hidden="true" className="size-5" />
        {label}
      </button>
      {isMixed && <span className="text-sm text-doubt">{words.oneSeller}</span>}
      {written.length > 0 && !isMixed && <FileTotals written={written} />}
      {signer !== undefined && (
        <span className="text-sm text-ink-soft">{words.signer(signer)}</span>
      )}
      {save.isSuccess && <Exported {...save.data} />}
      <ErrorMessage error={save.error} className="text-sm" />
    </div>
  )
}

/** Shows the DPP and PPN in the file, which may not contain all of the month's invoices. */
function FileTotals({ written }: { written: readonly PreflightDocument[] }) {
  const total = (key: 'tax_base' | 'tax') =>
    formatMoney(formatDecimal(sum(written.map((document) => decimal(document[key])))))
  return (
    <span className="text-sm text-ink-soft tabular-nums">
      {monthText().fileTotals(total('tax_base'), total('tax'))}
    </span>
  )
}

/** Names the file, and warns if it lacks invoices that have changed since the check. */
function Exported({ filename, missing }: ExportResult) {
  const words = monthText()
  return (
    <>
      <output className="text-sm text-done">{words.exported(filename)}</output>
      {missing > 0 && (
        <p role="alert" className="text-sm text-fail">
          {words.changedSince(missing)}
        </p>
      )}
    </>
  )
}
