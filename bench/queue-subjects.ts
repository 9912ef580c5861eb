import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import type { NewBatch } from '../src/db/jobs/enqueue.sql.ts'
import type { Lease } from '../src/db/jobs/transitions.sql.ts'
import type { Database } from '../src/db/db.ts'
import type { Summary } from '../src/domain/job/summary.ts'
import { newBatch } from '../test/support/database/jobs.ts'
import { loadBuilt } from './built.ts'

/** A queue under test. */
export interface Subject {
  /**
   * Creates this many jobs for `add` and for `addMany`, outside the measurement: their hashes and keys come from the
   * upload. Omitted if all jobs have the same data.
   */
  prepare?(singles: number, bulk: number): void
  add(): Promise<unknown>
  addMany(count: number): Promise<unknown>
  /** Runs no-op jobs until the returned function is called. */
  work(onJob: () => void): Promise<() => Promise<unknown>>
  /** A query that counts jobs whose completion is not committed; undefined if the queue has no such state. */
  left: string | undefined
  close(): Promise<unknown>
}

const silent = { info: () => undefined, warn: () => undefined, error: console.error }

function batch(jobs: number, max_running: number, owner = 0): NewBatch {
  return newBatch(jobs, { owner_id: `session:bench-${owner}`, max_running, is_single: jobs === 1 })
}

/** Returns the data that a worker stores for a one-page invoice. */
export function documentResult({ id, epoch, owner_id }: Lease & { owner_id: string }) {
  const result_key = `results/2026/11/15/${id}/${epoch}`
  const formats = ['json', 'xml', 'csv', 'ubl'] as const
  const outputs = formats.map((format) => ({
    format,
    key: `${result_key}/${format}.gz`,
    content_type: 'application/octet-stream',
    bytes: 4000,
  }))
  const total = { amount: '1234567.00', currency: 'IDR' }
  const summary = {
    kind: 'invoice',
    seller: 'PT Contoh',
    number: 'INV/2026/001',
    total,
  } as unknown as Summary
  const read = { read_by: 'invoice_v1', page_count: 1, summary, reader: 'bench' }
  const checked = { review_reasons: [], directory_version: 0, is_reread: false }
  return { result_key, owner_id, outputs, ...read, ...checked }
}

export interface DocketOptions {
  /** Stores findings and outputs for each job, as for a real document. By default, stores only the result key. */
  results?: 'documents'
  concurrency: number
  jobsPerBatch: number
  maxRunning: number
  /** Number of owners that add batches in turn. Default: 1. */
  owners?: number
}

/**
 * Creates the subject for our built program with all its features: fencing, events, counters, caps, fairness and
 * deduplication.
 */
export async function docket(db: Database, options: DocketOptions): Promise<Subject> {
  const { enqueueBatches } =
    await loadBuilt<typeof import('../src/db/jobs/enqueue.sql.ts')>('db/jobs/enqueue.sql.js')
  const { createEnqueue } =
    await loadBuilt<typeof import('../src/queue/group-enqueues.ts')>('queue/group-enqueues.js')
  const { startWorker } =
    await loadBuilt<typeof import('../src/queue/worker.ts')>('queue/worker.js')
  const enqueue = createEnqueue(db)
  const { jobsPerBatch, maxRunning, owners = 1 } = options
  const createBatches = (count: number) =>
    Array.from({ length: count / jobsPerBatch }, (_, n) =>
      batch(jobsPerBatch, maxRunning, n % owners),
    )
  let singleBatches: NewBatch[] = []
  let largeBatches: NewBatch[] = []
  return {
    prepare(singles, bulk) {
      singleBatches = Array.from({ length: singles }, () => batch(1, maxRunning))
      largeBatches = createBatches(bulk)
    },
    add: () => enqueue(singleBatches.shift() ?? batch(1, maxRunning)),
    async addMany(count) {
      const prepared = largeBatches.splice(0, count / jobsPerBatch)
      await enqueueBatches(db, prepared.length > 0 ? prepared : createBatches(count))
    },
    async work(onJob) {
      const worker = startWorker({
        db,
        log: silent,
        workerId: uuidv7(),
        concurrency: options.concurrency,
        leaseSeconds: 60,
        pollMs: 500,
        maxRetries: 3,
        handler: async (job) => {
          onJob()
          if (options.results === 'documents') return documentResult(job)
          return { result_key: `results/${job.id}/${job.epoch}` }
        },
      })
      return () => worker.stop(0)
    },
    left: `select count(*)::int as left from jobs where status in ('queued', 'processing')`,
    close: async () => undefined,
  }
}

/**
 * Creates a subject with one table, two statements and a NOTIFY. It is an upper bound for Postgres, because its only
 * guarantee is SKIP LOCKED.
 */
export function bareLoop(url: string, atOnce: { loops: number; claim: number }): Subject {
  const pool = new pg.Pool({ connectionString: url, max: 60 })
  const payload = JSON.stringify({ file: 'x'.repeat(90) })
  const insert = (count: number) =>
    pool.query(`insert into bare (payload) select $1 from generate_series(1, $2)`, [payload, count])
  return {
    add: async () => {
      await insert(1)
      await pool.query(`notify bare`)
    },
    addMany: insert,
    async work(onJob) {
      let isStopped = false
      const waiting = new Set<() => void>()
      const ring = () => {
        for (const wake of waiting) wake()
      }
      const listener = new pg.Client({ connectionString: url })
      await listener.connect()
      listener.on('notification', ring)
      await listener.query('listen bare')
      const loop = async () => {
        while (!isStopped) {
          const { rows } = await pool.query<{ id: string }>(
            `with next as materialized (
              select id from bare where status = 'queued'
              order by priority desc, created_at, id limit $1 for update skip locked
            )
            update bare set status = 'running', attempts = attempts + 1, worker = 'w',
              lease_until = now() + interval '60 s'
            from next where bare.id = next.id returning bare.id, payload`,
            [atOnce.claim],
          )
          for (const _ of rows) onJob()
          if (rows.length === 0) {
            await new Promise<void>((resolve) => {
              const wake = () => {
                waiting.delete(wake)
                clearTimeout(poll)
                resolve()
              }
              const poll = setTimeout(wake, 500)
              waiting.add(wake)
            })
            continue
          }
          await pool.query(
            `update bare set status = 'done', finished_at = clock_timestamp(), lease_until = null
            where id = any ($1) and status = 'running' and worker = 'w'`,
            [rows.map((row) => row.id)],
          )
        }
      }
      const loops = Array.from({ length: atOnce.loops }, loop)
      return async () => {
        isStopped = true
        ring()
        await Promise.all(loops)
        await listener.end()
      }
    },
    left: `select count(*)::int as left from bare where status <> 'done'`,
    close: () => pool.end(),
  }
}

export const bareTable = `create table bare (
  id bigserial primary key, status text not null default 'queued', priority int not null default 0,
  created_at timestamptz not null default now(), payload jsonb, worker text, lease_until timestamptz,
  attempts int not null default 0, finished_at timestamptz);
create index on bare (priority desc, created_at, id) where status = 'queued';
create index on bare (lease_until) where status = 'running'`
