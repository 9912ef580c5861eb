import { CircleCheck, CircleX, Plus, Trash2 } from 'lucide-react'
import type { InvoiceReading } from '../../../domain/invoice/invoice.ts'
import { type FieldKind, headerFields, fieldLabel, totalFields } from './fields/fields.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { PageSection } from '../../ui/page-section.tsx'
import { render } from '../../../domain/i18n/render.ts'
import { currentLanguage } from '../../i18n/ui-text.ts'
import { LanguageModelNote } from '../../readings/language-model-note.tsx'
import { Field } from './fields/field.tsx'
import { DocumentReasons } from './fields/reasons.tsx'
import { CoretaxSection } from './coretax-section.tsx'
import { LineList } from './line-list.tsx'
import { useReview } from './fields/review-context.ts'

export function InvoiceForm({ invoice }: { invoice: InvoiceReading }) {
  return (
    <>
      <PageSection heading={reviewText().invoice}>
        <DocumentReasons />
        <LanguageModelNote use={invoice.language_model} />
        <div className="grid grid-cols-2 gap-x-3 gap-y-2 pt-1 sm:grid-cols-6">
          {headerFields.map(({ path, kind }) => (
            <Field key={path} path={path} kind={kind} className={headSpans[path] ?? ''} />
          ))}
        </div>
      </PageSection>
      <PageSection heading={reviewText().totals}>
        <Totals invoice={invoice} />
        <Checks checks={invoice.checks} />
      </PageSection>
      {invoice.filing && <CoretaxSection invoice={invoice} filing={invoice.filing} />}
      <PageSection heading={reviewText().lines(invoice.lines.length)}>
        <LineList invoice={invoice} />
      </PageSection>
    </>
  )
}

const headSpans: Record<string, string> = {
  number: 'col-span-2',
  date: 'sm:col-span-2',
  currency: 'sm:col-span-2',
  'seller.name': 'col-span-2 sm:col-span-3',
  'seller.tin': 'col-span-2 sm:col-span-3',
  'buyer.name': 'col-span-2 sm:col-span-3',
  'buyer.tin': 'col-span-2 sm:col-span-3',
  'buyer.code': 'col-span-2',
  'buyer.address': 'col-span-2 sm:col-span-4',
}

function Totals({ invoice }: { invoice: InvoiceReading }) {
  const { edit } = useReview()
  const { charges } = invoice.totals
  return (
    <>
      <div className="grid grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-3">
        {totalFields(invoice).map(({ path, kind }) => (
          <TotalField key={path} path={path} kind={kind} />
        ))}
      </div>
      <button
        type="button"
        className={buttonClass.quiet}
        onClick={() => {
          const path = `totals.charges.${charges.length}`
          edit([{ op: 'insert', path, value: { name: '', amount: '0' } }])
        }}
      >
        <Plus aria-hidden="true" className="size-4" />
        {reviewText().addCharge}
      </button>
    </>
  )
}

/** Shows a total. Charges and withheld amounts can be removed. */
function TotalField({ path, kind }: { path: string; kind: FieldKind }) {
  const { edit } = useReview()
  const entry = /^(totals\.(?:charges|withheld)\.\d+)\.amount$/.exec(path)?.[1]
  const field = <Field path={path} kind={kind} />
  if (entry === undefined) return field
  return (
    <div className="flex items-start gap-1 max-sm:col-span-2">
      <div className="min-w-0 flex-1">{field}</div>
      <IconButton
        icon={Trash2}
        label={reviewText().removeEntry(fieldLabel(path))}
        className="mt-4.5"
        onClick={() => edit([{ op: 'remove', path: entry }])}
      />
    </div>
  )
}

function Checks({ checks }: { checks: InvoiceReading['checks'] }) {
  const { passed: passedWord, failed, checkNames } = reviewText()
  if (checks.length === 0) return null
  return (
    <ul aria-label={reviewText().checks} className="space-y-0.5 pt-1 text-sm">
      {checks.map((check) => {
        const { name, passed } = check
        const Icon = passed ? CircleCheck : CircleX
        return (
          <li key={name} className={`flex gap-1.5 ${passed ? 'text-done' : 'text-fail'}`}>
            <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <p>
              <span className="font-medium">{checkNames[name]}</span>
              <span className="sr-only">{`: ${passed ? passedWord : failed}`}</span>
              <span className="text-ink-soft wrap-anywhere">
                {' · '}
                {render(check, currentLanguage.get())}
              </span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
