import { BookPlus } from 'lucide-react'
import { useId, useState } from 'react'
import type { FiledParty } from '../../../../domain/invoice/invoice.ts'
import { findNitkuFault } from '../../../../domain/invoice/tax-numbers.ts'
import { reviewWords } from '../../../i18n/review-words.ts'
import { buttonClass } from '../../../ui/button-class.ts'
import { findFiledNumber, valueAt } from './field-status.ts'
import { useReview } from './review-context.ts'

/** Tax numbers that will be filed, their source, and a form that saves a new company to the directory. */
export function FiledNumber({ path }: { path: string }) {
  const { reading } = useReview()
  const filed = findFiledNumber(reading, path)
  if (!filed || filed.tin === null || filed.source === null) return null
  const { sources, numbers } = reviewWords().filed
  const name = valueAt(reading, path.replace(/tin$/, 'name'))
  return (
    <>
      <p className="pt-0.5 text-xs text-ink-soft wrap-anywhere">
        {numbers(filed.tin, filed.idtku, sources[filed.source])}
      </p>
      {filed.source !== 'directory' && typeof name === 'string' && (
        <SaveCompany key={filed.tin} path={path} name={name} filed={filed} />
      )}
    </>
  )
}

interface SaveCompanyProps {
  path: string
  name: string
  filed: FiledParty
}

/** Saves the company; a branch has its own NITKU. */
function SaveCompany({ path, name, filed: { tin, idtku } }: SaveCompanyProps) {
  const noteId = useId()
  const { saveParty, tabsThroughAll } = useReview()
  const [nitku, setNitku] = useState(idtku ?? '')
  const [isSaving, setIsSaving] = useState(false)
  const { nitkuLabel, nitkuFaults, save } = reviewWords().filed
  const digits = nitku.replace(/\D/g, '')
  const fault = findNitkuFault(digits, tin)
  const tabIndex = tabsThroughAll ? 0 : -1
  async function onSave(): Promise<void> {
    setIsSaving(true)
    await saveParty(path, { tin: tin ?? '', idtku: digits === `${tin}000000` ? null : digits })
    setIsSaving(false)
  }
  return (
    <div className="pt-1">
      <label className="block text-xs text-ink-soft">
        {nitkuLabel}
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          tabIndex={tabIndex}
          className="field mt-0.5 w-full sm:min-h-9 sm:px-2 sm:text-sm"
          value={nitku}
          aria-invalid={fault !== undefined}
          aria-describedby={noteId}
          onChange={({ currentTarget }) => setNitku(currentTarget.value)}
        />
      </label>
      <p id={noteId} className="pt-0.5 text-xs text-fail empty:hidden">
        {fault && nitkuFaults[fault]}
      </p>
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
