import { BookPlus } from 'lucide-react'
import { useState } from 'react'
import { reviewWords } from '../../../i18n/review-words.ts'
import { buttonClass } from '../../../ui/button-class.ts'
import { findFiledNumber, valueAt } from './field-status.ts'
import { useReview } from './review-context.ts'

/** Tax numbers that will be filed, their source, and a button that saves a new company to the directory. */
export function FiledNumber({ path }: { path: string }) {
  const { reading, saveParty, tabsThroughAll } = useReview()
  const [isSaving, setIsSaving] = useState(false)
  const filed = findFiledNumber(reading, path)
  if (!filed || filed.tin === null || filed.source === null) return null
  const { sources, numbers, save } = reviewWords().filed
  const name = valueAt(reading, path.replace(/tin$/, 'name'))
  const { tin } = filed
  async function onSave(): Promise<void> {
    setIsSaving(true)
    await saveParty(path, tin ?? '')
    setIsSaving(false)
  }
  return (
    <>
      <p className="pt-0.5 text-xs text-ink-soft wrap-anywhere">
        {numbers(tin, filed.idtku, sources[filed.source])}
      </p>
      {filed.source !== 'directory' && typeof name === 'string' && (
        <button
          type="button"
          tabIndex={tabsThroughAll ? 0 : -1}
          disabled={isSaving}
          className={`${buttonClass.quiet} max-w-full px-0 whitespace-normal`}
          onClick={() => void onSave()}
        >
          <BookPlus aria-hidden="true" className="size-4 shrink-0" />
          <span className="min-w-0 text-left wrap-anywhere">{save(name)}</span>
        </button>
      )}
    </>
  )
}
