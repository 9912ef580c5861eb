import type { ImportResponse } from '../../../domain/api/routes/directory.ts'
import { RejectedRows } from './rejected-rows.tsx'
import { directoryText } from '../../i18n/directory-text.ts'
import { buttonClass } from '../../ui/button-class.ts'

interface ImportPreviewProps {
  answer: ImportResponse
  isPending: boolean
  onImport: () => void
  onCancel: () => void
}

/**
 * Shows what an import would do: which column fills which field, how many entries change, and which rows are rejected.
 */
export function ImportPreview({ answer, isPending, onImport, onCancel }: ImportPreviewProps) {
  const texts = directoryText()
  const { created, changed, columns } = answer
  return (
    <section
      aria-label={texts.import.heading}
      className="basis-full rounded-xl border border-accent bg-surface px-4 py-3 text-sm"
    >
      <h2 className="text-base font-bold">{texts.import.heading}</h2>
      <dl className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[repeat(auto-fill,minmax(15rem,1fr))]">
        {columns
          .filter(({ header }) => header !== '')
          .map(({ header, field }) => (
            <div key={header} className="flex flex-wrap gap-x-2">
              <dt className="font-medium wrap-anywhere">{header}</dt>
              <dd className={field === null ? 'text-ink-soft' : ''}>
                → {field === null ? texts.import.ignored : (texts.fields[field] ?? field)}
              </dd>
            </div>
          ))}
      </dl>
      <p>{texts.import.preview(answer)}</p>
      <RejectedRows answer={answer} />
      <div className="flex flex-wrap gap-3 pt-3">
        <button
          type="button"
          className={buttonClass.primary}
          disabled={isPending || created + changed === 0}
          onClick={onImport}
        >
          {texts.import.start(created + changed)}
        </button>
        <button type="button" className={buttonClass.secondary} onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
    </section>
  )
}
