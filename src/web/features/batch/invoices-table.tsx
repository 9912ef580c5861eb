import { Link } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { BatchResults } from '../../../domain/results/batch-results.ts'
import { formatDate } from '../../i18n/format.ts'
import { formatMoney, sumAmounts } from '../../i18n/locale/decimal-text.ts'
import { jobText } from '../../i18n/job-text.ts'
import { CaptionedTable } from '../../ui/captioned-table.tsx'

type Invoices = NonNullable<BatchResults['invoices']>
type Source = BatchResults['sources'][number]

const cellClass = 'px-3 py-2 align-top'
const amountClass = `${cellClass} text-right whitespace-nowrap`

/** Lists invoices, those with problems first, and the totals per currency. */
export function InvoicesTable({ invoices, sources }: { invoices: Invoices; sources: Source[] }) {
  const { columns, caption } = jobText().invoices
  const countProblems = ({ job_id, duplicate_of }: Invoices[number]) =>
    (sources.find((source) => source.job_id === job_id)?.review_reasons.length ?? 0) +
    (duplicate_of === null ? 0 : 1)
  const sorted = invoices.toSorted(
    (one, other) => Math.sign(countProblems(other)) - Math.sign(countProblems(one)),
  )
  const currencies = [...new Set(invoices.map(({ currency }) => currency ?? ''))]
  return (
    <CaptionedTable caption={caption} className="text-sm">
      <thead className="text-left text-ink-soft">
        <tr>
          {[columns.number, columns.date, columns.seller, columns.buyer].map((name) => (
            <th key={name} className={cellClass}>
              {name}
            </th>
          ))}
          {[columns.base, columns.tax, columns.total].map((name) => (
            <th key={name} className={amountClass}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {sorted.map((invoice) => (
          <Row key={invoice.job_id} invoice={invoice} problemCount={countProblems(invoice)} />
        ))}
      </tbody>
      <tfoot className="border-t-2 border-line font-bold">
        {currencies.map((currency) => (
          <Totals
            key={currency}
            currency={currency}
            invoices={invoices.filter((invoice) => (invoice.currency ?? '') === currency)}
          />
        ))}
      </tfoot>
    </CaptionedTable>
  )
}

function Row({ invoice, problemCount }: { invoice: Invoices[number]; problemCount: number }) {
  const { number, date, seller, buyer, totals, job_id, duplicate_of } = invoice
  return (
    <tr>
      <td className={`${cellClass} min-w-44`}>
        <Link
          to="/jobs/$id"
          params={{ id: job_id }}
          className="font-medium text-accent underline-offset-4 hover:underline"
        >
          {number ?? invoice.name}
        </Link>
        <p className={`flex items-center gap-1 ${problemCount > 0 ? 'text-doubt' : 'text-done'}`}>
          {problemCount > 0 ? (
            <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          ) : (
            <CircleCheck aria-hidden="true" className="size-3.5 shrink-0" />
          )}
          {problemCount > 0 ? (
            <Link to="/review/$id" params={{ id: job_id }} className="underline underline-offset-4">
              {jobText().invoices.problems(problemCount)}
            </Link>
          ) : (
            jobText().invoices.verified
          )}
        </p>
        {duplicate_of !== null && <p className="text-doubt">{jobText().invoices.duplicate}</p>}
      </td>
      <td className={`${cellClass} whitespace-nowrap`}>
        {date === null ? jobText().invoices.unknown : formatDate(date)}
      </td>
      <td className={`${cellClass} min-w-40`}>{seller.name ?? jobText().invoices.unknown}</td>
      <td className={`${cellClass} min-w-40`}>{buyer.name ?? jobText().invoices.unknown}</td>
      <td className={amountClass}>{formatAmount(totals.tax_base)}</td>
      <td className={amountClass}>{formatAmount(totals.tax)}</td>
      <td className={`${amountClass} font-medium`}>{formatAmount(totals.grand_total)}</td>
    </tr>
  )
}

function Totals({ currency, invoices }: { currency: string; invoices: Invoices }) {
  const total = (which: 'tax_base' | 'tax' | 'grand_total') =>
    formatAmount(sumAmounts(invoices.map(({ totals }) => totals[which])))
  return (
    <tr>
      <th scope="row" colSpan={4} className={`${cellClass} text-left`}>
        {jobText().invoices.totalLabel(currency === '' ? jobText().invoices.unknown : currency)}
      </th>
      <td className={amountClass}>{total('tax_base')}</td>
      <td className={amountClass}>{total('tax')}</td>
      <td className={amountClass}>{total('grand_total')}</td>
    </tr>
  )
}

function formatAmount(value: string | null): string {
  return value === null ? jobText().invoices.unknown : formatMoney(value)
}
