import { AppError } from '../domain/errors/app-error.ts'
import type { CacheStore } from './store.ts'

/** Serves the last response while the database is down (stale-if-error). A stored null counts as no response. */
export interface StaleCache {
  /** Returns the result of `load` or, while the database is unavailable, its last result. */
  read<Body>(key: string, seconds: number, load: () => Promise<Body>): Promise<Body>
}

export function createStaleCache(store: CacheStore): StaleCache {
  async function readStale<Body>(key: string): Promise<Body | undefined> {
    const found = await store.get([key]).catch(() => undefined)
    const text = found?.[0]
    return text === undefined ? undefined : ((JSON.parse(text) as Body | null) ?? undefined)
  }

  return {
    async read<Body>(key: string, seconds: number, load: () => Promise<Body>) {
      try {
        const response = await load()
        await store.set(key, JSON.stringify(response), seconds).catch(() => undefined)
        return response
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error
        const stale = await readStale<Body>(key)
        if (stale === undefined) throw error
        return stale
      }
    },
  }
}
