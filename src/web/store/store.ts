import { useSyncExternalStore } from 'react'

/** An observable value outside React. */
export interface Store<Value> {
  get: () => Value
  set: (value: Value) => void
  subscribe: (onChange: () => void) => () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

export function useStore<Value>({ get, subscribe }: Omit<Store<Value>, 'set'>): Value {
  return useSyncExternalStore(subscribe, get)
}
