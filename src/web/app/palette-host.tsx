import CommandPalette from '../features/palette/command-palette.tsx'
import { words } from '../i18n/words.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { useStore } from '../store/store.ts'
import { isPaletteOpen } from './palette-state.ts'

/** The command palette. It loads after the page, to keep the page small. */
function PaletteHost() {
  useShortcuts([{ keys: 'Ctrl+K', label: words.nav.commands }])
  return useStore(isPaletteOpen) && <CommandPalette onClose={() => isPaletteOpen.set(false)} />
}

export default PaletteHost
