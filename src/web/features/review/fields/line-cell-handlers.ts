import type { ClipboardEvent, KeyboardEvent } from 'react'
import { type Direction, isLineCell, parseBlock } from './line-grid.ts'
import type { ReviewContextValue } from './review-context.ts'

/** Handles arrow keys and pasting in the cells of line items. Does nothing in other fields. */
export function lineCellHandlers(
  path: string,
  review: Pick<ReviewContextValue, 'moveInGrid' | 'pasteBlock'>,
) {
  return {
    /** Moves to another cell. Returns whether there is one. */
    moveInGrid(event: KeyboardEvent): boolean {
      const direction = isLineCell(path) ? arrowDirection(event) : undefined
      if (direction === undefined || !review.moveInGrid(path, direction)) return false
      event.preventDefault()
      return true
    },
    onPaste(event: ClipboardEvent): void {
      const block = isLineCell(path) && parseBlock(event.clipboardData.getData('text/plain'))
      if (!block) return
      event.preventDefault()
      review.pasteBlock(path, block)
    },
  }
}

/**
 * Returns the direction in which a key leaves the cell. The left and right arrow keys leave it only at the edge of the
 * text, or if all text is selected.
 */
function arrowDirection({ key, shiftKey, currentTarget }: KeyboardEvent): Direction | undefined {
  if (!(currentTarget instanceof HTMLInputElement) || shiftKey) return undefined
  const { selectionStart: start, selectionEnd: end, value } = currentTarget
  const isAll = start === 0 && end === value.length
  if (key === 'ArrowUp') return 'up'
  if (key === 'ArrowDown') return 'down'
  if (key === 'ArrowLeft' && (isAll || end === 0)) return 'left'
  return key === 'ArrowRight' && (isAll || start === value.length) ? 'right' : undefined
}
