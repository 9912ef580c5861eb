/** Key-value cache whose entries may vanish at any time. Rejects when unavailable. */
export interface CacheStore {
  /** Returns values in key order; undefined for missing keys. */
  get(keys: string[]): Promise<(string | undefined)[]>
  set(key: string, value: string, seconds: number): Promise<void>
}

const maxEntries = 10_000

/** Per process; evicts the oldest entries first. */
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
