import { AppError } from '../domain/errors/errors.ts'
import type { CacheStore } from './store.ts'

/** Serves the last answer while the database is down (stale-if-error). */
export interface StaleCache {
  /** Returns what `load` returns, or its last result if the database is unavailable. */
  read<Answer>(key: string, seconds: number, load: () => Promise<Answer>): Promise<Answer>
}

export function createStaleCache(store: CacheStore): StaleCache {
  async function readStale<Answer>(key: string): Promise<Answer | undefined> {
    const found = await store.get([key]).catch(() => undefined)
    const text = found?.[0]
    return text === undefined ? undefined : (JSON.parse(text) as Answer)
  }

  return {
    async read<Answer>(key: string, seconds: number, load: () => Promise<Answer>) {
      try {
        const answer = await load()
        await store.set(key, JSON.stringify(answer), seconds).catch(() => undefined)
        return answer
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error
        const stale = await readStale<Answer>(key)
        if (stale === undefined) throw error
        return stale
      }
    },
  }
}
