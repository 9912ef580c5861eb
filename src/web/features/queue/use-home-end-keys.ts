import { useEffect } from 'react'
import { isShortcutEvent } from '../../keyboard/use-shortcuts.ts'

/**
 * Makes Home and End jump to the start and end of the list. Smooth scrolling would stop short if a row is taller than
 * estimated.
 */
export function useHomeEndKeys(): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key !== 'Home' && event.key !== 'End') return
      if (event.shiftKey || !isShortcutEvent(event)) return
      event.preventDefault()
      window.scrollTo({
        top: event.key === 'Home' ? 0 : document.documentElement.scrollHeight,
        behavior: 'instant',
      })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
