import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { meetRoutes } from '../../../domain/api/routes/meets.ts'
import { client } from '../../api/client.ts'
import { uploadQueue } from '../../uploads/app-uploads.ts'
import { findUrls } from '../../uploads/check-source.ts'
import { uiText } from '../../i18n/ui-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { FoundLinks } from './found-links.tsx'
import { Form } from '../../ui/forms/form.tsx'

/** Adds PDFs by URL, or finds them on a swim meet page. */
export default function AddFromWeb({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [isInvalid, setIsInvalid] = useState(false)
  const find = useMutation({
    mutationFn: (url: string) => client.call(meetRoutes.discoverHeatSheets, { body: { url } }),
  })
  const urls = findUrls(text)
  function withUrls(act: (first: string) => void): void {
    const [first] = urls
    setIsInvalid(first === undefined)
    if (first !== undefined) act(first)
  }
  function add(chosen: readonly string[]): void {
    uploadQueue.add(chosen)
    onClose()
  }
  return (
    <Dialog heading={uiText.web.heading} onClose={onClose}>
      <Form onSubmit={() => withUrls(() => add(urls))}>
        <UrlField text={text} isInvalid={isInvalid} onChange={setText} />
        <div className="flex flex-wrap gap-3 pt-4">
          <button type="submit" className={buttonClass.primary}>
            {uiText.web.add}
          </button>
          <button
            type="button"
            className={buttonClass.secondary}
            disabled={find.isPending}
            onClick={() => withUrls(find.mutate)}
          >
            {find.isPending ? uiText.web.finding : uiText.web.find}
          </button>
        </div>
        <ErrorMessage error={find.error} className="pt-3 text-sm" />
      </Form>
      {find.data && <FoundLinks key={find.data.page.url} discovery={find.data} onAdd={add} />}
    </Dialog>
  )
}

interface UrlFieldProps {
  text: string
  isInvalid: boolean
  onChange: (text: string) => void
}

function UrlField({ text, isInvalid, onChange }: UrlFieldProps) {
  const hintId = useId()
  return (
    <>
      <label className="block">
        <span className="mb-1 block text-sm font-medium">{uiText.web.label}</span>
        <textarea
          className="field w-full py-2"
          rows={2}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={uiText.web.placeholder}
          value={text}
          aria-invalid={isInvalid}
          aria-describedby={hintId}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </label>
      <p
        id={hintId}
        role={isInvalid ? 'alert' : undefined}
        className={`pt-1 text-sm ${isInvalid ? 'text-fail' : 'text-ink-soft'}`}
      >
        {isInvalid ? uiText.web.invalidUrl : uiText.web.hint}
      </p>
    </>
  )
}
