import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from '../src/db/db.ts'
import { startEmbedded } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'
import { connectPg } from '../src/db/pg.ts'
import { newBatch } from '../test/support/database/jobs.ts'
import { loadBuilt } from './built.ts'
import { comparedRounds, median } from './clock.ts'
import { documentResult } from './queue-subjects.ts'

type Transitions = typeof import('../src/db/jobs/transitions.sql.ts')
type Enqueue = typeof import('../src/db/jobs/enqueue.sql.ts')

const counts = [1, 2, 4, 8, 16]
const seconds = 4
const slots = 4
const owners = 50

/**
 * Measures one claimer and several concurrent ones. Each completes four documents and claims the next four on its own
 * connection. The documents are spread across fifty owners and use no external service, so the claimers share no
 * concurrency limit.
 */
export async function benchClaimers() {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-bench-claimers-'))
  const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
  const db = connectPg({ url: server.url, poolSize: 4, onError: () => undefined })
  try {
    await migrate(db, 'migrations')
    const samples = new Map(counts.map((count) => [count, [] as Awaited<ReturnType<typeof run>>[]]))
    for (let round = 0; round < comparedRounds; round++) {
      for (const count of counts) samples.get(count)?.push(await run(server.url, db, count))
      console.error(`round ${round + 1}`)
    }
    return Object.fromEntries(
      [...samples].map(([count, runs]) => [
        count,
        {
          documents_per_s: median(runs.map((one) => one.documents_per_s)),
          round_trip_p50_ms: median(runs.map((one) => one.p50)),
          round_trip_p95_ms: median(runs.map((one) => one.p95)),
        },
      ]),
    )
  } finally {
    await db.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function run(url: string, db: Database, claimers: number) {
  await db.query('truncate batches, events, owner_shares cascade')
  const { enqueueBatches } = await loadBuilt<Enqueue>('db/jobs/enqueue.sql.js')
  for (let owner = 0; owner < owners; owner++) {
    const batch = () => newBatch(10, { owner_id: `session:${owner}`, max_running: 3 })
    await enqueueBatches(db, Array.from({ length: 40 }, batch))
  }
  await db.query('analyze')
  const times: number[] = []
  let documents = 0
  const end = performance.now() + seconds * 1000
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: claimers }, async (_, nth) => {
      const own = connectPg({ url, poolSize: 1, onError: () => undefined })
      // Not `+=`, which would read the sum before the await and lose what other claimers add in the meantime.
      const completed = await claimUntil(end, own, `claimer-${nth}`, times)
      documents += completed
      await own.close()
    }),
  )
  const elapsed = (performance.now() - startedAt) / 1000
  times.sort((a, b) => a - b)
  const percentile = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0
  return { documents_per_s: documents / elapsed, p50: percentile(0.5), p95: percentile(0.95) }
}

/** Returns the number of completed documents, including those of the last claim. */
async function claimUntil(
  end: number,
  db: Database,
  worker: string,
  times: number[],
): Promise<number> {
  const { completeAndClaim } = await loadBuilt<Transitions>('db/jobs/transitions.sql.js')
  let documents = 0
  let done: Parameters<typeof completeAndClaim>[2] = []
  for (;;) {
    const limit = performance.now() < end ? slots : 0
    const startedAt = performance.now()
    const { claimed } = await completeAndClaim(db, { worker, leaseSeconds: 60, limit }, done)
    times.push(performance.now() - startedAt)
    documents += done.length
    if (claimed.length === 0) return documents
    done = claimed.map((job) => ({ id: job.id, epoch: job.epoch, ...documentResult(job) }))
  }
}
