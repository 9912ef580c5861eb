import { announcement } from '../ui/announcements.ts'
import { useStore } from '../store/store.ts'

/** The live region. Screen readers announce its text. */
export function Announcer() {
  return (
    <output aria-live="polite" className="sr-only">
      {useStore(announcement)}
    </output>
  )
}
