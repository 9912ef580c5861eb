import { createStore } from '../store/store.ts'

/** `keys` holds `KeyboardEvent.key` names; a space separates a sequence, as in `g u`. */
export interface Shortcut {
  keys: string
  label: string
  /** If absent, the shortcut is only listed, and the page handles the key. */
  run?: () => void
}

/** Active shortcuts, in display order. */
export const shortcuts = createStore<readonly Shortcut[]>([])

export function registerShortcuts(added: readonly Shortcut[]): () => void {
  shortcuts.set([...shortcuts.get(), ...added])
  return () => shortcuts.set(shortcuts.get().filter((one) => !added.includes(one)))
}

/** In milliseconds: longest pause between the keys in a sequence. */
const sequenceMs = 1200

/** Returns the shortcut that a key press completes. */
export function createKeyMatcher(): (key: string, nowMs: number) => Shortcut | undefined {
  let previous: { key: string; at_ms: number } | undefined
  return (key, nowMs) => {
    const first = previous && nowMs - previous.at_ms < sequenceMs ? previous.key : undefined
    const sequence = first === undefined ? key : `${first} ${key}`
    // The shortcut registered last wins: dialogs and pages override the site.
    const match = shortcuts
      .get()
      .findLast(({ keys, run }) => run && (keys === sequence || keys === key))
    const startsSequence = shortcuts.get().some(({ keys }) => keys.startsWith(`${key} `))
    previous = !match && startsSequence ? { key, at_ms: nowMs } : undefined
    return match
  }
}
