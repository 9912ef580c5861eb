import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { FiledParty } from '../../../../domain/invoice/invoice.ts'
import { type Reason, toFilingRule } from '../../../../domain/invoice/review-reasons.ts'
import { type FieldKind, isDirectoryKind, fieldLabel } from './fields.ts'
import { findFiledNumber, isConfirmable } from './field-status.ts'
import { isMissingNumber, missingRateCode } from '../../../jobs/missing-numbers-link.tsx'
import { jobText } from '../../../i18n/job-text.ts'
import { reviewText } from '../../../i18n/review-text.ts'
import { CandidateList } from './candidate-list.tsx'
import { DirectoryInput } from './directory-input.tsx'
import { FiledNumber } from './filed-number.tsx'
import { Reasons } from './reasons.tsx'
import { useReview } from './review-context.ts'
import { FieldStatusMark, statusStyles } from './field-status-mark.tsx'
import { useField } from './use-field.ts'

interface FieldProps {
  path: string
  kind: FieldKind
  /** Visible label. The accessible name also includes the line. */
  label?: string
  className?: string
  /** The value that applies while the field is empty. */
  placeholder?: string | undefined
  /** ID of a datalist with suggestions. */
  list?: string
}

const isNumeric = (kind: FieldKind) => kind === 'amount' || kind === 'number'

/** Edits one value, and shows its status and reasons. */
export function Field({
  path,
  kind,
  label = fieldLabel(path),
  className = '',
  ...rest
}: FieldProps) {
  const id = useId()
  const { reading, openAt, statusAt, tabsThroughAll, current } = useReview()
  const field = useField(path, kind)
  const open = openAt(path)
  const status = statusAt(path)
  const { field: fieldClass } = statusStyles[status]
  const isStop = tabsThroughAll || open.length > 0 || field.error !== undefined
  const inputProps = {
    id,
    ref: field.input,
    value: field.text,
    tabIndex: isStop ? 0 : -1,
    'data-path': path,
    'aria-label': fieldLabel(path),
    'aria-invalid': field.error !== undefined,
    'aria-describedby': `${id}-about`,
    className: `field w-full scroll-mt-[44dvh] scroll-mb-28 lg:scroll-mt-16 sm:min-h-9 sm:text-sm ${fieldClass} ${isNumeric(kind) ? 'px-2 text-right sm:px-1.5' : 'sm:px-2'}`,
    onFocus: field.onFocus,
    onBlur: field.onBlur,
    onPaste: field.onPaste,
  }
  return (
    <div data-current={current === path ? '' : undefined} className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="flex items-center gap-1 pb-0.5 text-xs text-ink-soft">
        <span className="truncate">{label}</span>
        <FieldStatusMark status={status} />
      </label>
      {isDirectoryKind(kind) ? (
        <DirectoryInput path={path} kind={kind} field={field} inputProps={inputProps} />
      ) : (
        <input
          {...inputProps}
          type={kind === 'day' ? 'date' : 'text'}
          inputMode={isNumeric(kind) ? 'decimal' : undefined}
          autoComplete="off"
          placeholder={filedPlaceholder(findFiledNumber(reading, path))}
          {...rest}
          onKeyDown={field.onKeyDown}
          onChange={({ currentTarget }) => field.change(currentTarget.value)}
        />
      )}
      <FieldNotes id={`${id}-about`} path={path} open={open} error={field.error} />
      <FiledNumber path={path} />
      <CandidateList path={path} kind={kind} />
    </div>
  )
}

/** Returns the number that will be filed if the field stays empty. */
function filedPlaceholder(filed: FiledParty | undefined): string | undefined {
  return filed?.tin ?? filed?.document_number ?? undefined
}

/** Links to the page on which the missing number or rate can be entered for all invoices. */
function ReasonPage({ reasons }: { reasons: readonly Reason[] }) {
  const { tabsThroughAll } = useReview()
  const link = { tabIndex: tabsThroughAll ? 0 : -1, className: 'text-accent underline' }
  const codes = reasons.map((reason) => toFilingRule(reason).code)
  if (codes.some(isMissingNumber)) {
    return (
      <Link to="/directory/missing" {...link}>
        {jobText().job.addNumbers}
      </Link>
    )
  }
  if (codes.includes(missingRateCode)) {
    return (
      <Link to="/directory" search={{ show: 'rates' }} {...link}>
        {reviewText().addRate}
      </Link>
    )
  }
  return null
}

interface FieldNotesProps {
  id: string
  path: string
  open: readonly Reason[]
  error: string | undefined
}

/** Shows the reasons and, if the value was changed, the printed text. */
function FieldNotes({ id, path, open, error }: FieldNotesProps) {
  const { reading, statusAt, current } = useReview()
  const status = statusAt(path)
  const printed = status === 'changed' ? reading.evidence[path]?.text : undefined
  return (
    <div id={id} className="text-xs">
      <span className="sr-only">{reviewText().fieldStatus[status]}.</span>
      {error !== undefined && <p className="pt-0.5 text-fail">{error}</p>}
      <Reasons reasons={open} path={path} />
      <ReasonPage reasons={open} />
      {current === path && isConfirmable(open) && (
        <p className="pt-0.5 text-ink-soft">{reviewText().confirmHint}</p>
      )}
      {printed !== undefined && printed !== '' && (
        <p className="pt-0.5 text-ink-soft wrap-anywhere">{reviewText().printed(printed)}</p>
      )}
    </div>
  )
}
