import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatDecimalText } from '../../readings/money.ts'
import type { FieldKind } from '../../review/fields.ts'
import { valueAt } from '../../review/standing.ts'
import { amountFrom } from '../../review/typed-amount.ts'
import { words } from '../../words/words.ts'
import { useReviewing } from './reviewing.ts'

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
  const { wanted, round, arrive, setInvalid } = reviewing
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

  useEffect(() => {
    setInvalid(path, fault !== undefined)
    return () => setInvalid(path, false)
  }, [path, fault, setInvalid])

  function change(text: string): void {
    const value = valueOf(text, kind, path)
    const wrong = value === undefined ? words.review.notANumber : reviewing.type(path, value)
    setEntry({ text, round, fault: wrong })
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const by = event.shiftKey ? -1 : 1
    if (event.key === 'Enter') {
      event.preventDefault()
      if (fault !== undefined) return
      if (by === 1) reviewing.confirm(path)
      reviewing.step(path, by)
    } else if (event.key === 'Tab' && !reviewing.visitsAll) {
      event.preventDefault()
      reviewing.step(path, by)
    } else if (event.key === 'Escape' && typed) {
      if (fault === undefined) reviewing.undo()
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
    onFocus: () => arrive(path),
    onBlur() {
      reviewing.leave()
      if (fault === undefined) setEntry(undefined)
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
