import { useMutation } from '@tanstack/react-query'
import { FileText, FlaskConical } from 'lucide-react'
import { useRef } from 'react'
import { setTrialPdf } from './mapping-edits.ts'
import { fetchSample } from '../../uploads/sample-pdf.ts'
import { mappingText } from '../../i18n/mapping-text.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { FileInput } from '../../ui/forms/file-input.tsx'
import { ActionButton } from '../../ui/action-button.tsx'

interface PdfPickerProps {
  pdf: { file: File } | undefined
  isReading: boolean
}

/** Lets the user select a PDF for testing the mapping. */
export function PdfPicker({ pdf, isReading }: PdfPickerProps) {
  const { pdf: messages } = mappingText()
  const input = useRef<HTMLInputElement>(null)
  const choose = useMutation({
    mutationFn: async (file: File | undefined) => setTrialPdf(file ?? (await fetchSample())),
  })
  return (
    <section
      aria-label={messages.heading}
      className="flex flex-wrap items-center gap-2 rounded-xl border border-line bg-surface p-3"
    >
      <ActionButton icon={FileText} look="secondary" onClick={() => input.current?.click()}>
        {pdf ? messages.another : messages.choose}
      </ActionButton>
      <ActionButton icon={FlaskConical} look="secondary" onClick={() => choose.mutate(undefined)}>
        {messages.sample}
      </ActionButton>
      <FileInput ref={input} accept=".pdf,application/pdf" onChoose={choose.mutate} />
      <p className="min-w-52 flex-1 text-sm text-ink-soft">
        <span className="wrap-anywhere">
          {pdf ? messages.tested(pdf.file.name) : messages.none}
        </span>{' '}
        {messages.hint}
      </p>
      <output className="text-sm text-ink-soft empty:hidden">
        {pdf && isReading && messages.reading}
      </output>
      <ErrorMessage error={choose.error} className="basis-full text-sm" />
    </section>
  )
}
