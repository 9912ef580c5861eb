import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDocket } from '../chaos/processes.ts'
import { startEmbedded } from '../src/db/embedded/server.ts'
import { freePorts } from '../test/support/servers/ports.ts'
import { query } from '../test/support/database/query.ts'
import { jwtSecret, createAuthHeaders } from '../test/support/docket/tokens.ts'

export interface PollingMetrics {
  sessions: number
  users: number
  polls: number
  /** Database transactions per poll: without a cache, and in this run. */
  reads_per_poll_uncached: number
  reads_per_poll: number
  fewer_reads: number
}

const sessions = 200
const users = 40
const seconds = 10

/** Measures 200 sessions of 40 users that poll two web processes once a second, with a shared Redis instance. */
export async function benchPolling(): Promise<PollingMetrics> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-bench-'))
  const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
  const [port = 0] = await freePorts(1)
  const redis = spawn('/usr/bin/redis-server', ['--port', String(port), '--save', ''], {
    stdio: 'ignore',
  })
  const env = {
    DATABASE_URL: server.url,
    REDIS_URL: `redis://127.0.0.1:${port}`,
    DATA_DIR: path.join(folder, 'data'),
    JWT_SECRET: jwtSecret,
  }
  const webs = [await startDocket('serve', env), await startDocket('serve', env)]
  try {
    const ask = async (nth: number, user: string) => {
      const url = webs[nth % webs.length]?.url ?? ''
      const response = await fetch(`${url}/api/jobs`, { headers: await createAuthHeaders(user) })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`A poll failed with status ${response.status}`)
    }
    const cold = await transactions(server.url, async () => {
      for (let nth = 0; nth < sessions; nth++) await ask(nth, `stranger-${nth}`)
    })
    let polls = 0
    const poll = async (nth: number) => {
      await sleep(Math.random() * 1000)
      for (const end = performance.now() + seconds * 1000; performance.now() < end; polls++) {
        await ask(nth, `user-${nth % users}`)
        await sleep(1000)
      }
    }
    const warm = await transactions(server.url, () =>
      Promise.all(Array.from({ length: sessions }, (_, nth) => poll(nth))),
    )
    const reads_per_poll_uncached = cold / sessions
    const reads_per_poll = warm / polls
    const fewer_reads = 1 - reads_per_poll / reads_per_poll_uncached
    return { sessions, users, polls, reads_per_poll_uncached, reads_per_poll, fewer_reads }
  } finally {
    for (const { child, ended } of webs) {
      child.kill('SIGTERM')
      await ended
    }
    redis.kill()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Counts transactions. Idle backends report their statistics up to ten seconds late. */
async function transactions(url: string, work: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    await sleep(12_000)
    const sql =
      'select sum(xact_commit)::int as count from pg_stat_database where datname is not null'
    const [row] = (await query(url, sql)) as { count: number }[]
    return row?.count ?? 0
  }
  const before = await count()
  await work()
  return (await count()) - before
}
