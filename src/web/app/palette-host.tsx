import { useEffect } from 'react'
import CommandPalette from '../features/palette/command-palette.tsx'
import { words } from '../i18n/words.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { useStore } from '../store/store.ts'
import { isPaletteOpen } from './palette-state.ts'

/** Opens the command palette by key. Loaded after the page, which would otherwise grow by it. */
function PaletteHost() {
  useShortcuts([{ keys: 'Ctrl+K', label: words.nav.commands }])
  useEffect(() => {
    window.addEventListener('keydown', openByKey)
    return () => window.removeEventListener('keydown', openByKey)
  }, [])
  return useStore(isPaletteOpen) && <CommandPalette onClose={() => isPaletteOpen.set(false)} />
}

/** Ctrl+K or Command+K works in text fields too, but not over another dialog. */
function openByKey(event: KeyboardEvent): void {
  const isCommand = event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey
  if (!isCommand || event.key.toLowerCase() !== 'k') return
  event.preventDefault()
  if (document.querySelector('dialog[open]') === null) isPaletteOpen.set(true)
}

export default PaletteHost
