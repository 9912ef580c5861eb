import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../src/db/db.ts'
import { startEmbedded } from '../src/db/embedded/server.ts'
import { connectPg } from '../src/db/pg.ts'
import { textPdf } from '../test/fixtures/pdfs.ts'
import { drain } from './drain.ts'
import { findViolatedInvariants } from './invariants.ts'
import { type DocketProcess, startDocket } from './processes.ts'

export interface KillOptions {
  rounds: number
  documents: number
}

export interface KillReport {
  rounds: number
  documents: number
  /** Attempts ended by a kill. */
  interrupted: number
  most_interruptions: number
  statuses: Record<string, number>
  /** Number of failed documents by error code. */
  failures: Record<string, number>
  violations: string[]
  seconds: number
}

const workerCount = 2

/**
 * Repeatedly kills all workers with SIGKILL as soon as they start to read documents, with the default retry settings.
 * No document may fail, because the documents do not cause the crashes.
 */
export async function killWorkers({ rounds, documents }: KillOptions): Promise<KillReport> {
  const startedAt = performance.now()
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-kill-'))
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
    undo.push(server.stop)
    const db = connectPg({ url: server.url, poolSize: 2, onError: () => undefined })
    undo.push(db.close)
    const env = {
      DATABASE_URL: server.url,
      DATA_DIR: folder,
      LEASE_TTL_SECONDS: '2',
      POLL_INTERVAL_MS: '100',
    }
    const web = await startDocket('serve', env)
    undo.push(() => stop(web))
    await upload(web.url, documents)
    for (let round = 0; round < rounds; round++) {
      const workers = await startWorkers(env)
      await waitUntilReading(db)
      await Promise.all(workers.map(kill))
    }
    const workers = await startWorkers(env)
    undo.push(...workers.map((worker) => () => stop(worker)))
    const unfinished = await drain(() => countUnfinished(db), 90)
    const violations = await findViolatedInvariants(server.url)
    if (unfinished > 0) violations.push(`jobs end: ${unfinished} did not`)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    return { rounds, documents, ...(await readOutcome(db)), violations, seconds }
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

function startWorkers(env: Record<string, string>): Promise<DocketProcess[]> {
  return Promise.all(Array.from({ length: workerCount }, () => startDocket('work', env)))
}

/** Uploads each document as its own batch, so that the limit per batch leaves no slot idle. */
async function upload(url: string, documents: number): Promise<void> {
  for (let nth = 1; nth <= documents; nth++) {
    const form = new FormData()
    const pdf = await textPdf({ text: `Document ${nth}` })
    form.set('file', new Blob([new Uint8Array(pdf)]), `${nth}.pdf`)
    const response = await fetch(`${url}/api/upload`, { method: 'POST', body: form })
    if (response.status !== 202) throw new Error(`Answered ${response.status}`)
  }
}

async function waitUntilReading(db: Db): Promise<void> {
  const isReading = `select from jobs where status = 'processing' and lease_expires_at > now() limit 1`
  while ((await db.query(isReading)).length === 0) {
    if ((await countUnfinished(db)) === 0) return
    await sleep(5)
  }
}

async function countUnfinished(db: Db): Promise<number> {
  return (await db.query(`select from jobs where status in ('queued', 'processing')`)).length
}

async function readOutcome(db: Db) {
  const [sums] = await db.query<{ interrupted: number; most: number }>(
    `select sum(interruption_count)::integer as interrupted, max(interruption_count) as most from jobs`,
  )
  const statuses = await countJobs(db, 'select status as name from jobs')
  const failures = await countJobs(
    db,
    `select error_code as name from jobs where status = 'failed'`,
  )
  const { interrupted = 0, most = 0 } = sums ?? {}
  return { interrupted, most_interruptions: most, statuses, failures }
}

async function countJobs(db: Db, names: string): Promise<Record<string, number>> {
  const rows = await db.query<{ name: string; jobs: number }>(
    `select name, count(*)::integer as jobs from (${names}) as job group by name`,
  )
  return Object.fromEntries(rows.map(({ name, jobs }) => [name, jobs]))
}

async function kill({ child, ended }: DocketProcess): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

async function stop({ child, ended }: DocketProcess): Promise<void> {
  child.kill('SIGTERM')
  await ended
}
