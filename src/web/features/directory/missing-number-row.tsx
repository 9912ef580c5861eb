import { Link } from '@tanstack/react-router'
import { type ClipboardEvent, useId } from 'react'
import type { MissingNumber } from '../../../domain/api/routes/missing-numbers.ts'
import {
  findNpwpDoubts,
  findNpwpFault,
  isNik,
  normaliseNpwp,
} from '../../../domain/invoice/tax-numbers.ts'
import type { RenderedMessage } from '../../../domain/messages/message.ts'
import { directoryText } from '../../i18n/directory-text.ts'
import { faultSentence, messageText } from '../../i18n/message-text.ts'

interface MissingNumberRowProps {
  company: MissingNumber
  value: string
  /** Another company with the same number. */
  twin: string | undefined
  /** Why the server did not save the number. */
  rejection: RenderedMessage | undefined
  onChange: (value: string) => void
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void
}

/** Shows a company with its waiting invoices and a field for its NPWP. */
export function MissingNumberRow(props: MissingNumberRowProps) {
  const { company, value, onChange, onPaste } = props
  const { name, spellings, invoice_count, approved_count, role, job_id } = company
  const texts = directoryText().missing
  const noteId = useId()
  const note = describe(props)
  const others = spellings.filter((spelling) => spelling !== name)
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 md:grid-cols-[minmax(0,1fr)_22rem] md:items-start">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-ink-soft">
          <Link
            to="/review/$id"
            params={{ id: job_id }}
            className="text-accent underline underline-offset-4"
          >
            {texts.invoices[role](invoice_count)}
          </Link>
          {approved_count > 0 && <> · {texts.approved(approved_count)}</>}
          {others.length > 0 && <> · {texts.spellings(others)}</>}
        </p>
      </div>
      <div>
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={100}
          className="field w-full"
          aria-label={texts.number(name)}
          placeholder="0000000000000000"
          value={value}
          aria-invalid={note?.isFault ?? false}
          aria-describedby={note ? noteId : undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onPaste={onPaste}
        />
        {note && (
          <p
            id={noteId}
            className={`pt-1 text-sm ${note.isFault ? 'text-fail' : note.isDoubt ? 'text-doubt' : 'text-ink-soft'}`}
          >
            {note.text}
          </p>
        )}
      </div>
    </li>
  )
}

/** Explains what is wrong or uncertain about a number, or where it comes from. */
function describe({ company: { printed }, value, twin, rejection }: MissingNumberRowProps) {
  const texts = directoryText().missing
  if (value === '') return undefined
  const fault = findNpwpFault(value)
  if (fault) return { isFault: true, isDoubt: false, text: faultSentence(texts.faults[fault]) }
  if (rejection)
    return { isFault: true, isDoubt: false, text: faultSentence(messageText(rejection)) }
  if (twin !== undefined) return { isFault: false, isDoubt: true, text: texts.sameNumber(twin) }
  const [doubt] = findNpwpDoubts(normaliseNpwp(value) ?? '')
  if (doubt) return { isFault: false, isDoubt: true, text: texts.doubts[doubt] }
  if (isNik(normaliseNpwp(value) ?? ''))
    return { isFault: false, isDoubt: false, text: texts.person }
  if (value === printed) return { isFault: false, isDoubt: false, text: texts.printed }
  return undefined
}
