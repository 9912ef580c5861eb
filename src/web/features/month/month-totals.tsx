import type { Preflight } from '../../../domain/coretax/preflight-result.ts'
import { formatCount } from '../../i18n/locale/locale.ts'
import { formatMoney } from '../../i18n/locale/decimal-text.ts'
import { monthText } from '../../i18n/month-text.ts'
import { CaptionedTable } from '../../ui/captioned-table.tsx'

const cellClass = 'px-3 py-2 text-right whitespace-nowrap sm:px-4'

type MonthTotalsProps = Pick<Preflight, 'documents' | 'totals'>

/** DPP and PPN by seller, to compare with the books, and the number of invoices that are not included. */
export function MonthTotals({ documents, totals }: MonthTotalsProps) {
  const omitted = documents.length - totals.reduce((sum, { invoices }) => sum + invoices, 0)
  return (
    <div>
      {totals.length > 0 && <TotalsTable totals={totals} />}
      {omitted > 0 && (
        <p className="pt-2 text-sm text-ink-soft">{monthText().omittedFromTotals(omitted)}</p>
      )}
    </div>
  )
}

/** Shows the totals by seller. On phones, the seller has its own row, so that both totals fit. */
function TotalsTable({ totals }: Pick<Preflight, 'totals'>) {
  const { columns, totals: caption } = monthText()
  const hasLuxury = totals.some(({ luxury_tax }) => Number(luxury_tax) !== 0)
  return (
    <CaptionedTable caption={caption}>
      <thead className="text-sm text-ink-soft">
        <tr>
          <th className="px-4 py-2 text-left max-sm:hidden">{columns.seller}</th>
          <th className={cellClass}>{columns.invoices}</th>
          <th className={cellClass}>{columns.base}</th>
          <th className={cellClass}>{columns.tax}</th>
          {hasLuxury && <th className={cellClass}>{columns.luxuryTax}</th>}
        </tr>
      </thead>
      {totals.map(({ seller, seller_npwp, period, invoices, tax_base, tax, luxury_tax }) => (
        <tbody
          key={`${seller} ${seller_npwp} ${period}`}
          className="border-t border-line font-medium tabular-nums"
        >
          <tr className="sm:hidden">
            <td colSpan={hasLuxury ? 4 : 3} className="px-3 pt-2">
              {seller ?? '–'}
            </td>
          </tr>
          <tr>
            <td className="px-4 py-2 max-sm:hidden">{seller ?? '–'}</td>
            <td className={cellClass}>{formatCount(invoices)}</td>
            <td className={cellClass}>{formatMoney(tax_base)}</td>
            <td className={cellClass}>{formatMoney(tax)}</td>
            {hasLuxury && <td className={cellClass}>{formatMoney(luxury_tax)}</td>}
          </tr>
        </tbody>
      ))}
    </CaptionedTable>
  )
}
