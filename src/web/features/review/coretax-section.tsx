import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { FiledValues, InvoiceReading } from '../../../domain/invoice/invoice.ts'
import { formatDecimalText, formatMoney } from '../../i18n/locale/decimal-text.ts'
import { formatDate } from '../../i18n/format.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { OpenRulesNote } from '../../readings/open-rules-note.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { Field } from './fields/field.tsx'
import { type FieldRef, filedFields } from './fields/fields.ts'

interface CoretaxSectionProps {
  invoice: InvoiceReading
  filing: FiledValues
}

/** Shows the codes and totals that are in the Coretax file but not on the invoice. */
export function CoretaxSection({ invoice, filing }: CoretaxSectionProps) {
  const listId = useId()
  const { coretax } = reviewText()
  const codes: Record<string, Omit<CodeFieldProps, 'field'>> = {
    transaction_code: {
      code: filing.transaction_code,
      placeholder: filing.transaction_code?.value,
      list: listId,
      className: 'col-span-2 sm:col-span-1',
    },
    facility: { code: filing.facility, placeholder: filing.facility?.value.slice(-2) },
  }
  return (
    <PageSection heading={coretax.heading}>
      <OpenRulesNote invoice={invoice} />
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-2 sm:grid-cols-4">
        {filedFields(invoice).map((field) => {
          const code = codes[field.path]
          if (code) return <CodeField key={field.path} field={field} {...code} />
          return <Field key={field.path} {...field} className="max-sm:col-span-1" />
        })}
        <Sums filing={filing} />
      </div>
      <datalist id={listId}>
        {Object.entries(coretax.codes).map(([value, meaning]) => (
          <option key={value} value={value}>
            {meaning}
          </option>
        ))}
      </datalist>
      <Conversion invoice={invoice} />
    </PageSection>
  )
}

interface CodeFieldProps {
  field: FieldRef
  /** The code that is filed, whether the user entered it or not. */
  code: FiledValues['facility']
  /** The code as a user would enter it. */
  placeholder: string | undefined
  list?: string
  className?: string
}

/** A field for a code, with the code that will be filed and its source. */
function CodeField({ field, code, className, ...input }: CodeFieldProps) {
  const { coretax, filed } = reviewText()
  return (
    <div className={className}>
      <Field {...field} {...input} />
      {code && (
        <p className="pt-0.5 text-xs text-ink-soft">
          {coretax.code(code.value, filed.sources[code.source])}
        </p>
      )}
    </div>
  )
}

function Sums({ filing }: { filing: FiledValues }) {
  const { coretax, addRate } = reviewText()
  const { currency } = filing
  const sums = [
    [coretax.taxBase, filing.tax_base],
    [coretax.otherTaxBase, filing.other_tax_base],
    [coretax.tax, filing.tax],
    ...(isTaxedAsLuxury(filing) ? [[coretax.luxuryTax, filing.luxury_tax ?? '0'] as const] : []),
  ] as const
  return (
    <dl
      className={`col-span-full grid gap-x-3 gap-y-2 rounded-lg border border-line bg-surface px-3 py-2 grid-cols-2 ${isTaxedAsLuxury(filing) ? 'sm:grid-cols-4' : 'sm:grid-cols-3'}`}
    >
      {sums.map(([name, amount]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-ink-soft">{name}</dt>
          <dd className="text-sm wrap-anywhere tabular-nums">
            {currency === undefined ? formatMoney(amount) : `${currency} ${formatMoney(amount)}`}
          </dd>
        </div>
      ))}
      {currency !== undefined && (
        <div className="col-span-full pt-1 text-sm text-fail">
          {coretax.rateMissing(currency)}{' '}
          <Link to="/directory" search={{ show: 'rates' }} className="text-accent underline">
            {addRate}
          </Link>
        </div>
      )}
    </dl>
  )
}

function isTaxedAsLuxury({ luxury_tax = '0' }: FiledValues): boolean {
  return Number(luxury_tax) !== 0
}

/** Shows the exchange rate at which foreign amounts are filed in rupiah. */
function Conversion({ invoice: { exchange } }: { invoice: InvoiceReading }) {
  if (!exchange) return null
  const { currency, units, rate, valid_from } = exchange
  return (
    <p className="pt-2 text-sm text-ink-soft">
      {reviewText().coretax.conversion(
        `${units} ${currency}`,
        formatDecimalText(rate),
        formatDate(valid_from),
      )}
    </p>
  )
}
