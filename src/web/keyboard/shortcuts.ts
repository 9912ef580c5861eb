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
  let before: { key: string; at_ms: number } | undefined
  return (key, nowMs) => {
    const first = before && nowMs - before.at_ms < sequenceMs ? before.key : undefined
    const wanted = first === undefined ? key : `${first} ${key}`
    // The latest wins: a dialog's or a page's own over those of the whole site.
    const known = shortcuts
      .get()
      .findLast(({ keys, run }) => run && (keys === wanted || keys === key))
    const begins = shortcuts.get().some(({ keys }) => keys.startsWith(`${key} `))
    before = !known && begins ? { key, at_ms: nowMs } : undefined
    return known
  }
}
