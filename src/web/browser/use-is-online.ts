import { useSyncExternalStore } from 'react'

/** What the browser believes about its connection; a server on the same machine needs none. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(onChange, () => navigator.onLine)
}

function onChange(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
