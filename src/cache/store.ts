/** Texts that may vanish at any moment: whoever asks has another way to know. Rejects when it cannot be asked. */
export interface Store {
  /** In the order of the keys; undefined for what is not there. */
  get(keys: string[]): Promise<(string | undefined)[]>
  set(key: string, value: string, seconds: number): Promise<void>
}

const mostKept = 10_000

/** Within one process, and forgotten with it. The oldest go first when there are too many. */
export function memoryStore(now: () => number = () => performance.now() / 1000): Store {
  const kept = new Map<string, { value: string; until: number }>()
  return {
    async get(keys) {
      return keys.map((key) => {
        const found = kept.get(key)
        return found && found.until > now() ? found.value : undefined
      })
    },
    async set(key, value, seconds) {
      kept.delete(key)
      kept.set(key, { value, until: now() + seconds })
      const [oldest] = kept.keys()
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    },
  }
}
