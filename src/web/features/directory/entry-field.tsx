import { Plus, X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { EntryDraft } from './entry-draft.ts'
import type { Field } from './entry-fields.ts'
import { directoryText } from '../../i18n/directory-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ActionButton } from '../../ui/action-button.tsx'

interface EntryFieldProps {
  field: Field
  draft: EntryDraft
  /** Validation error from the server. */
  error: string | undefined
  onChange: (draft: EntryDraft) => void
}

export function EntryField({ field, draft, error, onChange }: EntryFieldProps) {
  const { name, kind } = field
  const messages = directoryText()
  const hintId = useId()
  const ownHint = messages.hints[name] ?? (kind === 'list' ? messages.onePerLine : undefined)
  const hint = error ?? ownHint
  const describedBy = hint === undefined ? undefined : hintId
  const label = messages.fields[name] ?? name
  const hintElement = hint !== undefined && (
    <span
      id={hintId}
      lang={error === undefined ? undefined : 'en'}
      className={`block pt-1 text-sm ${error === undefined ? 'text-ink-soft' : 'text-fail'}`}
    >
      {hint}
    </span>
  )
  if (kind === 'codes') {
    return (
      <fieldset aria-describedby={describedBy}>
        <legend className="mb-1 text-sm font-medium">{label}</legend>
        <Codes draft={draft} onChange={onChange} />
        {hintElement}
      </fieldset>
    )
  }
  return (
    <label className="block">
      <span className="mb-1 block text-sm font-medium">{label}</span>
      <Control
        field={field}
        value={draft.texts[name] ?? ''}
        isInvalid={error !== undefined}
        describedBy={describedBy}
        onChange={(value) => onChange({ ...draft, texts: { ...draft.texts, [name]: value } })}
      />
      {hintElement}
    </label>
  )
}

interface ControlProps {
  field: Field
  value: string
  isInvalid: boolean
  describedBy: string | undefined
  onChange: (value: string) => void
}

function Control({ field, value, isInvalid, describedBy, onChange }: ControlProps) {
  const { name, kind, isNumeric, isRequired, options = [] } = field
  const messages = directoryText()
  const first = useInitialFocus(name === 'name' || name === 'code')
  const shared = {
    value,
    'aria-invalid': isInvalid,
    'aria-describedby': describedBy,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(currentTarget.value),
  }
  if (kind === 'list') {
    return (
      <textarea
        {...shared}
        rows={Math.max(2, value.split('\n').length)}
        className="field block w-full resize-y py-2"
      />
    )
  }
  if (kind === 'choice') {
    const kinds: Record<string, string> = messages.kinds
    return (
      <select {...shared} className="field w-full">
        {options.map((option) => (
          <option key={option} value={option}>
            {option === '' ? messages.none : (kinds[option] ?? option)}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      {...shared}
      ref={first}
      aria-required={isRequired}
      inputMode={isNumeric ? 'numeric' : undefined}
      maxLength={2000}
      autoComplete="off"
      className="field w-full"
    />
  )
}

/** Focuses the input when the form opens, if it is the first one. */
function useInitialFocus(isFirst: boolean) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const form = field.current?.form
    if (isFirst && field.current === form?.querySelector('input')) field.current?.focus()
  }, [isFirst])
  return field
}

type CodesProps = Pick<EntryFieldProps, 'draft' | 'onChange'>

/** Edits the buyer's customer numbers, with one row per seller. */
function Codes({ draft, onChange }: CodesProps) {
  const messages = directoryText()
  const list = useRef<HTMLDivElement>(null)
  const { codes } = draft
  const update = (changed: EntryDraft['codes']) => onChange({ ...draft, codes: changed })
  const set = (at: number, part: Partial<EntryDraft['codes'][number]>) =>
    update(codes.map((code, index) => (index === at ? { ...code, ...part } : code)))
  return (
    <div ref={list} className="grid gap-2">
      {codes.map((entry, index) => (
        // Rows are identified only by their index.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="flex gap-1.5">
          {(['seller', 'code'] as const).map((part) => (
            <input
              key={part}
              aria-label={messages[part](index + 1)}
              placeholder={messages[`${part}Short`]}
              autoComplete="off"
              className={`field w-full min-w-0 ${part === 'seller' ? 'flex-3' : 'flex-2'}`}
              value={entry[part]}
              onChange={({ currentTarget }) => set(index, { [part]: currentTarget.value })}
            />
          ))}
          <IconButton
            icon={X}
            label={messages.removeCode(index + 1)}
            size="size-4.5"
            className="mt-1 shrink-0"
            onClick={() => {
              update(codes.filter((_, at) => at !== index))
              list.current?.querySelector<HTMLElement>('button:last-of-type')?.focus()
            }}
          />
        </div>
      ))}
      <div>
        <ActionButton icon={Plus} onClick={() => update([...codes, { seller: '', code: '' }])}>
          {messages.addCode}
        </ActionButton>
      </div>
    </div>
  )
}
