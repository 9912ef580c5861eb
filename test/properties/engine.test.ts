import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest'
import { fsBlobs } from '../../src/blobs/fs.ts'
import type { Database } from '../../src/db/db.ts'
import { enqueueBatches } from '../../src/db/jobs/enqueue.sql.ts'
import { reportProgress } from '../../src/db/jobs/progress.sql.ts'
import { completeJob } from '../../src/db/jobs/transitions.sql.ts'
import { connectPg } from '../../src/db/pg.ts'
import { Stage } from '../../src/domain/job/job.ts'
import { rescueLostJobs } from '../../src/queue/rescue-lost-jobs.ts'
import type { Handler } from '../../src/queue/attempt.ts'
import { startWorker, type WorkerOptions } from '../../src/queue/worker.ts'
import { verifyHash } from '../../src/reading/fetch-source.ts'
import { cloneDatabase, type TestDatabase } from '../support/database/database.ts'
import { deferred } from '../support/processes/deferred.ts'
import { sha256 } from '../support/docket/visitor.ts'
import { claim, newBatch, queueJobs, readStatus } from '../support/database/jobs.ts'
import { connectThroughProxy, type ProxiedDatabase } from '../support/database/proxied-database.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await cloneDatabase()
  db = database.db
})
afterAll(() => database.drop())

async function clean(): Promise<void> {
  await db.query('truncate batches, events, owner_shares cascade')
  await db.query('update queue_clock set virtual_time = 0')
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

function work(handler: Handler, options: Partial<WorkerOptions> = {}) {
  return startWorker({
    db,
    handler,
    log: silent,
    workerId: 'worker-a',
    concurrency: 4,
    leaseSeconds: 30,
    pollMs: 20,
    maxRetries: 3,
    ...options,
  })
}

const owners = ['session:ada', 'session:bob', 'user:eve']
const waiting = fc.record({
  owner: fc.constantFrom(...owners),
  priority: fc.constantFrom(0, 5, 10),
})

it('P8: claims jobs per owner by priority, then by age, with several owners', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(waiting, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      async (queued, limit) => {
        await clean()
        const batches = queued.map(({ owner: owner_id, priority }) =>
          newBatch(1, { owner_id, priority }),
        )
        // Ids are ascending, so the first job is the oldest.
        await enqueueBatches(db, batches)
        const ids = batches.map(({ jobs }) => jobs[0]?.id ?? '')
        const claimed: string[][] = []
        // A claim may be empty if it is the turn of an owner without waiting jobs.
        for (let turn = 0; turn < 2 * (ids.length + owners.length); turn++) {
          claimed.push((await claim(db, limit)).map(({ id }) => id))
        }
        expect(claimed.flat().toSorted()).toEqual(ids.toSorted())
        for (const owner of owners) {
          const own = ids.filter((_, nth) => queued[nth]?.owner === owner)
          const byPriority = own.toSorted((a, b) => priorityOf(b) - priorityOf(a))
          const turn = (id: string) => claimed.findIndex((together) => together.includes(id))
          const turns = byPriority.map(turn)
          expect(turns).toEqual(turns.toSorted((a, b) => a - b))
        }
        function priorityOf(id: string): number {
          return queued[ids.indexOf(id)]?.priority ?? 0
        }
      },
    ),
    { numRuns: 100 },
  )
})

it('P9: runs each job on one worker at a time, with one result', async () => {
  const batchSizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 })
  const slots = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(
      batchSizes,
      slots,
      fc.integer({ min: 0, max: 5 }),
      async (sizes, slots, ms) => {
        await clean()
        const running = new Set<string>()
        const runs: string[] = []
        const handler: Handler = async ({ id, epoch }) => {
          expect(running.has(id)).toBe(false)
          running.add(id)
          runs.push(id)
          await sleep(ms)
          running.delete(id)
          return { result_key: `results/${id}/${epoch}` }
        }
        const workers = slots.map((concurrency, nth) =>
          work(handler, { workerId: `worker-${nth}`, concurrency }),
        )
        const jobs = (await Promise.all(sizes.map((size) => queueJobs(db, size)))).flat()
        await waitUntilEnded()
        await Promise.all(workers.map((worker) => worker.stop(5000)))
        expect(runs.toSorted()).toEqual(jobs.map(({ id }) => id).toSorted())
        const results = await db.query<{ id: string; result_key: string; completions: number }>(
          `select id, result_key, (select count(*)::int from events
          where job_id = jobs.id and type = 'complete') as completions from jobs`,
        )
        for (const { id, result_key, completions } of results) {
          expect([result_key, completions]).toEqual([`results/${id}/1`, 1])
        }
      },
    ),
    { numRuns: 20 },
  )
})

async function waitUntilEnded(): Promise<void> {
  await vi.waitFor(
    async () => {
      const left = `select 1 from jobs where status in ('queued', 'processing') limit 1`
      expect(await db.query(left)).toEqual([])
    },
    { interval: 10 },
  )
}

