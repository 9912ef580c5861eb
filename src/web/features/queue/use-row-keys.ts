import { useEffect } from 'react'
import { isPageKey } from '../../keyboard/use-shortcuts.ts'

/**
 * Home and End jump. A browser would glide there, and stop half-way at the first row that turns out taller than
 * was thought, for the list then moves itself.
 */
export function useHomeEndKeys(): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key !== 'Home' && event.key !== 'End') return
      if (event.shiftKey || !isPageKey(event)) return
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
