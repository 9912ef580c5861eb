import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { formatDecimalText } from '../../../i18n/locale/decimal-text.ts'
import { type FieldKind, isDirectoryKind } from './fields.ts'
import { valueAt } from './field-status.ts'
import { lineCellHandlers } from './line-cell-handlers.ts'
import { parseAmount } from '../../../i18n/locale/parse-amount.ts'
import { reviewText } from '../../../i18n/review-text.ts'
import { type ReviewContextValue, useReview } from './review-context.ts'

/** The text being typed, and why it is invalid, if it is. */
interface TypedEntry {
  text: string
  error: string | undefined
  editRound: number
}

/** Input state and event handlers for one field. */
export function useField(path: string, kind: FieldKind) {
  const review = useReview()
  const input = useRef<HTMLInputElement>(null)
  const { focusTarget, editRound, onFieldFocus, onFieldBlur, setInvalid } = review
  const [entry, setEntry] = useState<TypedEntry>()
  /** An undo discards the text that was typed before it. */
  const typed = entry?.editRound === editRound ? entry : undefined
  const error = typed?.error

  useFocusTarget(focusTarget, path, input)
  const { moveInGrid, onPaste } = lineCellHandlers(path, review)

  const setHasFocus = useFocusFlag(onFieldBlur)
  useInvalidMark(path, error !== undefined, setInvalid)

  /** Sets the value in the reading. Returns the reason if it is invalid. */
  function apply(text: string): string | undefined {
    const value = parseValue(text, kind, path)
    return value === undefined ? reviewText().notANumber : review.type(path, value)
  }

  /** Handles typing. The text of a directory search becomes a value only on blur. */
  const change = (text: string) =>
    setEntry({ text, editRound, error: isDirectoryKind(kind) ? undefined : apply(text) })

  /** Applies the typed text. Returns whether it is valid. */
  function commit(): boolean {
    const problem = typed && isDirectoryKind(kind) ? apply(typed.text) : error
    setEntry(typed && problem !== undefined ? { ...typed, error: problem } : undefined)
    return problem === undefined
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (moveInGrid(event)) return
    const by = event.shiftKey ? -1 : 1
    if (event.key === 'Enter') {
      event.preventDefault()
      if (!commit()) return
      if (by === 1 && !typed) review.confirm(path)
      // After the last field, the focus does not move, so the value is saved as if the user had left the field.
      if (!review.continueFrom(path, by)) onFieldBlur()
    } else if (event.key === 'Tab' && !review.tabsThroughAll) {
      if (review.moveFocus(path, by)) event.preventDefault()
    } else if (event.key === 'Escape' && typed) {
      if (error === undefined && !isDirectoryKind(kind)) review.undo()
      setEntry(undefined)
    }
  }

  return {
    input,
    isTyped: typed !== undefined,
    text: typed?.text ?? formatValue(valueAt(review.reading, path), kind),
    error,
    change,
    onPaste,
    onKeyDown,
    onFocus() {
      setHasFocus(true)
      onFieldFocus(path)
    },
    onBlur() {
      setHasFocus(false)
      commit()
      onFieldBlur()
    },
    /** Discards typed text. */
    reset: () => setEntry(undefined),
  }
}

/** Tracks the focus. React fires no blur event if a focused field unmounts, so the clean-up calls `onFieldBlur`. */
function useFocusFlag(onFieldBlur: () => void): (hasFocus: boolean) => void {
  const hasFocus = useRef(false)
  useEffect(() => {
    return () => {
      if (hasFocus.current) onFieldBlur()
    }
  }, [onFieldBlur])
  return (isFocused) => {
    hasFocus.current = isFocused
  }
}

function useFocusTarget(
  target: string | undefined,
  path: string,
  input: RefObject<HTMLInputElement | null>,
): void {
  useEffect(() => {
    if (target !== path || !input.current) return
    input.current.focus({ preventScroll: true })
    input.current.scrollIntoView({ block: 'center' })
    input.current.select()
  }, [target, path, input])
}

function useInvalidMark(
  path: string,
  isInvalid: boolean,
  setInvalid: ReviewContextValue['setInvalid'],
): void {
  useEffect(() => {
    setInvalid(path, isInvalid)
    return () => setInvalid(path, false)
  }, [path, isInvalid, setInvalid])
}

function parseValue(
  text: string,
  kind: FieldKind,
  path: string,
): string | number | boolean | null | undefined {
  if (text.trim() === '' && path.startsWith('data.')) return null
  if (text.trim() === '')
    return /\.(description|name)$/.test(path) && !isPartyPath(path) ? '' : null
  if (kind === 'whole') return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
  if (kind === 'flag') return { true: true, false: false }[text.trim().toLowerCase()]
  if (kind === 'number') return toNumber(parseAmount(text))
  return kind === 'amount' ? parseAmount(text) : text
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}

function isPartyPath(path: string): boolean {
  return /^(seller|buyer)\./.test(path)
}

function formatValue(value: unknown, kind: FieldKind): string {
  if (typeof value === 'number')
    return kind === 'number' ? formatDecimalText(String(value)) : String(value)
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return ''
  return kind === 'amount' ? formatDecimalText(value) : value
}
