import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../src/db/db.ts'
import { startEmbedded } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'
import { connectPg } from '../src/db/pg.ts'
import { comparedRounds } from './clock.ts'
import { backlogs, backlogSize } from './queue-backlogs.ts'
import { loadPeers, startRedis } from './queue-peers.ts'
import { bareLoop, bareTable, docket, type Subject } from './queue-subjects.ts'

const singles = 1500
const bulk = 6000
const drained = 20_000
const drainedOneByOne = 3000
const latencies = 60

type Metric = 'single_per_s' | 'bulk_per_s' | 'drain_per_s' | 'pickup_p50_ms' | 'pickup_p95_ms'
type Metrics = Partial<Record<Metric, number>>

interface Contestant {
  name: string
  open: () => Promise<Subject>
  /** Like `open`, but the queue adds jobs like those in its backlog. Omitted if `open` already does so. */
  openLikeBacklog?: () => Promise<Subject>
  measures: (keyof typeof measures)[]
}

const measures = {
  single: measureSingles,
  bulk: measureBulk,
  drain: (subject: Subject, db: Database) => drain(subject, db, drained),
  one_by_one: (subject: Subject, db: Database) => drain(subject, db, drainedOneByOne),
  pickup: measurePickup,
}
const all = ['single', 'bulk', 'drain', 'pickup'] as const

