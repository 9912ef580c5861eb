import { announcement } from '../ui/announcements.ts'
import { useStore } from '../store/store.ts'

/** Where screen readers listen for what happens elsewhere on the page. */
export function Announcer() {
  return (
    <output aria-live="polite" className="sr-only">
      {useStore(announcement)}
    </output>
  )
}
