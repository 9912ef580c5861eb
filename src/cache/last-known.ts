import { AppError } from '../domain/errors/errors.ts'
import type { Store } from './store.ts'

/** Remembers answers for as long as they may stand in for a database that is away. */
export interface LastKnown {
  /** What `load` gives; what it gave last, where the database cannot be asked. */
  ask<Answer>(key: string, seconds: number, load: () => Promise<Answer>): Promise<Answer>
}

export function createLastKnown(store: Store): LastKnown {
  async function remembered<Answer>(key: string): Promise<Answer | undefined> {
    const found = await store.get([key]).catch(() => undefined)
    const text = found?.[0]
    return text === undefined ? undefined : (JSON.parse(text) as Answer)
  }

  return {
    async ask<Answer>(key: string, seconds: number, load: () => Promise<Answer>) {
      try {
        const answer = await load()
        await store.set(key, JSON.stringify(answer), seconds).catch(() => undefined)
        return answer
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error
        const last = await remembered<Answer>(key)
        if (last === undefined) throw error
        return last
      }
    },
  }
}
