import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../src/db/db.ts'
import { enqueueBatches } from '../../src/db/jobs/enqueue.sql.ts'
import { connectPg } from '../../src/db/pg.ts'
import { completeAndClaim } from '../../src/db/jobs/transitions.sql.ts'
import { makeUnique, samplePdf } from '../../test/fixtures/pdfs.ts'
import { newBatch } from '../../test/support/database/jobs.ts'
import { cpuSecondsBelow, cpuSeconds } from './cpu.ts'
import type { Site } from './site.ts'

/** Cost of one document on top of the idle load, in milliseconds of one core and in bytes. */
export interface Costs {
  documents: number
  web_ms: number
  worker_ms: number
  database_ms: number
  /** CPU time per second that the three processes together use when idle, in milliseconds. */
  idle_ms: number
  /** Size of the upload, and of all its outputs. */
  upload_bytes: number
  result_bytes: number
  database_bytes: number
  /** Time that the database spends under the claim lock to claim one document, or 50 at once, in milliseconds. */
  claim_ms_one: number
  claim_ms_fifty: number
}

const documents = 150
const warmUp = 20
const atOnce = 4
const idleSeconds = 10

/** Uploads the two-page sample invoice repeatedly; one worker reads it with built-in rules. */
export async function measureCosts(site: Site): Promise<Costs> {
  const pdf = await samplePdf()
  const workerSettings = { WORKER_CONCURRENCY: '2', POLL_INTERVAL_MS: '1000' }
  const costs = await site.withWorkers([workerSettings], async ([worker]) => {
    const pids = [site.web.child.pid ?? 0, worker?.child.pid ?? 0, site.postgres]
    await uploadMany(site, pdf, warmUp)
    const idle = await cpuPerSecond(pids, () => sleep(idleSeconds * 1000))
    const sizeBefore = await databaseBytes(site.db)
    const filesBefore = await sumFolderBytes(site.dataFolder)
    const start = performance.now()
    const busy = await cpuPerSecond(pids, () => uploadMany(site, pdf, documents))
    const seconds = (performance.now() - start) / 1000
    const [web_ms, worker_ms, database_ms] = busy.map((share, nth) =>
      perDocument((share - (idle[nth] ?? 0)) * seconds * 1000),
    )
    const files = await sumFolderBytes(site.dataFolder)
    return {
      documents,
      web_ms: web_ms ?? 0,
      worker_ms: worker_ms ?? 0,
      database_ms: database_ms ?? 0,
      idle_ms: Math.round(idle.reduce((sum, share) => sum + share * 1000, 0)),
      upload_bytes: pdf.length,
      result_bytes: Math.round((files - filesBefore) / documents - pdf.length),
      database_bytes: Math.round(((await databaseBytes(site.db)) - sizeBefore) / documents),
    }
  })
  return {
    ...costs,
    claim_ms_one: await claimMs(site.url, 1, 500),
    claim_ms_fifty: await claimMs(site.url, 50, 3000),
  }
}

const perDocument = (sum: number) => Number((sum / documents).toPrecision(3))

/** Returns the average number of cores that each process tree uses during the work. */
async function cpuPerSecond(pids: number[], work: () => Promise<unknown>): Promise<number[]> {
  const start = performance.now()
  const before = pids.map(cpuSecondsBelow)
  await work()
  const seconds = (performance.now() - start) / 1000
  return pids.map((pid, nth) => (cpuSecondsBelow(pid) - (before[nth] ?? 0)) / seconds)
}

async function uploadMany(site: Site, pdf: Uint8Array, count: number): Promise<void> {
  let left = count
  const sendOn = async () => {
    while (left-- > 0) await site.upload(makeUnique(pdf))
  }
  await Promise.all(Array.from({ length: atOnce }, sendOn))
  await site.drained()
}

async function databaseBytes(db: Database): Promise<number> {
  const [row] = await db.query<{ bytes: string }>(
    'select pg_database_size(current_database())::text as bytes',
  )
  return Number(row?.bytes)
}

async function sumFolderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = files.map((file) =>
    stat(path.join(file.parentPath, file.name)).catch(() => undefined),
  )
  return (await Promise.all(sizes)).reduce((sum, one) => sum + (one?.size ?? 0), 0)
}

/** Returns the CPU time that a database backend needs to claim and complete `limit` documents at a time. */
async function claimMs(url: string, limit: number, jobs: number): Promise<number> {
  const db = connectPg({ url, poolSize: 1, onError: () => undefined })
  for (let left = jobs; left > 0; left -= 100) {
    const singles = Array.from({ length: 100 }, () => newBatch(1, { is_single: true }))
    await enqueueBatches(db, singles)
  }
  const [backend] = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
  const claim = { worker: 'capacity', leaseSeconds: 600, limit }
  const before = cpuSeconds(backend?.pid ?? 0)
  let claimed = 0
  let done: { id: string; epoch: number; result_key: string }[] = []
  for (;;) {
    const next = await completeAndClaim(db, claim, done)
    if (next.claimed.length === 0) break
    claimed += next.claimed.length
    done = next.claimed.map(({ id, epoch }) => ({ id, epoch, result_key: `results/${id}/1` }))
  }
  const seconds = cpuSeconds(backend?.pid ?? 0) - before
  await db.close()
  return Number(((seconds * 1000) / claimed).toPrecision(3))
}
