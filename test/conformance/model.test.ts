import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/db/db.ts'
import {
  cancelJob,
  completeJob,
  failJob,
  type Lease,
  requeueJob,
  retryJob,
} from '../../src/db/jobs/transitions.sql.ts'
import { rereadJobs } from '../../src/db/jobs/rereads.sql.ts'
import { renewLeases } from '../../src/db/jobs/renew-leases.sql.ts'
import { failLostJobs, lockLostJobs, rescueJobs } from '../../src/db/queue/rescue.sql.ts'
import { cloneDatabase, type TestDatabase } from '../support/database/database.ts'
import { claim as claimJobs, failure, owner, queueJobs } from '../support/database/jobs.ts'

/** A job as the model expects it. The queue must always agree with the model. */
interface ModelJob {
  id: string
  status: 'queued' | 'processing' | 'complete' | 'failed' | 'cancelled'
  epoch: number
  attempts: number
  interruptions: number
  leasedUntil: number
  runAt: number
  result: string | null
  /** True while a complete document is read again. */
  rereads: boolean
}

interface Queue {
  db: Database
  /** Leases that workers have received, whether or not they are still valid. */
  leases: Lease[]
}

interface Model {
  jobs: ModelJob[]
  now: number
}

// Time advances in whole minutes, and leases end in between, so the duration of the test does not matter.
const leaseSeconds = 30.5 * 60
const retrySeconds = 10.5 * 60
const maxInterruptions = 2

/** Advances the database clock by moving every stored timestamp. */
function pass(db: Database, seconds: number): Promise<unknown> {
  return db.query(
    `update jobs set run_at = run_at - make_interval(secs => $1),
      lease_expires_at = lease_expires_at - make_interval(secs => $1)`,
    [seconds],
  )
}

type Command = fc.AsyncCommand<Model, Queue>
const isHeld = (job: ModelJob | undefined, lease: Lease): job is ModelJob =>
  job?.status === 'processing' && job.epoch === lease.epoch

/** Writes as a worker that holds a lease: succeeds if the lease is valid. Otherwise, it must have no effect. */
function write(
  name: string,
  pick: number,
  send: (db: Database, lease: Lease) => Promise<Lease[]>,
  change: (job: ModelJob, model: Model, lease: Lease) => void,
): Command {
  return {
    check: () => true,
    toString: () => `${name}(${pick})`,
    async run(model, { db, leases }) {
      const lease = leases[pick % Math.max(1, leases.length)]
      if (!lease) return
      const job = model.jobs.find(({ id }) => id === lease.id)
      const held = isHeld(job, lease)
      expect(await send(db, lease)).toHaveLength(held ? 1 : 0)
      if (held) change(job, model, lease)
      await compare(model, db)
    },
  }
}

