import { createStore, type Store } from './store.ts'

/**
 * A choice that this device remembers, in local storage; where there is none, it lasts as long as the page. What
 * `read` does not know (undefined) counts as never chosen. Other tabs follow.
 */
export function remembered<Value>(
  name: string,
  fallback: Value,
  read: (kept: unknown) => Value | undefined,
): Store<Value> {
  const key = `docket.${name}`
  const kept = () => read(parsed(itemOf(key))) ?? fallback
  const store = createStore(kept())
  globalThis.addEventListener?.('storage', (event) => {
    if ((event as StorageEvent).key === key) store.set(kept())
  })
  return {
    ...store,
    set(value) {
      store.set(value)
      try {
        localStorage.setItem(key, JSON.stringify(value))
      } catch {
        // No storage, or no room: the choice holds until the page is closed.
      }
    },
  }
}

/** Reads one of several words. */
export function oneOf<Word extends string>(words: readonly Word[]) {
  return (kept: unknown): Word | undefined => words.find((word) => word === kept)
}

function itemOf(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
