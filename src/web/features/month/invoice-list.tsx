import { Link } from '@tanstack/react-router'
import { billsOtherAmounts } from '../../../domain/coretax/filing-rules.ts'
import type { PreflightDocument } from '../../../domain/coretax/preflight-result.ts'
import { formatDate } from '../../i18n/format.ts'
import { formatMoney } from '../../i18n/locale/decimal-text.ts'
import { monthText } from '../../i18n/month-text.ts'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { type Confirmations, isExported, isWritten } from './group-rules.ts'

const cellClass = 'px-3 py-2'
/** Hides a cell on phones, where the first cell shows its value. */
const wideClass = `${cellClass} max-sm:hidden`
const amountClass = `${cellClass} text-right whitespace-nowrap tabular-nums`
const wideAmountClass = `${amountClass} max-sm:hidden`
const statusClass = {
  ready: 'text-done',
  confirmed: 'text-done',
  exported: 'text-ink-soft',
  confirm: 'text-doubt',
  blocked: 'text-fail',
}

interface InvoiceListProps {
  documents: readonly PreflightDocument[]
  confirmed: Confirmations
}

export function InvoiceList({ documents, confirmed }: InvoiceListProps) {
  const { columns, invoices } = monthText()
  const sorted = documents.toSorted(
    (one, other) =>
      (one.date ?? '').localeCompare(other.date ?? '') ||
      (one.number ?? '').localeCompare(other.number ?? '', undefined, { numeric: true }),
  )
  return (
    <div>
      <h2 className="pb-2 text-lg font-bold">{invoices}</h2>
      <ScrollArea label={invoices} className="rounded-xl border border-line bg-surface text-sm">
        <table className="w-full">
          <thead className="text-left text-ink-soft">
            <tr>
              <th className={cellClass}>{columns.number}</th>
              <th className={wideClass}>{columns.date}</th>
              <th className={wideClass}>{columns.buyer}</th>
              <th className={wideClass}>{columns.npwp}</th>
              <th className={wideAmountClass}>{columns.base}</th>
              <th className={wideAmountClass}>{columns.tax}</th>
              <th className={wideClass}>{columns.status}</th>
              <th className={`${amountClass} sm:hidden`}>{columns.amounts}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-t border-line">
            {sorted.map((document) => (
              <InvoiceRow key={document.id} document={document} confirmed={confirmed} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </div>
  )
}

function InvoiceRow({
  document,
  confirmed,
}: {
  document: PreflightDocument
  confirmed: Confirmations
}) {
  const { columns, status: names } = monthText()
  const { id, number, filename, date, buyer, buyer_npwp, tax_base, tax, currency, status } =
    document
  // Shows no amounts for an instalment, because its lines cover the whole contract.
  const hasAmounts = !billsOtherAmounts(document.rules)
  const amount = (value: string) => {
    if (!hasAmounts) return '–'
    return currency === 'IDR' ? formatMoney(value) : `${currency} ${formatMoney(value)}`
  }
  const day = date === null ? '–' : formatDate(date)
  const isConfirmed = status === 'confirm' && isWritten(document, confirmed)
  const shown = isConfirmed ? 'confirmed' : isExported(document, confirmed) ? 'exported' : status
  const state = (
    <>
      {names[shown]}
      {currency !== 'IDR' && <RateLink />}
    </>
  )
  return (
    <tr className="max-sm:align-top">
      <td className={`${cellClass} sm:whitespace-nowrap`}>
        <Link to="/review/$id" params={{ id }} className="block text-accent hover:underline">
          {number ?? filename}
        </Link>
        <p className="wrap-anywhere sm:hidden">{buyer ?? '–'}</p>
        <p className="text-xs text-ink-soft tabular-nums sm:hidden">{buyer_npwp ?? '–'}</p>
        <p className="text-xs text-ink-soft sm:hidden">{day}</p>
      </td>
      <td className={`${wideClass} whitespace-nowrap`}>{day}</td>
      <td className={wideClass}>{buyer ?? '–'}</td>
      <td className={`${wideClass} tabular-nums`}>{buyer_npwp ?? '–'}</td>
      <td className={wideAmountClass}>{amount(tax_base)}</td>
      <td className={wideAmountClass}>{amount(tax)}</td>
      <td className={`${wideClass} font-medium whitespace-nowrap ${statusClass[shown]}`}>
        {state}
      </td>
      <td className={`${amountClass} sm:hidden`}>
        <p className="text-xs text-ink-soft">
          {columns.base} {amount(tax_base)}
        </p>
        <p className="text-xs text-ink-soft">
          {columns.tax} {amount(tax)}
        </p>
        <div className={`font-medium ${statusClass[shown]}`}>{state}</div>
      </td>
    </tr>
  )
}

function RateLink() {
  return (
    <Link
      to="/directory"
      search={{ show: 'rates' }}
      className="block text-xs whitespace-nowrap text-accent hover:underline"
    >
      {monthText().rateMissing}
    </Link>
  )
}
