import { useCallback, useMemo, useState } from 'react'
import type { CorrectableReading } from '../../../domain/review/change.ts'
import { isDocumentShown } from './document-shown.ts'
import { type Located, locateValue } from './fields/locate-value.ts'
import type { ReviewContextValue } from './fields/review-context.ts'

export interface PageTarget extends Pick<ReviewContextValue, 'locate' | 'showReason' | 'choose'> {
  /** Highlighted position on the page. */
  target: Located | undefined
}

interface FieldFocus extends Pick<ReviewContextValue, 'current' | 'focusField' | 'edit'> {
  setCurrent: (path: string) => void
}

/** Position to highlight: the selected reason's while its field is current, otherwise the current field's. */
export function usePageTarget(
  reading: CorrectableReading,
  { current, setCurrent, focusField, edit }: FieldFocus,
): PageTarget {
  const [pointed, setPointed] = useState<{ field: string; place: Located | undefined }>()
  const locate = useCallback((path: string) => locateValue(reading, path), [reading])
  const target = useMemo(
    () => (pointed?.field === current && pointed.place) || locate(current),
    [pointed, current, locate],
  )
  return {
    target,
    locate,
    showReason(path, place) {
      setPointed({ field: path, place })
      setCurrent(path)
      if (place) isDocumentShown.set(true)
      // On a phone, focusing a field would open the keyboard, which covers the page.
      if (!place || !matchMedia('(pointer: coarse)').matches) focusField(path)
    },
    choose(path, { value, page, box, text }) {
      setPointed(undefined)
      setCurrent(path)
      edit([{ op: 'set', path, value, location: { page, box, text } }])
    },
  }
}
