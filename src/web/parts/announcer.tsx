import { spoken } from '../news.ts'
import { useStore } from '../store.ts'

/** Where screen readers listen for what happens elsewhere on the page. */
export function Announcer() {
  return (
    <output aria-live="polite" className="sr-only">
      {useStore(spoken)}
    </output>
  )
}
