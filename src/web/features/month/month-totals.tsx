import type { PreflightTotals } from '../../../domain/coretax/preflight-result.ts'
import { formatCount } from '../../i18n/locale/locale.ts'
import { formatDecimalText } from '../../i18n/locale/decimal-text.ts'
import { monthWords } from '../../i18n/month-words.ts'
import { CaptionedTable } from '../../ui/captioned-table.tsx'

const cellClass = 'px-3 py-2 text-right whitespace-nowrap sm:px-4'

/**
 * Shows DPP and PPN by seller, for comparison with the books. On phones, the seller has its own row, so that both
 * totals fit.
 */
export function MonthTotals({ totals }: { totals: readonly PreflightTotals[] }) {
  const { columns, totals: caption } = monthWords()
  return (
    <CaptionedTable caption={caption}>
      <thead className="text-sm text-ink-soft">
        <tr>
          <th className="px-4 py-2 text-left max-sm:hidden">{columns.seller}</th>
          <th className={cellClass}>{columns.invoices}</th>
          <th className={cellClass}>{columns.base}</th>
          <th className={cellClass}>{columns.tax}</th>
        </tr>
      </thead>
      {totals.map(({ seller, seller_npwp, period, invoices, tax_base, tax }) => (
        <tbody
          key={`${seller} ${seller_npwp} ${period}`}
          className="border-t border-line font-medium tabular-nums"
        >
          <tr className="sm:hidden">
            <td colSpan={3} className="px-3 pt-2">
              {seller ?? '–'}
            </td>
          </tr>
          <tr>
            <td className="px-4 py-2 max-sm:hidden">{seller ?? '–'}</td>
            <td className={cellClass}>{formatCount(invoices)}</td>
            <td className={cellClass}>{formatDecimalText(tax_base)}</td>
            <td className={cellClass}>{formatDecimalText(tax)}</td>
          </tr>
        </tbody>
      ))}
    </CaptionedTable>
  )
}
