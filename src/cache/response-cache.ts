import { type Meter, noopMeter } from '../domain/ports/meter.ts'
import { createGenerations, type GenerationOptions, generationKey } from './generations.ts'
import type { CacheStore } from './store.ts'

/** Caches responses per owner for a short time. */
export interface ResponseCache {
  /**
   * Returns a response that is at most two seconds old, and never older than a change that this process has published.
   * Concurrent calls share one `load`.
   */
  read<Body>(owner: string, query: string, load: () => Promise<Body>): Promise<Body>
  /** Invalidates all of the owner's responses. Await this before publishing the change. */
  invalidate(owner: string): Promise<void>
  close(): Promise<void>
}

interface CachedResponse {
  generation: string
  answer: unknown
}

const ttlMs = 2_000

interface ResponseCacheOptions extends Omit<GenerationOptions, 'responseTtlMs'> {
  meter?: Meter
}

/**
 * Creates a cache that stores each response with the owner's generation, read before the response was loaded. A change
 * starts a new generation, so no process serves a response that was loaded before that change.
 */
export function createResponseCache(options: ResponseCacheOptions): ResponseCache {
  const { store, meter = noopMeter } = options
  const generations = createGenerations({ ...options, responseTtlMs: ttlMs })
  const coalesce = createCoalescer()

  async function lookup<Body>(owner: string, query: string, load: () => Promise<Body>) {
    const { changes, isSettled } = generations.get(owner)
    if (!isSettled) return coalesce(`${owner} ${query} ${changes}`, load)
    const key = `answers:${owner} ${query}`
    const found = await store.get([generationKey(owner), key]).catch(() => undefined)
    if (!found) return load()
    const [generation = '', text] = found
    const cached = text === undefined ? undefined : (JSON.parse(text) as CachedResponse)
    if (cached?.generation === generation) return cached.answer as Body
    const name = `${key} ${generation} ${changes}`
    return coalesce(name, () => loadAndStore(store, key, generation, load))
  }

  return {
    async read(owner, query, load) {
      let result = 'hit'
      const response = await lookup(owner, query, () => {
        result = 'miss'
        return load()
      })
      meter.count('cache', 1, { cache: 'answers', result })
      return response
    },
    invalidate: generations.advance,
    async close() {
      generations.close()
    },
  }
}

/** Loads and stores a response. Its lifetime starts before the load, so that a slow load does not extend it. */
async function loadAndStore<Body>(
  store: CacheStore,
  key: string,
  generation: string,
  load: () => Promise<Body>,
): Promise<Body> {
  const startedAt = performance.now()
  const response = await load()
  const leftMs = ttlMs - (performance.now() - startedAt)
  if (leftMs > 0) {
    const text = JSON.stringify({ generation, answer: response } satisfies CachedResponse)
    await store.set(key, text, leftMs / 1000).catch(() => undefined)
  }
  return response
}

function createCoalescer() {
  const loading = new Map<string, Promise<unknown>>()
  return function coalesce<Body>(name: string, load: () => Promise<Body>): Promise<Body> {
    const inFlight = loading.get(name) as Promise<Body> | undefined
    if (inFlight) return inFlight
    const started = load().finally(() => loading.delete(name))
    loading.set(name, started)
    return started
  }
}
