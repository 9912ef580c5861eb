import { createStore, type Store } from './store.ts'

/**
 * Creates a store that uses local storage and is shared between tabs. If storage is unavailable, its value lasts until
 * the page closes. `read` returns undefined for invalid content.
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
        // Storage is unavailable or full, so the value lasts until the page closes.
      }
    },
  }
}

export function parseOption<Word extends string>(options: readonly Word[]) {
  return (stored: unknown): Word | undefined => options.find((word) => word === stored)
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
