import { createStore } from '../store/store.ts'

/** Whether the command palette is open. */
export const isPaletteOpen = createStore(false)
