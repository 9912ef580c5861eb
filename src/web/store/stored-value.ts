import { createStore, type Store } from './store.ts'

/**
 * A choice that this device remembers, in local storage; where there is none, it lasts as long as the page. What
 * `read` does not know (undefined) counts as never chosen. Other tabs follow.
 */
export function storedValue<Value>(
  name: string,
  fallback: Value,
  read: (stored: unknown) => Value | undefined,
): Store<Value> {
  const key = `docket.${name}`
  const load = () => read(parseJsonOrUndefined(readItem(key))) ?? fallback
  const store = createStore(load())
  globalThis.addEventListener?.('storage', (event) => {
    if ((event as StorageEvent).key === key) store.set(load())
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
export function parseOption<Word extends string>(options: readonly Word[]) {
  return (kept: unknown): Word | undefined => options.find((word) => word === kept)
}

function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function parseJsonOrUndefined(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
