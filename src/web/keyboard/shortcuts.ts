import { createStore } from '../store/store.ts'

/** `g u`: one key after the other. A name of `KeyboardEvent.key`, with its case. */
export interface Shortcut {
  keys: string
  label: string
  /** None: the page itself listens for it, and it is only explained. */
  run?: () => void
}

/** Those that work on the page that is shown, in the order in which they are explained. */
export const shortcuts = createStore<readonly Shortcut[]>([])

export function registerShortcuts(added: readonly Shortcut[]): () => void {
  shortcuts.set([...shortcuts.get(), ...added])
  return () => shortcuts.set(shortcuts.get().filter((one) => !added.includes(one)))
}

/** How long the second key of two may take. */
const sequenceMs = 1200

/** Understands keys as they are pressed: what to run, if they mean something. */
export function createKeyMatcher(): (key: string, nowMs: number) => Shortcut | undefined {
  let previous: { key: string; at_ms: number } | undefined
  return (key, nowMs) => {
    const first = previous && nowMs - previous.at_ms < sequenceMs ? previous.key : undefined
    const sequence = first === undefined ? key : `${first} ${key}`
    // The latest wins: a dialog's or a page's own over those of the whole site.
    const match = shortcuts
      .get()
      .findLast(({ keys, run }) => run && (keys === sequence || keys === key))
    const startsSequence = shortcuts.get().some(({ keys }) => keys.startsWith(`${key} `))
    previous = !match && startsSequence ? { key, at_ms: nowMs } : undefined
    return match
  }
}
