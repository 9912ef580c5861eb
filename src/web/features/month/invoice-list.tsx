import { Link } from '@tanstack/react-router'
import type { PreflightDocument } from '../../../domain/coretax/preflight-result.ts'
import { formatDate } from '../../i18n/format.ts'
import { formatDecimalText } from '../../i18n/locale/decimal-text.ts'
import { monthWords } from '../../i18n/month-words.ts'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { isWritten } from './group-rules.ts'

const cellClass = 'px-3 py-2'
const amountClass = `${cellClass} text-right whitespace-nowrap tabular-nums`
const statusClass = { ready: 'text-done', confirm: 'text-doubt', blocked: 'text-fail' }

interface InvoiceListProps {
  documents: readonly PreflightDocument[]
  confirmed: ReadonlySet<string>
}

export function InvoiceList({ documents, confirmed }: InvoiceListProps) {
  const { columns, invoices } = monthWords()
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
              <th className={cellClass}>{columns.date}</th>
              <th className={cellClass}>{columns.buyer}</th>
              <th className={cellClass}>{columns.npwp}</th>
              <th className={amountClass}>{columns.base}</th>
              <th className={amountClass}>{columns.tax}</th>
              <th className={cellClass}>{columns.status}</th>
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
  confirmed: ReadonlySet<string>
}) {
  const { status: names, rateMissing } = monthWords()
  const { id, number, filename, date, buyer, buyer_npwp, tax_base, tax, currency, status } =
    document
  const amount = (value: string) =>
    currency === 'IDR' ? formatDecimalText(value) : `${currency} ${formatDecimalText(value)}`
  const isConfirmed = status === 'confirm' && isWritten(document, confirmed)
  return (
    <tr>
      <td className={cellClass}>
        <Link to="/review/$id" params={{ id }} className="text-accent hover:underline">
          {number ?? filename}
        </Link>
      </td>
      <td className={`${cellClass} whitespace-nowrap`}>{date === null ? '–' : formatDate(date)}</td>
      <td className={cellClass}>{buyer ?? '–'}</td>
      <td className={`${cellClass} tabular-nums`}>{buyer_npwp ?? '–'}</td>
      <td className={amountClass}>{amount(tax_base)}</td>
      <td className={amountClass}>{amount(tax)}</td>
      <td className={`${cellClass} font-medium ${statusClass[isConfirmed ? 'ready' : status]}`}>
        {isConfirmed ? names.confirmed : names[status]}
        {currency !== 'IDR' && (
          <Link
            to="/directory"
            search={{ show: 'rates' }}
            className="block text-xs whitespace-nowrap text-accent hover:underline"
          >
            {rateMissing}
          </Link>
        )}
      </td>
    </tr>
  )
}
