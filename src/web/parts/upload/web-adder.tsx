import { useId, useState } from 'react'
import { outbox } from '../../app.ts'
import { addressesIn } from '../../uploads/check-file.ts'
import { words } from '../../words/words.ts'
import { buttonClass } from '../button.ts'
import { Dialog } from '../dialog.tsx'

/** Takes addresses of PDFs. */
export default function WebAdder({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const hintId = useId()
  function add(): void {
    const addresses = addressesIn(text)
    setIsWrong(addresses.length === 0)
    if (addresses.length === 0) return
    outbox.add(addresses)
    onClose()
  }
  return (
    <Dialog heading={words.web.heading} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <label className="block">
          <span className="mb-1 block text-sm font-medium">{words.web.label}</span>
          <textarea
            className="field w-full py-2"
            rows={3}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={words.web.placeholder}
            value={text}
            aria-invalid={isWrong}
            aria-describedby={hintId}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <p
          id={hintId}
          role={isWrong ? 'alert' : undefined}
          className={`pt-1 text-sm ${isWrong ? 'text-fail' : 'text-ink-soft'}`}
        >
          {isWrong ? words.web.noAddress : words.web.hint}
        </p>
        <div className="flex flex-wrap gap-3 pt-4">
          <button type="submit" className={buttonClass.primary}>
            {words.web.add}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
