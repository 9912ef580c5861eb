import { Sparkles } from 'lucide-react'
import type { LanguageModelUse } from '../../domain/invoice/invoice.ts'
import { jobText } from '../i18n/job-text.ts'

/** Says that text from the document was sent to a language model. */
export function LanguageModelNote({ use }: { use: LanguageModelUse | undefined }) {
  if (!use) return null
  const { sent, noAnswer, notOnPage } = jobText().languageModel
  return (
    <p role="note" className="flex gap-1.5 text-sm text-ink-soft">
      <Sparkles aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="wrap-anywhere">
        {sent(use.model)}
        {!use.answered && ` ${noAnswer}`}
        {use.not_on_page > 0 && ` ${notOnPage(use.not_on_page)}`}
      </span>
    </p>
  )
}
