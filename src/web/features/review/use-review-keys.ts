import { useEffect, useRef } from 'react'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { candidateKey, listCandidates, maxCandidates } from './fields/candidates.ts'
import type { ReviewUiState } from './use-review-state.ts'

interface ReviewKeysOptions {
  ui: ReviewUiState
  undo: () => void
  redo: () => void
  approve: () => void
}

/** Handles the shortcuts of the page. Fields handle Enter, Tab and Ctrl+Z themselves. */
export function useReviewKeys({ ui, undo, redo, approve }: ReviewKeysOptions): void {
  const { keys } = reviewText()
  const { focusNextOpen, tabsThroughAll, setTabsThroughAll } = ui
  useShortcuts([
    { keys: 'Enter', label: keys.enter },
    { keys: 'Tab', label: keys.tab },
    { keys: 'j', label: keys.next, run: () => focusNextOpen(1) },
    { keys: 'k', label: keys.before, run: () => focusNextOpen(-1) },
    { keys: 'a', label: keys.all, run: () => setTabsThroughAll(!tabsThroughAll) },
    { keys: 'u', label: keys.undo, run: undo },
    { keys: 'r', label: keys.redo, run: redo },
    { keys: `Alt+1–${maxCandidates}`, label: keys.choose },
    { keys: '↑↓←→', label: keys.arrows },
    { keys: 'Ctrl+Enter', label: keys.approve },
    { keys: 'Ctrl+Z', label: keys.undo },
    { keys: 'Ctrl+Shift+Z', label: keys.redo },
  ])
  const latest = useRef({ ui, undo, redo, approve })
  useEffect(() => {
    latest.current = { ui, undo, redo, approve }
  })
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (chooseByKey(event, latest.current.ui)) return
      const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey
      if (!isOurs || document.querySelector('dialog[open]')) return
      const key = event.key.toLowerCase()
      if (key === 'enter') {
        event.preventDefault()
        commitTyping()
        latest.current.approve()
      }
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) latest.current.redo()
      else latest.current.undo()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Selects a candidate for the current field with a key; returns whether it did. */
function chooseByKey(event: KeyboardEvent, { reading, current, choose }: ReviewUiState): boolean {
  const index = candidateKey(event)
  if (index === undefined || document.querySelector('dialog[open]')) return false
  const candidate = listCandidates(reading, current)[index]
  if (!candidate) return false
  event.preventDefault()
  choose(current, candidate)
  return true
}

/**
 * Applies the text being typed by removing the focus: a directory field adopts its text only when it loses the focus.
 */
function commitTyping(): void {
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
}
