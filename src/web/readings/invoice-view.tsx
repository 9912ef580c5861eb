import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { formatDate } from '../i18n/format.ts'
import { formatDecimalText } from '../i18n/locale/decimal-text.ts'
import { jobText } from '../i18n/job-text.ts'
import { LanguageModelNote } from './language-model-note.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'

type Invoice = Omit<InvoiceReading, 'evidence'>

const cellClass = 'px-3 py-1.5 align-top'
const amountClass = `${cellClass} text-right whitespace-nowrap`
/** Hides a column on phones, where quantity and price are below the item instead. */
const wideClass = `${amountClass} max-sm:hidden`

export function InvoiceView({ invoice }: { invoice: Invoice }) {
  const { columns } = jobText().invoices
  const { totals, currency } = invoice
  const facts = [
    [columns.number, invoice.number],
    [columns.date, invoice.date && formatDate(invoice.date)],
    [columns.seller, invoice.seller.name],
    [columns.buyer, invoice.buyer.name],
  ] as const
  const sums = [
    [columns.base, totals.tax_base],
    [columns.tax, totals.tax],
    [columns.total, totals.grand_total],
  ] as const
  return (
    <div className="rounded-xl border border-line bg-surface">
      <dl className="grid gap-x-6 gap-y-2 p-4 sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="font-medium wrap-anywhere">{value ?? jobText().invoices.unknown}</dd>
          </div>
        ))}
      </dl>
      {invoice.language_model && (
        <div className="px-4 pb-4">
          <LanguageModelNote use={invoice.language_model} />
        </div>
      )}
      <LineItems lines={invoice.lines} />
      <dl className="ml-auto w-fit min-w-60 p-4">
        {sums.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-6 py-0.5 last:font-bold">
            <dt>{label}</dt>
            <dd className="text-right">
              {value === null ? jobText().invoices.unknown : formatDecimalText(value)}
              {value !== null && currency !== null && ` ${currency}`}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function LineItems({ lines }: { lines: Invoice['lines'] }) {
  const { item, quantity, price, amount, lineItems } = jobText().invoices
  return (
    <ScrollArea label={lineItems} className="border-y border-line text-sm">
      <table className="w-full">
        <thead className="text-left text-ink-soft">
          <tr>
            <th className={cellClass}>{item}</th>
            <th className={wideClass}>{quantity}</th>
            <th className={wideClass}>{price}</th>
            <th className={amountClass}>{amount}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {lines.map((line, place) => (
            <tr key={place}>
              <td className={`${cellClass} min-w-32`}>
                {line.description}
                <span className="block text-ink-soft sm:hidden">
                  {formatQuantity(line)} × {formatAmount(line.unit_price)}
                </span>
              </td>
              <td className={wideClass}>{formatQuantity(line)}</td>
              <td className={wideClass}>{formatAmount(line.unit_price)}</td>
              <td className={amountClass}>{formatAmount(line.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

function formatQuantity({ quantity, unit }: Invoice['lines'][number]): string {
  return `${formatAmount(quantity)} ${unit ?? ''}`.trimEnd()
}

function formatAmount(value: string | null): string {
  return value === null ? jobText().invoices.unknown : formatDecimalText(value)
}
