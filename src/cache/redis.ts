import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Log } from '../domain/ports/log.ts'
import { withTimeout } from '../clock/timeouts.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { CacheStore } from './store.ts'

export interface RedisCache {
  store: CacheStore
  /** Returns a rate limiter that all processes share; it uses `fallback` while Redis is down. */
  rateLimiter(fallback: RateLimiter): RateLimiter
  close(): Promise<void>
}

const prefix = 'docket:'
const timeoutMs = 250

/**
 * Connects to Redis. No call waits longer than 250 ms and none is queued: while Redis is down, every call rejects
 * immediately.
 */
export function connectRedis(url: string, log: Log): RedisCache {
  const redis = new Redis(url, {
    keyPrefix: prefix,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(100 * attempt, 1_000),
  })
  logOutages(redis, log)
  return {
    store: {
      async get(keys) {
        const found = await withTimeout(redis.mget(keys), timeoutMs)
        return found.map((value) => value ?? undefined)
      },
      async set(key, value, seconds) {
        const ms = Math.max(1, Math.round(seconds * 1000))
        await withTimeout(redis.set(key, value, 'PX', ms), timeoutMs)
      },
    },
    rateLimiter: (fallback) => redisRateLimiter(redis, fallback),
    async close() {
      redis.disconnect()
    },
  }
}

/** Logs once per outage and once per recovery. */
function logOutages(redis: Redis, log: Log): void {
  let isDown = false
  redis.on('error', (error: Error) => {
    if (!isDown) log.warn({ err: error }, 'Redis unavailable: using local caches and rate limits')
    isDown = true
  })
  redis.on('ready', () => {
    if (isDown) log.info({}, 'Redis available again')
    isDown = false
  })
}

/** Implements an atomic sliding window that uses the Redis clock. */
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

function redisRateLimiter(redis: Redis, fallback: RateLimiter): RateLimiter {
  return {
    async take(key, quota) {
      const { limit, seconds } = quota
      try {
        const pending = redis.eval(takeScript, 1, `rates:${key}`, limit, seconds, randomUUID())
        const response = await withTimeout(pending, timeoutMs)
        const [isAllowed, remaining, waitMicros] = response as [number, number, number]
        const wait_seconds = Math.max(1, Math.ceil(waitMicros / 1e6))
        return { isAllowed: isAllowed === 1, remaining, wait_seconds }
      } catch {
        return fallback.take(key, quota)
      }
    },
  }
}
