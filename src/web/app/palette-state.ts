import { createStore } from '../store/store.ts'

/** True if the command palette is open, or opens once it is loaded. */
export const isPaletteOpen = createStore(false)

/** Opens the palette with Ctrl+K or Command+K, even in a text field, but not on top of another dialog. */
export function openPaletteByKey(event: KeyboardEvent): void {
  const isCommand = event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey
  if (!isCommand || event.key.toLowerCase() !== 'k') return
  event.preventDefault()
  if (document.querySelector('dialog[open]') === null) isPaletteOpen.set(true)
}
