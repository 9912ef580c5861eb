import { Combine, type LucideIcon, Plus, Split, Trash2 } from 'lucide-react'
import { mergeLines } from '../../../domain/review/line-edits.ts'
import type { FiledLine as FiledValue, InvoiceReading } from '../../../domain/invoice/invoice.ts'
import { formatCount } from '../../i18n/locale/locale.ts'
import { formatDecimalText } from '../../i18n/locale/decimal-text.ts'
import { announce } from '../../ui/announcements.ts'
import { type LineColumn, listLineColumns } from './fields/fields.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Field } from './fields/field.tsx'
import { useReview } from './fields/review-context.ts'

interface LineCardProps {
  invoice: InvoiceReading
  index: number
  onAdd: () => void
  onSplit: () => void
}

/** Uses one row if there is space, otherwise two, or four on phones. The columns fit amounts in the billions. */
const gridClass =
  'grid grid-cols-6 gap-x-2 gap-y-1.5 sm:grid-cols-[4.5fr_8fr_8fr_8fr_6fr] @5xl:grid-cols-[5rem_minmax(0,1fr)_5rem_5rem_8.5rem_8.5rem_8.5rem_6rem]'
const spans: Partial<Record<LineColumn['key'], string>> = {
  sku: 'col-span-2 sm:col-span-1',
  description: 'col-span-4 sm:col-span-3 @5xl:col-span-1',
  luxury_rate: 'col-span-3 sm:col-span-2 @5xl:max-w-60',
}
const defaultSpan = 'col-span-3 sm:col-span-1'

/** Shows a line of the invoice and its actions. */
export function LineCard({ invoice, index, onAdd, onSplit }: LineCardProps) {
  const { edit, tabsThroughAll } = useReview()
  const review = reviewText()
  const name = review.lineNumber(formatCount(index + 1))
  const taxablePath = `lines.${index}.taxable`
  const filed = invoice.filing?.lines.find(({ path }) => path === `lines.${index}`)
  const luxuryRate = filed?.luxury_rate && formatDecimalText(filed.luxury_rate.value)

  function merge(): void {
    if (edit(mergeLines(invoice, index))) announce(review.linesMerged)
  }

  function remove(): void {
    if (edit([{ op: 'remove', path: `lines.${index}` }])) announce(review.lineRemoved)
  }

  const action = (icon: LucideIcon, label: string, run: () => void) => (
    <IconButton icon={icon} label={label} tabIndex={tabsThroughAll ? 0 : -1} onClick={run} />
  )
  return (
    <div className="@container px-3 pt-1 pb-3">
      <div className="flex items-center gap-3">
        <h3 className="text-sm font-medium">{name}</h3>
        <label className="flex min-h-9 items-center gap-1.5 text-sm text-ink-soft">
          <input
            type="checkbox"
            tabIndex={tabsThroughAll ? 0 : -1}
            className="size-4 accent-accent"
            checked={invoice.lines[index]?.taxable ?? false}
            onChange={({ currentTarget }) =>
              edit([{ op: 'set', path: taxablePath, value: currentTarget.checked }])
            }
          />
          {review.fields.taxable}
        </label>
        <div className="ml-auto flex">
          {action(Plus, review.addLineAfter(name), onAdd)}
          {action(Split, review.splitLine(name), onSplit)}
          {index < invoice.lines.length - 1 && action(Combine, review.mergeLine(name), merge)}
          {action(Trash2, review.removeLine(name), remove)}
        </div>
      </div>
      <div className={gridClass}>
        {listLineColumns(invoice).map(({ key, kind }) => (
          <Field
            key={key}
            path={`lines.${index}.${key}`}
            kind={kind}
            label={review.fields[key] ?? key}
            className={spans[key] ?? defaultSpan}
            placeholder={key === 'luxury_rate' ? luxuryRate : undefined}
          />
        ))}
      </div>
      {filed && <FiledLine filed={filed} currency={invoice.filing?.currency} />}
    </div>
  )
}

/** Shows the values that the Coretax file states about a line. */
function FiledLine({ filed, currency }: { filed: FiledValue; currency: string | undefined }) {
  const { line, sources } = reviewText().filed
  const unit = currency === undefined ? '' : `${currency} `
  const code = ({ value, source }: FiledValue['unit'], sign = '') =>
    `${value}${sign} (${sources[source]})`
  const amount = (value: string | null) =>
    value === null ? '–' : `${unit}${formatDecimalText(value)}`
  return (
    <p className="pt-1.5 text-xs text-ink-soft wrap-anywhere">
      {line({
        goods: code(filed.goods_code),
        unit: code(filed.unit),
        taxBase: amount(filed.tax_base),
        tax: amount(filed.tax),
        luxuryRate: filed.luxury_rate && code(filed.luxury_rate, '%'),
      })}
    </p>
  )
}
