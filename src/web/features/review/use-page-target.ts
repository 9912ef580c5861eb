import { useCallback, useMemo, useState } from 'react'
import type { CorrectableReading } from '../../../domain/review/change.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { isDocumentShown } from './document-shown.ts'
import { type ValueLocation, locateValue } from './fields/locate-value.ts'
import { fieldLabel, findKind } from './fields/fields.ts'
import { toPickedValue } from './fields/picked-value.ts'
import type { PickedText } from './pdf/pdf-highlights.ts'
import type { ReviewContextValue } from './fields/review-context.ts'

export interface PageTarget extends Pick<ReviewContextValue, 'locate' | 'showReason' | 'choose'> {
  /** The position to highlight on the page. */
  target: ValueLocation | undefined
  /** Sets the current field to text from the page. */
  fillFromPage: (picked: PickedText) => void
}

interface FieldFocus extends Pick<ReviewContextValue, 'current' | 'focusField' | 'edit'> {
  setCurrent: (path: string) => void
  onError: (message: string) => void
}

/** A value and its position on the page. */
interface Choice extends PickedText {
  value: string | number
}

/**
 * Returns the position to highlight: that of the selected reason while its field is focused, otherwise that of the
 * focused field.
 */
export function usePageTarget(
  reading: CorrectableReading,
  { current, setCurrent, focusField, edit, onError }: FieldFocus,
): PageTarget {
  const [pointed, setPointed] = useState<{ field: string; place: ValueLocation | undefined }>()
  const locate = useCallback((path: string) => locateValue(reading, path), [reading])
  const target = useMemo(
    () => (pointed?.field === current && pointed.place) || locate(current),
    [pointed, current, locate],
  )
  function choose(path: string, { value, page, box, text }: Choice): void {
    setPointed(undefined)
    setCurrent(path)
    edit([{ op: 'set', path, value, location: { page, box, text } }])
  }
  return {
    target,
    fillFromPage(picked) {
      const { noField, noValue } = reviewText().pick
      const kind = findKind(reading, current)
      if (kind === undefined) return onError(noField)
      const value = toPickedValue(picked.text, kind)
      if (value === undefined) return onError(noValue(picked.text, fieldLabel(current)))
      choose(current, { ...picked, value })
    },
    locate,
    showReason(path, place) {
      setPointed({ field: path, place })
      setCurrent(path)
      if (place) isDocumentShown.set(true)
      // On a phone, focusing a field would open the keyboard, which covers the page.
      if (!place || !matchMedia('(pointer: coarse)').matches) focusField(path)
    },
    choose,
  }
}