async function compare(model: Model, db: Database): Promise<void> {
  const rows = await db.query(
    `select id, status, epoch, attempt_count as attempts, interruption_count as interruptions,
      result_key as result
    from jobs order by id`,
  )
  const expected = model.jobs
    .map(({ id, status, epoch, attempts, interruptions, result }) => {
      return { id, status, epoch, attempts, interruptions, result }
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(rows).toEqual(expected)
}

/** Changes the state after a failure or cancellation. A document that is read again keeps its result. */
function end(job: ModelJob, status: 'failed' | 'cancelled'): void {
  Object.assign(job, { status: job.rereads ? 'complete' : status, rereads: false })
}

const add = (): Command => ({
  check: (model) => model.jobs.length < 4,
  toString: () => 'add',
  async run(model, { db }) {
    const [job] = await queueJobs(db)
    const fresh = { status: 'queued', result: null, rereads: false } as const
    const counts = { epoch: 0, attempts: 0, interruptions: 0 }
    model.jobs.push({ id: job?.id ?? '', ...fresh, ...counts, leasedUntil: 0, runAt: model.now })
  },
})

const tick = (seconds: number): Command => ({
  check: () => true,
  toString: () => `tick(${seconds})`,
  async run(model, { db }) {
    model.now += seconds
    await pass(db, seconds)
  },
})

const claim = (limit: number): Command => ({
  check: () => true,
  toString: () => `claim(${limit})`,
  async run(model, { db, leases }) {
    const ready = model.jobs.filter((job) => job.status === 'queued' && job.runAt <= model.now)
    const claimed = await claimJobs(db, limit, 'w', leaseSeconds)
    expect(claimed).toHaveLength(Math.min(limit, ready.length))
    for (const { id, epoch } of claimed) {
      const job = ready.find((one) => one.id === id)
      if (!job) throw new Error('A job was claimed that was not ready')
      const next = {
        status: 'processing',
        epoch: job.epoch + 1,
        attempts: job.attempts + 1,
      } as const
      Object.assign(job, next, { leasedUntil: model.now + leaseSeconds })
      leases.push({ id, epoch })
    }
    await compare(model, db)
  },
})

const rescue = (): Command => ({
  check: () => true,
  toString: () => 'rescue',
  async run(model, { db }) {
    const isHopeless = (job: { interruption_count: number }) =>
      job.interruption_count === maxInterruptions
    const lost = (await lockLostJobs(db)).map((job) => ({ ...job, delay_seconds: retrySeconds }))
    await rescueJobs(
      db,
      lost.filter((job) => !isHopeless(job)),
      failure,
    )
    await failLostJobs(db, lost.filter(isHopeless), failure)
    for (const job of model.jobs) {
      if (job.status !== 'processing' || job.leasedUntil >= model.now) continue
      job.interruptions += 1
      if (job.interruptions > maxInterruptions) end(job, 'failed')
      else
        Object.assign(job, {
          status: 'queued',
          attempts: job.attempts - 1,
          runAt: model.now + retrySeconds,
        })
    }
    await compare(model, db)
  },
})

const personCommand = (name: 'cancel' | 'requeue' | 'reread', pick: number): Command => ({
  check: (model) => model.jobs.length > 0,
  toString: () => `${name}(${pick})`,
  async run(model, { db }) {
    const job = model.jobs[pick % model.jobs.length]
    if (!job) return
    const may = sources[name].includes(job.status)
    expect(await ask[name](db, job.id)).toHaveLength(may ? 1 : 0)
    if (may && name === 'cancel') end(job, 'cancelled')
    if (may && name !== 'cancel') {
      const rereads = name === 'reread'
      Object.assign(job, { status: 'queued', runAt: model.now, rereads })
      Object.assign(job, { attempts: 0, interruptions: 0 })
    }
    await compare(model, db)
  },
})

const sources = {
  cancel: ['queued', 'processing'],
  requeue: ['failed', 'cancelled'],
  reread: ['complete'],
}

const ask: Record<keyof typeof sources, (db: Database, id: string) => Promise<unknown[]>> = {
  cancel: (db, id) => cancelJob(db, id, owner),
  requeue: (db, id) => requeueJob(db, id, owner),
  reread: (db, id) => {
    const asIs = { mapping: null, params: null, include_approved: false }
    return rereadJobs(db, { ids: [id], owner_id: owner, ...asIs })
  },
}

const resultKeyPrefix = (lease: Lease) => `results/${lease.id}/${lease.epoch}`

const commands = [
  fc.constant(add()),
  fc.integer({ min: 1, max: 40 }).map((minutes) => tick(60 * minutes)),
  fc.integer({ min: 1, max: 3 }).map(claim),
  fc.nat(20).map((pick) =>
    write(
      'finish',
      pick,
      (db, lease) => completeJob(db, lease, { result_key: resultKeyPrefix(lease) }),
      (job, _, lease) =>
        Object.assign(job, { status: 'complete', result: resultKeyPrefix(lease), rereads: false }),
    ),
  ),
  fc.nat(20).map((pick) =>
    write(
      'fail',
      pick,
      (db, lease) => failJob(db, lease, failure),
      (job) => end(job, 'failed'),
    ),
  ),
  fc.nat(20).map((pick) =>
    write(
      'retry',
      pick,
      (db, lease) => retryJob(db, lease, failure, { seconds: retrySeconds }),
      (job, model) => Object.assign(job, { status: 'queued', runAt: model.now + retrySeconds }),
    ),
  ),
  fc.nat(20).map((pick) =>
    write(
      'beat',
      pick,
      (db, lease) => renewLeases(db, [lease], leaseSeconds),
      (job, model) => Object.assign(job, { leasedUntil: model.now + leaseSeconds }),
    ),
  ),
  fc.constant(rescue()),
  fc.nat(4).map((pick) => personCommand('cancel', pick)),
  fc.nat(4).map((pick) => personCommand('requeue', pick)),
  fc.nat(4).map((pick) => personCommand('reread', pick)),
]

async function check(db: Database, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 40, size: 'max' }), async (sequence) => {
      await db.query('delete from batches')
      await db.query('delete from owner_shares')
      const setup = () => ({ model: { jobs: [], now: 0 }, real: { db, leases: [] } })
      await fc.asyncModelRun(setup, sequence)
    }),
    { numRuns, seed: Number(process.env.MODEL_SEED ?? 20) },
  )
}

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

/** Returns a database whose statements all have a weaker fence, like those of other queues. */
function weakenFence(weaken: (sql: string) => string): Database {
  const { db } = database
  return { ...db, query: (text, values) => db.query(weaken(text), values) }
}

const runs = Number(process.env.MODEL_RUNS ?? 300)

describe('the queue compared with a model', () => {
  it(`agrees over ${runs} random histories`, { timeout: 600_000 }, async () => {
    await check(database.db, runs)
  })

  it('diverges if only the status is used for fencing, as in River or pg-boss', {
    timeout: 120_000,
  }, async () => {
    const statusOnly = weakenFence((sql) =>
      sql.replace('and epoch = $2 and status', 'and $2::int > 0 and status'),
    )
    await expect(check(statusOnly, 300)).rejects.toThrow('Property failed')
  })

  it('diverges if only the id is used for fencing, as in Oban or graphile-worker', {
    timeout: 120_000,
  }, async () => {
    const idOnly = weakenFence((sql) =>
      sql.replace(`and epoch = $2 and status = 'processing'`, 'and $2::int > 0'),
    )
    await expect(check(idOnly, 300)).rejects.toThrow('Property failed')
  })
})
