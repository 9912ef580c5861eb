import CommandPalette from '../features/palette/command-palette.tsx'
import { uiText } from '../i18n/ui-text.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { useStore } from '../store/store.ts'
import { isPaletteOpen } from './palette-state.ts'

/** Loads the command palette after the page, to keep the page small. */
function PaletteHost() {
  useShortcuts([{ keys: 'Ctrl+K', label: uiText.nav.commands }])
  return useStore(isPaletteOpen) && <CommandPalette onClose={() => isPaletteOpen.set(false)} />
}

export default PaletteHost
