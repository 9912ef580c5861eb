import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatDecimalText } from '../../../i18n/locale/decimal-text.ts'
import { type FieldKind, isPicked } from './fields.ts'
import { valueAt } from './field-status.ts'
import { amountFrom } from './typed-amount.ts'
import { reviewWords } from '../../../i18n/review-words.ts'
import { useReviewing } from './review-context.ts'

/** What is being typed, and why it cannot stand there. */
interface Entry {
  text: string
  fault: string | undefined
  round: number
}

/** What a field shows, and what becomes of what is typed into it. */
export function useField(path: string, kind: FieldKind) {
  const reviewing = useReviewing()
  const input = useRef<HTMLInputElement>(null)
  const { wanted, round, arrive, leave, setInvalid } = reviewing
  const [entry, setEntry] = useState<Entry>()
  /** None where the field shows what the reading has; what was typed before something was undone is over. */
  const typed = entry?.round === round ? entry : undefined
  const fault = typed?.fault

  useEffect(() => {
    if (wanted !== path || !input.current) return
    input.current.focus({ preventScroll: true })
    input.current.scrollIntoView({ block: 'center' })
    input.current.select()
  }, [wanted, path])

  // A line that is scrolled out of sight takes its fields along, and nothing tells that they lost the focus.
  const hasFocus = useRef(false)
  useEffect(() => {
    return () => {
      if (hasFocus.current) leave()
    }
  }, [leave])

  useEffect(() => {
    setInvalid(path, fault !== undefined)
    return () => setInvalid(path, false)
  }, [path, fault, setInvalid])

  /** Puts it into the reading, or says why it cannot stand there. */
  function put(text: string): string | undefined {
    const value = valueOf(text, kind, path)
    return value === undefined ? reviewWords().notANumber : reviewing.type(path, value)
  }

  /** What is searched for is no value until the field is left. */
  function change(text: string): void {
    setEntry({ text, round, fault: isPicked(kind) ? undefined : put(text) })
  }

  /** Whether what is typed can stand. */
  function finish(): boolean {
    const wrong = typed && isPicked(kind) ? put(typed.text) : fault
    setEntry(typed && wrong !== undefined ? { ...typed, fault: wrong } : undefined)
    return wrong === undefined
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const by = event.shiftKey ? -1 : 1
    if (event.key === 'Enter') {
      event.preventDefault()
      if (!finish()) return
      if (by === 1 && !typed) reviewing.confirm(path)
      reviewing.step(path, by)
    } else if (event.key === 'Tab' && !reviewing.visitsAll) {
      if (reviewing.step(path, by)) event.preventDefault()
    } else if (event.key === 'Escape' && typed) {
      if (fault === undefined && !isPicked(kind)) reviewing.undo()
      setEntry(undefined)
    }
  }

  return {
    input,
    isTyped: typed !== undefined,
    text: typed?.text ?? shown(valueAt(reviewing.reading, path), kind),
    fault,
    change,
    onKeyDown,
    onFocus() {
      hasFocus.current = true
      arrive(path)
    },
    onBlur() {
      hasFocus.current = false
      finish()
      leave()
    },
    /** Shows again what the reading has. */
    reset: () => setEntry(undefined),
  }
}

function valueOf(text: string, kind: FieldKind, path: string): string | number | null | undefined {
  if (text.trim() === '') return /\.(description|name)$/.test(path) && !isParty(path) ? '' : null
  if (kind === 'whole') return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
  return kind === 'amount' ? amountFrom(text) : text
}

function isParty(path: string): boolean {
  return /^(seller|buyer)\./.test(path)
}

function shown(value: unknown, kind: FieldKind): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  return kind === 'amount' ? formatDecimalText(value) : value
}
