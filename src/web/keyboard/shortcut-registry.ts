import { createStore } from '../store/store.ts'

/** `keys` contains names from `KeyboardEvent.key`. A space separates the keys of a sequence, as in `g u`. */
export interface Shortcut {
  keys: string
  label: string
  /** Runs the shortcut. If absent, the shortcut is only listed, and the page itself handles the key. */
  run?: () => void
}

/** Active shortcuts, in the order in which they are listed. */
export const shortcuts = createStore<readonly Shortcut[]>([])

export function registerShortcuts(added: readonly Shortcut[]): () => void {
  shortcuts.set([...shortcuts.get(), ...added])
  return () => shortcuts.set(shortcuts.get().filter((one) => !added.includes(one)))
}

/** Longest pause between the keys of a sequence, in ms. */
const sequenceMs = 1200

/** Creates a function that returns the shortcut that a key press completes. */
export function createKeyMatcher(): (key: string, nowMs: number) => Shortcut | undefined {
  let previous: { key: string; at_ms: number } | undefined
  return (key, nowMs) => {
    const first = previous && nowMs - previous.at_ms < sequenceMs ? previous.key : undefined
    const sequence = first === undefined ? key : `${first} ${key}`
    // The last shortcut registered wins, so that dialogs and pages override the site's shortcuts.
    const match = shortcuts
      .get()
      .findLast(({ keys, run }) => run && (keys === sequence || keys === key))
    const startsSequence = shortcuts.get().some(({ keys }) => keys.startsWith(`${key} `))
    previous = !match && startsSequence ? { key, at_ms: nowMs } : undefined
    return match
  }
}
