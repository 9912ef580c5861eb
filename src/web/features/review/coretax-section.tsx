import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { FiledValues, InvoiceReading } from '../../../domain/invoice/invoice.ts'
import { formatDecimalText } from '../../i18n/locale/decimal-text.ts'
import { formatDate } from '../../i18n/format.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { OpenRulesNote } from '../../readings/open-rules-note.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { Field } from './fields/field.tsx'
import { filedFields } from './fields/fields.ts'

interface CoretaxSectionProps {
  invoice: InvoiceReading
  filing: FiledValues
}

/** Shows the codes and sums that only the Coretax file states, not the invoice. */
export function CoretaxSection({ invoice, filing }: CoretaxSectionProps) {
  const listId = useId()
  const { coretax, filed } = reviewText()
  const { transaction_code: code } = filing
  return (
    <PageSection heading={coretax.heading}>
      <OpenRulesNote invoice={invoice} />
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-2 sm:grid-cols-4">
        {filedFields(invoice).map(({ path, kind }) =>
          path === 'transaction_code' ? (
            <div key={path} className="col-span-2 sm:col-span-1">
              <Field path={path} kind={kind} list={listId} placeholder={code?.value} />
              {code && (
                <p className="pt-0.5 text-xs text-ink-soft">
                  {coretax.code(code.value, filed.sources[code.source])}
                </p>
              )}
            </div>
          ) : (
            <Field key={path} path={path} kind={kind} className="max-sm:col-span-1" />
          ),
        )}
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

function Sums({ filing }: { filing: FiledValues }) {
  const { coretax, addRate } = reviewText()
  const { currency } = filing
  const sums = [
    [coretax.taxBase, filing.tax_base],
    [coretax.otherTaxBase, filing.other_tax_base],
    [coretax.tax, filing.tax],
  ] as const
  return (
    <dl className="col-span-full grid grid-cols-3 gap-x-3 rounded-lg border border-line bg-surface px-3 py-2">
      {sums.map(([name, amount]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-ink-soft">{name}</dt>
          <dd className="text-sm wrap-anywhere tabular-nums">
            {currency === undefined
              ? formatDecimalText(amount)
              : `${currency} ${formatDecimalText(amount)}`}
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
