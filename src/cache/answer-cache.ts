import { type Meter, noMeter } from '../domain/ports/meter.ts'
import { createGenerations, type GenerationOptions, generationKey } from './generations.ts'
import type { CacheStore } from './store.ts'

/** Short-lived cache of answers per owner. */
export interface AnswerCache {
  /**
   * Returns an answer at most two seconds old and never older than a change this process has published.
   * Concurrent calls share one `load`.
   */
  read<Answer>(owner: string, query: string, load: () => Promise<Answer>): Promise<Answer>
  /** Invalidates all answers of the owner. Await it before the change is published. */
  invalidate(owner: string): Promise<void>
  close(): Promise<void>
}

interface CachedAnswer {
  generation: string
  answer: unknown
}

const ttlMs = 2_000

interface AnswerCacheOptions extends Omit<GenerationOptions, 'answerTtlMs'> {
  meter?: Meter
}

/**
 * Each answer is stored with the owner's generation, read before the answer was loaded. A change starts a new
 * generation, so an answer loaded before the change never counts after it, in any process.
 */
export function createAnswerCache(options: AnswerCacheOptions): AnswerCache {
  const { store, meter = noMeter } = options
  const generations = createGenerations({ ...options, answerTtlMs: ttlMs })
  const coalesce = createCoalescer()

  async function lookup<Answer>(owner: string, query: string, load: () => Promise<Answer>) {
    const { changes, isSettled } = generations.get(owner)
    if (!isSettled) return coalesce(`${owner} ${query} ${changes}`, load)
    const key = `answers:${owner} ${query}`
    const found = await store.get([generationKey(owner), key]).catch(() => undefined)
    if (!found) return load()
    const [generation = '', text] = found
    const cached = text === undefined ? undefined : (JSON.parse(text) as CachedAnswer)
    if (cached?.generation === generation) return cached.answer as Answer
    const name = `${key} ${generation} ${changes}`
    return coalesce(name, () => loadAndStore(store, key, generation, load))
  }

  return {
    async read(owner, query, load) {
      let result = 'hit'
      const answer = await lookup(owner, query, () => {
        result = 'miss'
        return load()
      })
      meter.count('cache', 1, { cache: 'answers', result })
      return answer
    },
    invalidate: generations.advance,
    async close() {
      generations.close()
    },
  }
}

/** The TTL starts before the load: a slow answer is not kept longer. */
async function loadAndStore<Answer>(
  store: CacheStore,
  key: string,
  generation: string,
  load: () => Promise<Answer>,
): Promise<Answer> {
  const startedAt = performance.now()
  const answer = await load()
  const leftMs = ttlMs - (performance.now() - startedAt)
  if (leftMs > 0) {
    const text = JSON.stringify({ generation, answer } satisfies CachedAnswer)
    await store.set(key, text, leftMs / 1000).catch(() => undefined)
  }
  return answer
}

function createCoalescer() {
  const loading = new Map<string, Promise<unknown>>()
  return function coalesce<Answer>(name: string, load: () => Promise<Answer>): Promise<Answer> {
    const inFlight = loading.get(name) as Promise<Answer> | undefined
    if (inFlight) return inFlight
    const started = load().finally(() => loading.delete(name))
    loading.set(name, started)
    return started
  }
}
