import { announcement } from '../ui/announcements.ts'
import { useStore } from '../store/store.ts'

/** The live region, whose text screen readers announce. */
export function Announcer() {
  return (
    <output aria-live="polite" className="sr-only">
      {useStore(announcement)}
    </output>
  )
}
