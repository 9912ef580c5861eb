import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../src/db/db.ts'
import { startEmbedded } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'
import { connectPg } from '../src/db/pg.ts'
import { bareLoop, bareTable, docket, type Subject } from './queue-subjects.ts'

const rounds = 3
const singles = 1500
const drained = 6000
const latencies = 60

type Figure = 'single_per_s' | 'bulk_per_s' | 'drain_per_s' | 'pickup_p50_ms' | 'pickup_p95_ms'
type Figures = Partial<Record<Figure, number>>

interface Contestant {
  name: string
  open: () => Promise<Subject>
  measures: (keyof typeof measures)[]
}

const measures = {
  single: measureSingles,
  bulk: measureBulk,
  drain: measureDrain,
  pickup: measurePickup,
}
const all = ['single', 'bulk', 'drain', 'pickup'] as const

/** Ours against others in one run, in turns, on the same Postgres; medians of the rounds, and ratios. */
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
    const results = await compete(await contestants(url, db, redis?.port), db)
    const large = isLarge ? await measureLarge(db) : undefined
    await db.close()
    return { ...results, ...(large && { large }) }
  } finally {
    redis?.child.kill('SIGTERM')
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function contestants(
  url: string,
  db: Database,
  redisPort: number | undefined,
): Promise<Contestant[]> {
  const peers = await loadPeers()
  const bulk = { concurrency: 600, jobsPerBatch: 1000, maxRunning: 100_000 }
  const list: Contestant[] = [
    { name: 'bare', measures: [...all], open: async () => bareLoop(url, { loops: 3, claim: 200 }) },
    { name: 'docket', measures: [...all], open: async () => docket(db, bulk) },
    {
      name: 'docket_capped',
      measures: ['drain'],
      open: async () => docket(db, { concurrency: 600, jobsPerBatch: 10, maxRunning: 3 }),
    },
    {
      name: 'docket_uncapped',
      measures: ['drain'],
      open: async () => docket(db, { concurrency: 600, jobsPerBatch: 10, maxRunning: 1000 }),
    },
    {
      name: 'bare_one_at_a_time',
      measures: ['drain'],
      open: async () => bareLoop(url, { loops: 4, claim: 1 }),
    },
    {
      name: 'docket_one_at_a_time',
      measures: ['drain'],
      open: async () => docket(db, { concurrency: 4, jobsPerBatch: 1000, maxRunning: 100_000 }),
    },
    { name: 'pg_boss', measures: [...all], open: () => peers.pgBoss(url) },
    { name: 'graphile_worker', measures: [...all], open: () => peers.graphileWorker(url) },
  ]
  if (redisPort === undefined) return list
  return [...list, { name: 'bullmq', measures: [...all], open: () => peers.bullMq(redisPort) }]
}

interface Peers {
  pgBoss: (url: string) => Promise<Subject>
  graphileWorker: (url: string) => Promise<Subject>
  bullMq: (port: number) => Promise<Subject>
}

/** Other queues are no packages of ours: they are installed beside the bench when it runs. */
async function loadPeers(): Promise<Peers> {
  const folder = path.resolve('bench/peers')
  if (!existsSync(path.join(folder, 'node_modules'))) {
    const install = ['install', '--no-fund', '--no-audit', '--ignore-scripts', '--no-package-lock']
    execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return (await import(path.join(folder, 'peers.js'))) as Peers
}

async function startRedis(
  folder: string,
): Promise<{ child: ChildProcess; port: number } | undefined> {
  const program = '/usr/bin/redis-server'
  if (!existsSync(program)) {
    console.error('No redis-server: BullMQ is left out. Install it: apt-get install redis-server')
    return undefined
  }
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const durable = [
    '--appendonly',
    'yes',
    '--appendfsync',
    'everysec',
    '--maxmemory-policy',
    'noeviction',
  ]
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
  const child = spawn(program, [...place, ...durable], { stdio: 'ignore' })
  await sleep(500)
  return { child, port }
}

async function compete(list: Contestant[], db: Database) {
  const samples: Record<string, Partial<Record<Figure, number[]>>> = {}
  for (let round = 0; round < rounds; round++) {
    for (const { name, open, measures: wanted } of list) {
      const subject = await open()
      const own = (samples[name] ??= {})
      for (const measure of wanted) {
        const figures: Figures = await measures[measure](subject, db)
        for (const [figure, value] of Object.entries(figures))
          (own[figure as Figure] ??= []).push(value)
      }
      await subject.close()
      await db.query('truncate batches, events, lanes, bare cascade')
      console.error(`round ${round + 1}: ${name}`)
    }
  }
  const medians = Object.fromEntries(
    Object.entries(samples).map(([name, figures]) => [
      name,
      Object.fromEntries(
        Object.entries(figures).map(([figure, values]) => [
          figure,
          Math.round(median(values) * 10) / 10,
        ]),
      ) as Figures,
    ]),
  )
  return { medians, ratios: ratiosOf(medians) }
}

function ratiosOf(medians: Record<string, Figures>) {
  const ratio = (figure: Figure, a: string, b: string) => {
    const [ours, theirs] = [medians[a]?.[figure], medians[b]?.[figure]]
    return ours !== undefined && theirs ? Math.round((100 * ours) / theirs) / 100 : null
  }
  return {
    drain_vs_bare: ratio('drain_per_s', 'docket', 'bare'),
    drain_vs_pg_boss: ratio('drain_per_s', 'docket', 'pg_boss'),
    drain_vs_graphile_worker: ratio('drain_per_s', 'docket', 'graphile_worker'),
    drain_vs_bullmq: ratio('drain_per_s', 'docket', 'bullmq'),
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

async function measureSingles(subject: Subject): Promise<Figures> {
  let sent = 0
  const client = async () => {
    while (sent++ < singles) await subject.add()
  }
  const seconds = await timed(() => Promise.all(Array.from({ length: 50 }, client)))
  return { single_per_s: singles / seconds }
}

async function measureBulk(subject: Subject): Promise<Figures> {
  const seconds = await timed(async () => {
    for (let n = 0; n < drained; n += 1000) await subject.addMany(1000)
  })
  return { bulk_per_s: drained / seconds }
}

/** From the first job handled to the last one committed as done. */
async function measureDrain(subject: Subject, db: Database): Promise<Figures> {
  const before = await leftOf(subject, db)
  if (before < drained) for (let n = 0; n < drained; n += 1000) await subject.addMany(1000)
  await db.query('analyze')
  const total = Math.max(drained, await leftOf(subject, db))
  let handled = 0
  let firstAt = 0
  const stop = await subject.work(() => {
    if (handled++ === 0) firstAt = performance.now()
  })
  while (handled < total) await sleep(2)
  while ((await leftOf(subject, db)) > 0) await sleep(2)
  const seconds = (performance.now() - firstAt) / 1000
  await stop()
  return { drain_per_s: total / seconds }
}

async function leftOf(subject: Subject, db: Database): Promise<number> {
  if (subject.left === undefined) return 0
  const [row] = await db.query<{ left: number }>(subject.left)
  return row?.left ?? 0
}

/** From the call that queues a job to the start of its handler, one at a time on an idle queue. */
async function measurePickup(subject: Subject): Promise<Figures> {
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
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0
  return { pickup_p50_ms: at(0.5), pickup_p95_ms: at(0.95) }
}

/** Ours on an otherwise empty table, and beside a million finished and 200,000 waiting jobs. */
async function measureLarge(db: Database) {
  const take = async () => {
    const subject = docket(db, { concurrency: 600, jobsPerBatch: 10, maxRunning: 3 })
    for (let n = 0; n < drained; n += 1000) await subject.addMany(1000)
    let handled = 0
    let firstAt = 0
    let lastAt = 0
    const stop = await subject.work(() => {
      if (handled++ === 0) firstAt = performance.now()
      if (handled === drained) lastAt = performance.now()
    })
    while (lastAt === 0) await sleep(2)
    await stop()
    return drained / ((lastAt - firstAt) / 1000)
  }
  await db.query('truncate batches, events, lanes cascade')
  const empty = [await take(), await take(), await take()]
  await fill(db)
  const full = [await take(), await take(), await take()]
  return {
    empty_drain_per_s: Math.round(median(empty)),
    full_drain_per_s: Math.round(median(full)),
    drain_ratio: Math.round((100 * median(full)) / median(empty)) / 100,
  }
}

/** 100,000 batches of ten finished jobs and 20,000 of ten that wait, of a hundred owners. */
async function fill(db: Database): Promise<void> {
  const add = (status: 'complete' | 'queued') =>
    db.query(
      `with made as materialized (
        select gen_random_uuid() as id, 'session:past-' || n % 100 as owner
        from generate_series(1, 5000) as n
      ), batch as (
        insert into batches (id, owner_id, mapping, total, queued, complete, last_event_id)
        select id, owner, 'document_text_v1', 10, case $1 when 'queued' then 10 else 0 end,
          case $1 when 'queued' then 0 else 10 end, 0
        from made
      )
      insert into jobs (id, batch_id, sequence, owner_id, original_filename, bytes, sha256, mapping,
        source_type, upload_key, status, stage, progress, result_key, completed_at, epoch,
        attempt_count, held_by)
      select gen_random_uuid(), id, s, owner, 'invoice.pdf', 1000, md5(random()::text) || md5(id::text),
        'document_text_v1', 'file', 'sources/x', $1, case $1 when 'queued' then 'queued' else 'done' end,
        case $1 when 'queued' then 0 else 100 end, case $1 when 'complete' then 'r' end,
        case $1 when 'complete' then now() end, 1, 1,
        case when $1 = 'queued' and s > 3 then 'batch' end
      from made, generate_series(1, 10) as s`,
      [status],
    )
  await db.query('alter table jobs disable trigger all')
  for (let part = 0; part < 20; part++) await add('complete')
  for (let part = 0; part < 4; part++) await add('queued')
  await db.query('alter table jobs enable trigger all')
  await db.query(`insert into lanes (owner_id, needs, turn, place)
    select owner_id, 'none', 0, min(place) from jobs where status = 'queued' group by owner_id`)
  await db.query('vacuum analyze')
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
