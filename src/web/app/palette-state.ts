import { createStore } from '../store/store.ts'

/** Whether the command palette is open, or opens as soon as it is loaded. */
export const isPaletteOpen = createStore(false)

/** Ctrl+K or Command+K works in text fields too, but not over another dialog. */
export function openPaletteByKey(event: KeyboardEvent): void {
  const isCommand = event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey
  if (!isCommand || event.key.toLowerCase() !== 'k') return
  event.preventDefault()
  if (document.querySelector('dialog[open]') === null) isPaletteOpen.set(true)
}