type Damage = 'none' | 'flipped' | 'longer' | 'shorter' | 'replaced'
const damages: Damage[] = ['none', 'flipped', 'longer', 'shorter', 'replaced']

function damage(bytes: Uint8Array, kind: Damage): Uint8Array {
  if (kind === 'flipped') return bytes.map((byte, index) => (index === 0 ? byte ^ 1 : byte))
  if (kind === 'longer') return Buffer.concat([bytes, Buffer.from([0])])
  if (kind === 'shorter') return bytes.subarray(1)
  return kind === 'replaced' ? Buffer.concat([Buffer.from('%PDF-'), bytes]) : bytes
}

it('P11: reads the source by the key in its row, and only if it matches its hash', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-p11-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const blobs = fsBlobs(path.join(folder, 'blobs'))
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 5000 })
  let runs = 0
  await clean()
  await fc.assert(
    fc.asyncProperty(bytes, fc.constantFrom(...damages), async (generated, kind) => {
      // A document that is sent twice would reuse the earlier result instead of being read.
      runs += 1
      const original = Buffer.concat([Buffer.from(`${runs} `), generated])
      const stored = damage(original, kind)
      const [queued] = await queueJobs(db, 1, { sha256: sha256(original) })
      const file = path.join(folder, 'upload')
      await writeFile(file, stored)
      await blobs.putFile(queued?.upload_key ?? '', file)
      const [job] = await claim(db)
      expect(job).toMatchObject({ id: queued?.id, upload_key: queued?.upload_key })
      const copy = await blobs.localCopy(job?.upload_key ?? '', folder)
      const task = { file: copy, sha256: job?.sha256 ?? '' }
      const reading = verifyHash(task, new AbortController().signal)
      if (kind === 'none') await reading
      else await expect(reading).rejects.toMatchObject({ code: 'IO_ERROR' })
      await completeJob(db, { id: job?.id ?? '', epoch: 1 }, { result_key: 'results/x' })
    }),
    { numRuns: 100 },
  )
})

it('P12: progress only increases, from 0 to 100, whatever a handler reports', async () => {
  const report = fc.record({
    stage: fc.constantFrom(...Stage.options),
    progress: fc.integer({ min: 0, max: 100 }),
  })
  await clean()
  await fc.assert(
    fc.asyncProperty(fc.array(report, { maxLength: 6 }), async (reports) => {
      const [queued] = await queueJobs(db)
      const [job] = await claim(db)
      const lease = { id: job?.id ?? '', epoch: job?.epoch ?? 0 }
      expect(lease.id).toBe(queued?.id)
      for (const at of reports) await reportProgress(db, lease, at)
      await completeJob(db, lease, { result_key: 'results/x' })
      const rows = await db.query<{ progress: number }>(
        'select progress from events where job_id = $1 order by number',
        [lease.id],
      )
      const seen = rows.map(({ progress }) => progress)
      expect(seen).toEqual(seen.toSorted((a, b) => a - b))
      expect([seen[0], seen.at(-1)]).toEqual([0, 100])
    }),
    { numRuns: 100 },
  )
})

const outageKinds = ['down', 'silence', 'lost reply'] as const

interface Outage {
  kind: (typeof outageKinds)[number]
  ms: number
  hasFiles: boolean
}

/**
 * Starts an outage with the first commit of a result, and ends it some time after that commit has failed. `db` is the
 * database for the worker.
 */
function outageAtCommit({ db: proxied, proxy }: ProxiedDatabase, { kind, ms, hasFiles }: Outage) {
  const over = deferred()
  let isArmed = false
  let failures = 0
  const begin = {
    down: () => proxy.down(),
    silence: () => proxy.blackhole(ms),
    // Matches any statement of a shared completion, because a prepared one does not contain its text.
    'lost reply': () => proxy.loseReplies(60_000, hasFiles ? /^Q.{4}commit/s : /./s),
  }
  const fail = async <Result>(isCommit: boolean, work: () => Promise<Result>): Promise<Result> => {
    if (!isArmed || !isCommit) return work()
    isArmed = false
    begin[kind]()
    return work()
      .catch((error: unknown) => {
        failures += 1
        throw error
      })
      .finally(() => void sleep(ms).then(proxy.heal).then(over.resolve))
  }
  const watched: Database = {
    ...proxied,
    query: (text, values) =>
      fail(text.includes('complete_and_claim_jobs'), () => proxied.query(text, values)),
    transaction: (run) => fail(true, () => proxied.transaction(run)),
  }
  return { db: watched, over, arm: () => (isArmed = true), failures: () => failures }
}

