import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { memoryRateLimiter, type Quota, type RateLimiter } from '../../src/cache/rate-limiter.ts'
import { memoryStore, type CacheStore } from '../../src/cache/store.ts'
import {
  connectCache,
  hasRedis,
  needsRedis,
  waitUntilReachable,
  redisForTest,
} from '../support/servers/redis.ts'

interface Adapter {
  store: CacheStore
  rates: RateLimiter
}

const adapters: Record<string, () => Promise<Adapter>> = {
  memory: async () => ({ store: memoryStore(), rates: memoryRateLimiter() }),
  // Skipped if Redis is not installed. `npm test` installs it on Debian as root.
  ...(hasRedis && {
    Redis: async () => {
      const cache = await connectCache(await redisForTest())
      return { store: cache.store, rates: cache.rateLimiter(memoryRateLimiter()) }
    },
  }),
}

/**
 * Runs `ask` with fake timers, because Docket waits only briefly for Redis: if the event loop is blocked, that wait
 * ends before the response is noticed.
 */
async function withLongTimeout<Body>(ask: () => Promise<Body>): Promise<Body> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    return await ask()
  } finally {
    vi.useRealTimers()
  }
}

describe.each(Object.entries(adapters))('a cache in %s', (_, open) => {
  it('returns stored values until they expire', async () => {
    const { store } = await open()
    await withLongTimeout(() => store.set('a', 'ä "1"', 60))
    await withLongTimeout(() => store.set('short', 'x', 0.05))
    expect(await withLongTimeout(() => store.get(['none', 'a']))).toEqual([undefined, 'ä "1"'])
    await sleep(100)
    expect(await withLongTimeout(() => store.get(['short']))).toEqual([undefined])
  })

  it('enforces a sliding-window limit', async () => {
    const { rates } = await open()
    const take = (key: string, of: Quota) => withLongTimeout(() => rates.take(key, of))
    const quota = { limit: 3, seconds: 60 }
    const decisions = await withLongTimeout(() =>
      Promise.all(Array.from({ length: 20 }, () => rates.take('ada', quota))),
    )
    expect(decisions.filter(({ isAllowed }) => isAllowed)).toHaveLength(3)
    expect(decisions.map(({ remaining }) => remaining).slice(0, 4)).toEqual([2, 1, 0, 0])
    expect(Math.max(...decisions.map(({ wait_seconds }) => wait_seconds))).toBe(60)
    expect((await take('bob', quota)).isAllowed).toBe(true)
    await sleep(100)
    expect((await take('ada', quota)).isAllowed).toBe(false)
    expect((await take('ada', { ...quota, seconds: 0.05 })).isAllowed).toBe(true)
  })
})

describe('Redis', needsRedis, () => {
  it('shares limits between processes', async () => {
    const redis = await redisForTest()
    const quota = { limit: 4, seconds: 60 }
    const processes = await Promise.all([1, 2, 3].map(() => connectCache(redis)))
    const limits = processes.map((one) => one.rateLimiter(memoryRateLimiter()))
    const decisions = await withLongTimeout(() =>
      Promise.all(limits.flatMap((rates) => [1, 2, 3].map(() => rates.take('ada', quota)))),
    )
    expect(decisions.filter(({ isAllowed }) => isAllowed)).toHaveLength(4)
  })

  it('is replaced by local limits immediately when killed, and used again when it returns', async () => {
    const redis = await redisForTest()
    const cache = await connectCache(redis)
    const rates = cache.rateLimiter(memoryRateLimiter())
    const quota = { limit: 1, seconds: 60 }
    expect((await withLongTimeout(() => rates.take('ada', quota))).isAllowed).toBe(true)
    await redis.kill()
    expect((await rates.take('ada', quota)).isAllowed).toBe(true)
    expect((await rates.take('ada', quota)).isAllowed).toBe(false)
    await expect(cache.store.get(['a'])).rejects.toThrow()
    await redis.start()
    await waitUntilReachable(cache)
    const key = randomUUID()
    await withLongTimeout(() => cache.store.set(key, 'back', 60))
    expect(await withLongTimeout(() => cache.store.get([key]))).toEqual(['back'])
  })

  it('delays requests only briefly when it hangs', async () => {
    const redis = await redisForTest()
    const cache = await connectCache(redis)
    redis.freeze()
    await expect(cache.store.get(['a'])).rejects.toThrow('timed out')
    redis.thaw()
    await waitUntilReachable(cache)
  })
})
