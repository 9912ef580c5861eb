import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Log } from '../domain/ports/log.ts'
import { withTimeout } from '../clock/timeouts.ts'
import type { Rates } from './rates.ts'
import type { Store } from './store.ts'

export interface RedisCache {
  store: Store
  /** Over all processes; while Redis is away, those of `fallback`. */
  rates(fallback: Rates): Rates
  close(): Promise<void>
}

const prefix = 'docket:'
const patienceMs = 250

/**
 * Redis, or any server that speaks as it does. Nothing waits for it for longer than a quarter of a second,
 * and nothing is queued for it: while it is away, everything here rejects at once.
 */
export function connectRedis(url: string, log: Log): RedisCache {
  const redis = new Redis(url, {
    keyPrefix: prefix,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    retryStrategy: (nth) => Math.min(100 * nth, 1_000),
  })
  tellTrouble(redis, log)
  return {
    store: {
      async get(keys) {
        const found = await withTimeout(redis.mget(keys), patienceMs)
        return found.map((value) => value ?? undefined)
      },
      async set(key, value, seconds) {
        const ms = Math.max(1, Math.round(seconds * 1000))
        await withTimeout(redis.set(key, value, 'PX', ms), patienceMs)
      },
    },
    rates: (fallback) => redisRates(redis, fallback),
    async close() {
      redis.disconnect()
    },
  }
}

/** Once when it goes and once when it is back, however often it is tried in between. */
function tellTrouble(redis: Redis, log: Log): void {
  let isAway = false
  redis.on('error', (error: Error) => {
    if (!isAway) log.warn({ err: error }, 'Redis unavailable: using local caches and rate limits')
    isAway = true
  })
  redis.on('ready', () => {
    if (isAway) log.info({}, 'Redis available again')
    isAway = false
  })
}

/** The moments of what was allowed, by the clock of Redis: in one step, so that no two take the last place. */
const takeScript = `
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local window = ARGV[2] * 1000000
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local count = redis.call('ZCARD', KEYS[1])
local limit = tonumber(ARGV[1])
local isAllowed = 0
if count < limit then
  redis.call('ZADD', KEYS[1], now, ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[2] * 1000)
  isAllowed = 1
  count = count + 1
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
local wait = window
if oldest[2] then wait = tonumber(oldest[2]) + window - now end
return { isAllowed, limit - count, wait }
`

function redisRates(redis: Redis, fallback: Rates): Rates {
  return {
    async take(key, quota) {
      const { limit, seconds } = quota
      try {
        const asked = redis.eval(takeScript, 1, `rates:${key}`, limit, seconds, randomUUID())
        const answer = await withTimeout(asked, patienceMs)
        const [isAllowed, remaining, waitMicros] = answer as [number, number, number]
        const wait_seconds = Math.max(1, Math.ceil(waitMicros / 1e6))
        return { isAllowed: isAllowed === 1, remaining, wait_seconds }
      } catch {
        return fallback.take(key, quota)
      }
    },
  }
}
