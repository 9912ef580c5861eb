import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { onTestFinished } from 'vitest'
import { connectRedis, type RedisCache } from '../../../src/cache/redis.ts'
import { freePorts } from './ports.ts'
import { onlyIf } from '../run/only-if.ts'

/** Whether Redis is installed. `npm test` installs it if permitted. */
export const hasRedis = existsSync('/usr/bin/redis-server')
export const needsRedis = onlyIf(hasRedis, 'there is no redis-server')

export interface TestRedis {
  url: string
  /** Kills Redis. Its data is lost. */
  kill(): Promise<void>
  /** Starts an empty Redis on the same port. */
  start(): Promise<void>
  /** Suspends Redis, so that it accepts connections but does not respond. */
  freeze(): void
  /** Runs a command directly. */
  command(name: string, ...args: string[]): Promise<unknown>
  thaw(): void
}

/** A real Redis for one test. It is stopped when the test ends. */
export async function redisForTest(): Promise<TestRedis> {
  const [port = 0] = await freePorts(1)
  let child: ChildProcess | undefined
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const start = async () => {
    const flags = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    child = spawn('/usr/bin/redis-server', ['--port', String(port), ...flags], { stdio: 'ignore' })
    while (!(await accepts(port))) await sleep(20)
  }
  await start()
  onTestFinished(kill)
  const url = `redis://127.0.0.1:${port}`
  return {
    url,
    kill,
    start,
    command: async (name, ...args) => {
      const client = new Redis(url)
      const response = await client.call(name, ...args)
      client.disconnect()
      return response
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
}

/** Returns Docket's connection to Redis, once established. */
export async function connectCache(redis: TestRedis): Promise<RedisCache> {
  const cache = connectRedis(redis.url, { info() {}, warn() {}, error() {} })
  onTestFinished(cache.close)
  await waitUntilReachable(cache)
  return cache
}

/** Resolves once Redis responds. */
export async function waitUntilReachable({ store }: RedisCache): Promise<void> {
  while (!(await store.get(['any']).catch(() => undefined))) await sleep(20)
}

async function accepts(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1')
  const outcome = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return outcome
}
