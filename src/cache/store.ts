/** Key-value cache whose entries may disappear at any time. Rejects while it is unavailable. */
export interface CacheStore {
  /** Returns the values in the order of the keys, with undefined for missing keys. */
  get(keys: string[]): Promise<(string | undefined)[]>
  set(key: string, value: string, seconds: number): Promise<void>
}

const maxEntries = 10_000

/** Stores entries in this process, and evicts the oldest first. */
export function memoryStore(now: () => number = () => performance.now() / 1000): CacheStore {
  const entries = new Map<string, { value: string; until: number }>()
  return {
    async get(keys) {
      return keys.map((key) => {
        const found = entries.get(key)
        return found && found.until > now() ? found.value : undefined
      })
    },
    async set(key, value, seconds) {
      entries.delete(key)
      entries.set(key, { value, until: now() + seconds })
      const [oldest] = entries.keys()
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    },
  }
}