/** Alternates between our queue and the others in one run on the same Postgres; reports medians and ratios. */
export async function benchQueue({ isLarge }: { isLarge: boolean }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-bench-queue-'))
  const server = await startEmbedded({
    folder: path.join(folder, 'postgres'),
    settings: { shared_buffers: '512MB', max_connections: '200' },
  })
  const redis = await startRedis(folder)
  try {
    const url = server.url
    const db = connectPg({ url, poolSize: 20, onError: () => undefined })
    await migrate(db, 'migrations')
    await db.query(bareTable)
    const list = await createContestants(url, db, redis?.port)
    const results = await compete(list, db)
    const large = isLarge ? await measureLarge(list, db) : undefined
    await db.close()
    return { ...results, ...(large && { large }) }
  } finally {
    redis?.child.kill('SIGTERM')
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function createContestants(
  url: string,
  db: Database,
  redisPort: number | undefined,
): Promise<Contestant[]> {
  const peers = await loadPeers()
  const manyAtOnce = { concurrency: 2500, jobsPerBatch: 1000, maxRunning: 100_000 }
  const list: Contestant[] = [
    { name: 'bare', measures: [...all], open: async () => bareLoop(url, { loops: 3, claim: 200 }) },
    {
      name: 'docket',
      measures: [...all],
      open: () => docket(db, manyAtOnce),
      openLikeBacklog: () =>
        docket(db, { concurrency: 2500, jobsPerBatch: 10, maxRunning: 3, owners: 100 }),
    },
    {
      name: 'docket_capped',
      measures: ['drain'],
      open: () => docket(db, { concurrency: 2500, jobsPerBatch: 10, maxRunning: 3 }),
    },
    {
      name: 'docket_uncapped',
      measures: ['drain'],
      open: () => docket(db, { concurrency: 2500, jobsPerBatch: 10, maxRunning: 1000 }),
    },
    {
      name: 'docket_documents',
      measures: ['drain'],
      open: () => docket(db, { ...manyAtOnce, results: 'documents' }),
    },
    {
      name: 'docket_documents_four_slots',
      measures: ['one_by_one'],
      open: () =>
        docket(db, { concurrency: 4, jobsPerBatch: 10, maxRunning: 3, results: 'documents' }),
    },
    {
      name: 'bare_one_at_a_time',
      measures: ['one_by_one'],
      open: async () => bareLoop(url, { loops: 4, claim: 1 }),
    },
    {
      name: 'docket_one_at_a_time',
      measures: ['one_by_one'],
      open: () => docket(db, { concurrency: 4, jobsPerBatch: 1000, maxRunning: 100_000 }),
    },
    { name: 'pg_boss', measures: [...all], open: () => peers.pgBoss(url) },
    { name: 'graphile_worker', measures: [...all], open: () => peers.graphileWorker(url) },
  ]
  if (redisPort === undefined) return list
  return [...list, { name: 'bullmq', measures: [...all], open: () => peers.bullMq(redisPort) }]
}

async function compete(list: Contestant[], db: Database) {
  const samples: Record<string, Partial<Record<Metric, number[]>>> = {}
  for (let round = 0; round < comparedRounds; round++) {
    for (const { name, open, measures: wanted } of list) {
      const subject = await open()
      const subjectSamples = (samples[name] ??= {})
      for (const measure of wanted) {
        const metrics: Metrics = await measures[measure](subject, db)
        for (const [metric, value] of Object.entries(metrics))
          (subjectSamples[metric as Metric] ??= []).push(value)
      }
      await subject.close()
      await db.query('truncate batches, events, owner_shares, bare cascade')
      console.error(`round ${round + 1}: ${name}`)
    }
  }
  const medians = Object.fromEntries(
    Object.entries(samples).map(([name, metrics]) => [
      name,
      Object.fromEntries(
        Object.entries(metrics).map(([metric, values]) => [
          metric,
          Math.round(median(values) * 10) / 10,
        ]),
      ) as Metrics,
    ]),
  )
  return { medians, ratios: computeRatios(medians) }
}

function computeRatios(medians: Record<string, Metrics>) {
  const ratio = (metric: Metric, a: string, b: string) => {
    const [ours, theirs] = [medians[a]?.[metric], medians[b]?.[metric]]
    return ours !== undefined && theirs ? Math.round((100 * ours) / theirs) / 100 : null
  }
  return {
    drain_vs_bare: ratio('drain_per_s', 'docket', 'bare'),
    drain_vs_pg_boss: ratio('drain_per_s', 'docket', 'pg_boss'),
    drain_vs_graphile_worker: ratio('drain_per_s', 'docket', 'graphile_worker'),
    drain_vs_bullmq: ratio('drain_per_s', 'docket', 'bullmq'),
    documents_vs_bare: ratio('drain_per_s', 'docket_documents', 'bare'),
    documents_four_slots_vs_bare: ratio(
      'drain_per_s',
      'docket_documents_four_slots',
      'bare_one_at_a_time',
    ),
    one_at_a_time_vs_bare: ratio('drain_per_s', 'docket_one_at_a_time', 'bare_one_at_a_time'),
    capped_vs_uncapped: ratio('drain_per_s', 'docket_capped', 'docket_uncapped'),
    single_vs_pg_boss: ratio('single_per_s', 'docket', 'pg_boss'),
    single_vs_graphile_worker: ratio('single_per_s', 'docket', 'graphile_worker'),
    single_vs_bullmq: ratio('single_per_s', 'docket', 'bullmq'),
    bulk_vs_pg_boss: ratio('bulk_per_s', 'docket', 'pg_boss'),
    bulk_vs_graphile_worker: ratio('bulk_per_s', 'docket', 'graphile_worker'),
    bulk_vs_bullmq: ratio('bulk_per_s', 'docket', 'bullmq'),
    pickup_p50_vs_graphile_worker: ratio('pickup_p50_ms', 'docket', 'graphile_worker'),
    pickup_p50_vs_pg_boss: ratio('pickup_p50_ms', 'docket', 'pg_boss'),
  }
}

async function measureSingles(subject: Subject): Promise<Metrics> {
  subject.prepare?.(singles, 0)
  let sent = 0
  const client = async () => {
    while (sent++ < singles) await subject.add()
  }
  const seconds = await measureMs(() => Promise.all(Array.from({ length: 50 }, client)))
  return { single_per_s: singles / seconds }
}

async function measureBulk(subject: Subject): Promise<Metrics> {
  subject.prepare?.(0, bulk)
  const seconds = await measureMs(async () => {
    for (let n = 0; n < bulk; n += 1000) await subject.addMany(1000)
  })
  return { bulk_per_s: bulk / seconds }
}

/** Measures the time from starting the workers to the last commit. The jobs are enqueued before. */
async function drain(subject: Subject, db: Database, jobs: number): Promise<Metrics> {
  const before = await countRemaining(subject, db)
  for (let n = before; n < jobs; n += 1000) await subject.addMany(1000)
  await db.query('analyze')
  const total = Math.max(jobs, await countRemaining(subject, db))
  let handled = 0
  const startedAt = performance.now()
  const stop = await subject.work(() => {
    handled += 1
  })
  while (handled < total) await sleep(2)
  while ((await countRemaining(subject, db)) > 0) await sleep(2)
  const seconds = (performance.now() - startedAt) / 1000
  await stop()
  return { drain_per_s: total / seconds }
}

async function countRemaining(subject: Subject, db: Database): Promise<number> {
  if (subject.left === undefined) return 0
  const [row] = await db.query<{ left: number }>(subject.left)
  return row?.left ?? 0
}

/** Measures the time from the enqueue call to the start of the handler, for one job at a time on an idle queue. */
async function measurePickup(subject: Subject): Promise<Metrics> {
  let onJob: () => void = () => undefined
  const stop = await subject.work(() => onJob())
  await sleep(1000)
  const times: number[] = []
  for (let n = 0; n < latencies; n++) {
    const startedAt = performance.now()
    const handled = new Promise<void>((resolve) => {
      onJob = resolve
    })
    await subject.add()
    await handled
    times.push(performance.now() - startedAt)
    await sleep(5)
  }
  await stop()
  times.sort((a, b) => a - b)
  const percentile = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0
  return { pickup_p50_ms: percentile(0.5), pickup_p95_ms: percentile(0.95) }
}

/**
 * Measures with empty tables, and with tables that contain 200,000 waiting jobs and, for queues that keep finished
 * jobs, a million finished jobs. The jobs are of the same kind in both, because small batches with caps cost more.
 */
async function measureLarge(list: Contestant[], db: Database) {
  const metrics: Record<string, { empty_per_s: number; full_per_s: number; ratio: number }> = {}
  for (const { name, open, openLikeBacklog = open } of list) {
    const backlog = backlogs[name]
    if (!backlog) continue
    const take = async (waiting: number) => {
      const subject = await openLikeBacklog()
      const rate = await computeRate(subject)
      await subject.close()
      const [row] = await db.query<{ waiting: number }>(backlog.waiting)
      if (!row || row.waiting < waiting)
        throw new Error(`${name}: only ${row?.waiting} of ${waiting} jobs were waiting`)
      return rate
    }
    await db.query(backlog.clear)
    const empty = [await take(0), await take(0), await take(0)]
    for (const statement of backlog.fill) await db.query(statement)
    await db.query('vacuum analyze')
    const full = [await take(backlogSize), await take(backlogSize), await take(backlogSize)]
    await db.query(backlog.clear)
    const [empty_per_s, full_per_s] = [Math.round(median(empty)), Math.round(median(full))]
    metrics[name] = {
      empty_per_s,
      full_per_s,
      ratio: Math.round((100 * full_per_s) / empty_per_s) / 100,
    }
    console.error(`large: ${name}`)
  }
  return metrics
}

/**
 * Enqueues jobs, and then measures how fast the same number of jobs is handled. With a backlog, these may be different
 * jobs.
 */
async function computeRate(subject: Subject): Promise<number> {
  for (let n = 0; n < bulk; n += 1000) await subject.addMany(1000)
  let handled = 0
  const startedAt = performance.now()
  let lastAt = 0
  const stop = await subject.work(() => {
    handled += 1
    if (handled === bulk) lastAt = performance.now()
  })
  while (lastAt === 0) await sleep(2)
  await stop()
  return bulk / ((lastAt - startedAt) / 1000)
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
