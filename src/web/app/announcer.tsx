import { announcement } from '../ui/announcements.ts'
import { useStore } from '../store/store.ts'

/** Live region for screen readers. */
export function Announcer() {
  return (
    <output aria-live="polite" className="sr-only">
      {useStore(announcement)}
    </output>
  )
}
