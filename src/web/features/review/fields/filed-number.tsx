import { BookPlus } from 'lucide-react'
import { useId, useState } from 'react'
import type { FiledParty } from '../../../../domain/invoice/invoice.ts'
import { findNitkuFault, isNik, type NitkuFault } from '../../../../domain/invoice/tax-numbers.ts'
import { reviewText } from '../../../i18n/review-text.ts'
import { buttonClass } from '../../../ui/button-class.ts'
import { findFiledNumber, valueAt } from './field-status.ts'
import { useReview } from './review-context.ts'

/**
 * Shows the numbers that will be filed and their source, with a form that saves a new company or person to the
 * directory.
 */
export function FiledNumber({ path }: { path: string }) {
  const { reading } = useReview()
  const filed = findFiledNumber(reading, path)
  if (!filed) return null
  const name = valueAt(reading, path.replace(/tin$/, 'name'))
  return (
    <>
      <p className="pt-0.5 text-xs text-ink-soft wrap-anywhere">{describeFiled(filed)}</p>
      {filed.source !== 'directory' && filed.tin !== null && typeof name === 'string' && (
        <SaveCompany key={filed.tin} path={path} name={name} tin={filed.tin} idtku={filed.idtku} />
      )}
    </>
  )
}

/** Describes a number as an NPWP, a NIK or another document, with its source. */
function describeFiled({ tin, idtku, document, document_number, source }: FiledParty): string {
  const { sources, numbers, nik, otherDocument } = reviewText().filed
  const from = sources[source ?? 'default']
  if (tin === null) {
    const number = document_number ?? ''
    return document === 'National ID' ? nik(number, null, from) : otherDocument(number, from)
  }
  return (isNik(tin) ? nik : numbers)(tin, idtku, from)
}

interface SaveCompanyProps {
  path: string
  name: string
  tin: string
  idtku: string | null
}

/**
 * Saves a company or person to the directory. A branch has its own NITKU; a person may have a NIK that is not an NPWP.
 */
function SaveCompany({ path, name, tin, idtku }: SaveCompanyProps) {
  const { saveParty, tabsThroughAll } = useReview()
  const [nitku, setNitku] = useState(idtku ?? '')
  const [hasNpwp, setHasNpwp] = useState(true)
  const [isSaving, setIsSaving] = useState(false)
  const { save, withoutNpwp } = reviewText().filed
  const digits = nitku.replace(/\D/g, '')
  const fault = hasNpwp ? findNitkuFault(digits, tin) : undefined
  const tabIndex = tabsThroughAll ? 0 : -1
  async function onSave(): Promise<void> {
    setIsSaving(true)
    const numbers = hasNpwp
      ? { tin, idtku: digits === `${tin}000000` ? null : digits }
      : { document: 'National ID' as const, document_number: tin }
    await saveParty(path, numbers)
    setIsSaving(false)
  }
  return (
    <div className="pt-1">
      {isNik(tin) && path === 'buyer.tin' && (
        <label className="flex items-start gap-2 py-1 text-xs">
          <input
            type="checkbox"
            tabIndex={tabIndex}
            className="size-4 shrink-0 accent-accent"
            checked={!hasNpwp}
            onChange={({ currentTarget }) => setHasNpwp(!currentTarget.checked)}
          />
          {withoutNpwp}
        </label>
      )}
      {hasNpwp && (
        <NitkuField value={nitku} fault={fault} tabIndex={tabIndex} onChange={setNitku} />
      )}
      <button
        type="button"
        tabIndex={tabIndex}
        disabled={isSaving || fault !== undefined}
        className={`${buttonClass.quiet} max-w-full px-0 whitespace-normal`}
        onClick={() => void onSave()}
      >
        <BookPlus aria-hidden="true" className="size-4 shrink-0" />
        <span className="min-w-0 text-left wrap-anywhere">{save(name)}</span>
      </button>
    </div>
  )
}

interface NitkuFieldProps {
  value: string
  fault: NitkuFault | undefined
  tabIndex: number
  onChange: (value: string) => void
}

function NitkuField({ value, fault, tabIndex, onChange }: NitkuFieldProps) {
  const noteId = useId()
  const { nitkuLabel, nitkuFaults } = reviewText().filed
  return (
    <>
      <label className="block text-xs text-ink-soft">
        {nitkuLabel}
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          tabIndex={tabIndex}
          className="field mt-0.5 w-full sm:min-h-9 sm:px-2 sm:text-sm"
          value={value}
          aria-invalid={fault !== undefined}
          aria-describedby={noteId}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </label>
      <p id={noteId} className="pt-0.5 text-xs text-fail empty:hidden">
        {fault && nitkuFaults[fault]}
      </p>
    </>
  )
}