it('P33: commits a finished result after an outage, unless the lease was lost', async () => {
  const unreliable = await connectThroughProxy(database.url)
  const outages = fc.record({
    ms: fc.integer({ min: 50, max: 400 }),
    kind: fc.constantFrom(...outageKinds),
    hasFiles: fc.boolean(),
    isLeaseLost: fc.boolean(),
  })
  const failed = new Set<string>()
  await fc.assert(
    fc.asyncProperty(outages, async ({ isLeaseLost, ...outage }) => {
      await clean()
      const [job] = await queueJobs(db)
      const id = job?.id ?? ''
      const { db: failing, over, arm, failures } = outageAtCommit(unreliable, outage)
      const runs: number[] = []
      const handler: Handler = async ({ epoch }) => {
        runs.push(epoch)
        if (isLeaseLost) await takeOver(id)
        arm()
        const result_key = `results/${id}/${epoch}`
        return outage.hasFiles ? { result_key, commit: async () => undefined } : { result_key }
      }
      const worker = work(handler, { db: failing, concurrency: 1 })
      await over.promise
      if (isLeaseLost) {
        await worker.stop(5000)
        expect(await readResult(id)).toEqual({ status: 'processing', result_key: null, epoch: 2 })
        await completeJob(db, { id, epoch: 2 }, { result_key: 'results/other' })
        expect(await readResult(id)).toMatchObject({ result_key: 'results/other' })
      } else {
        await vi.waitFor(async () => expect(await readStatus(db, id)).toBe('complete'), {
          interval: 10,
        })
        expect(await readResult(id)).toMatchObject({ result_key: `results/${id}/1` })
        await worker.stop(5000)
      }
      expect(runs).toEqual([1])
      const events = await db.query(`select 1 from events where type = 'complete'`)
      expect(events).toHaveLength(1)
      if (failures() > 0) failed.add(outage.kind)
    }),
    { numRuns: 20 },
  )
  expect([...failed].toSorted()).toEqual(outageKinds.toSorted())
})

/** Lets the lease of a job expire and gives the job to another worker. */
async function takeOver(id: string): Promise<void> {
  await db.query(`update jobs set lease_expires_at = now() - interval '1 second' where id = $1`, [
    id,
  ])
  await rescueLostJobs(db, 3)
  // An interrupted job has to wait before its next attempt.
  await db.query('update jobs set run_at = now() where id = $1', [id])
  await vi.waitFor(
    async () => {
      const [claimed] = await claim(db, 1, 'worker-b')
      expect(claimed).toMatchObject({ id, epoch: 2 })
    },
    { interval: 10 },
  )
}

async function readResult(id: string) {
  const [row] = await db.query<{ status: string; result_key: string | null; epoch: number }>(
    'select status, result_key, epoch from jobs where id = $1',
    [id],
  )
  return row
}

it('P4: tries to connect to the database up to three times, then reports it as unavailable, with exponential backoff', async () => {
  const { hostname: host, port } = new URL(inject('serverUrl'))
  const server = await startingServer({ host, port: Number(port) })
  const url = new URL(database.url)
  url.host = `127.0.0.1:${server.port}`
  const failures = fc.integer({ min: 0, max: 4 })
  await fc.assert(
    fc.asyncProperty(failures, fc.constantFrom('query', 'transaction'), async (count, kind) => {
      const starting = connectPg({ url: url.href, poolSize: 1, onError: () => undefined })
      const connections = server.reject(count)
      const ask = (target: Pick<Database, 'query'>) =>
        target.query<{ one: number }>('select 1 as one')
      const asking = kind === 'query' ? ask(starting) : starting.transaction(ask)
      const outcome = await asking.then(
        ([row]) => row?.one,
        (error: { code: string }) => error.code,
      )
      expect(outcome).toBe(count < 3 ? 1 : 'UNAVAILABLE')
      const times = connections()
      expect(times).toHaveLength(Math.min(count + 1, 3))
      // A timer may fire up to one millisecond early.
      for (const [nth, pauseMs] of [49, 99].slice(0, times.length - 1).entries()) {
        expect((times[nth + 1] ?? 0) - (times[nth] ?? 0)).toBeGreaterThanOrEqual(pauseMs)
      }
      await starting.close()
    }),
    { numRuns: 20 },
  )
})

/** A database server that rejects its first connections because it is starting up. */
async function startingServer(target: { host: string; port: number }) {
  const net = await import('node:net')
  let left = 0
  let seen: number[] = []
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up', '']
  const body = Buffer.from(`${fields.join('\0')}\0`)
  const rejection = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), body])
  rejection.writeInt32BE(body.length + 4, 1)
  const server = net.createServer((client) => {
    seen.push(performance.now())
    client.on('error', () => undefined)
    if (left-- > 0) return void client.once('data', () => client.end(rejection))
    const upstream = net.connect(target)
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
    client.pipe(upstream).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    port: (server.address() as { port: number }).port,
    reject(count: number) {
      left = count
      seen = []
      return () => seen
    },
  }
}
