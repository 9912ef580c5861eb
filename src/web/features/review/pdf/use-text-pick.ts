import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Box } from '../../../../domain/reading/reading.ts'
import type { OpenPage } from './pdf.ts'
import { findWordAt, joinWords, type PageWord, readWords } from './page-words.ts'

/** Minimum distance of a drag in points; a shorter movement is a click. */
const minDrag = 4

interface TextPickOptions {
  /** The page element; its size is the page size times `scale`. */
  frame: RefObject<HTMLElement | null>
  page: OpenPage
  scale: number
  onText: (word: PageWord) => void
}

/**
 * Lets the user pick text by clicking a word or dragging over an area. On touch screens, dragging scrolls the page
 * instead.
 */
export function useTextPick({ frame, page, scale, onText }: TextPickOptions) {
  const words = useWords(page)
  const start = useRef<[number, number]>(undefined)
  const [area, setArea] = useState<Box>()

  function position({ clientX, clientY }: PointerEvent): [number, number] {
    const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {}
    return [(clientX - left) / scale, (clientY - top) / scale]
  }

  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0) return
    start.current = position(event)
  }

  function onPointerMove(event: PointerEvent): void {
    if (!start.current || event.pointerType === 'touch') return
    const box = toBox(start.current, position(event))
    if (area === undefined && isClick(box)) return
    setArea(box)
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) {
      event.currentTarget.setPointerCapture(event.pointerId)
    }
  }

  function onPointerUp(event: PointerEvent): void {
    if (!start.current) return
    const [x, y] = position(event)
    const isOnBox = event.target instanceof Element && event.target.hasAttribute('data-box')
    const word = area ? joinWords(words, area) : isOnBox ? undefined : findWordAt(words, x, y)
    cancel()
    if (word) onText(word)
  }

  function cancel(): void {
    start.current = undefined
    setArea(undefined)
  }

  return {
    area,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: cancel },
  }
}

function useWords(page: OpenPage): readonly PageWord[] {
  const [words, setWords] = useState<readonly PageWord[]>([])
  useEffect(() => {
    let isGone = false
    // Text cannot be picked from a page whose text is unreadable.
    if (page)
      readWords(page).then(
        (found) => !isGone && setWords(found),
        () => undefined,
      )
    return () => {
      isGone = true
    }
  }, [page])
  return words
}

function toBox([x, y]: [number, number], [otherX, otherY]: [number, number]): Box {
  return [Math.min(x, otherX), Math.min(y, otherY), Math.max(x, otherX), Math.max(y, otherY)]
}

function isClick([left, top, right, bottom]: Box): boolean {
  return right - left < minDrag && bottom - top < minDrag
}
