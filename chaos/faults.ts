import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../src/db/db.ts'
import { type Fleet, workers } from './fleet.ts'
import type { Redis } from './external-services.ts'
import type { Proxy } from './proxy.ts'

export interface FaultTargets {
  fleet: Fleet
  proxy: Proxy
  /** Proxy in front of the bucket, if there is one. */
  storage: Proxy | undefined
  redis: Redis | undefined
  /** A database connection that no fault affects. */
  db: Db
  random: () => number
  leaseSeconds: number
  /** A separate disk that can be filled; undefined if none could be mounted. */
  smallDisk: string | undefined
  restartPostgres: () => void
}

type Fault = (field: FaultTargets) => Promise<void>

const pickWorker = ({ random }: FaultTargets) =>
  workers[Math.floor(random() * workers.length)] ?? ''

/**
 * Freezes the worker that holds a running job, lets another claim the job and, for `done`, finish it. Then thaws the
 * first, which acts on outdated data. This is done deliberately, because it rarely happens by chance.
 */
async function thawZombie(field: FaultTargets, until: 'processing' | 'done'): Promise<void> {
  const { db, fleet, leaseSeconds } = field
  for (let attempt = 0; attempt < 40; attempt++) {
    const [job] = await db.query<{ id: string; epoch: number; leased_by: string }>(
      `select id, epoch, leased_by from jobs where status = 'processing' order by random() limit 1`,
    )
    const owner = workers.find((name) => job?.leased_by.startsWith(name))
    if (!job || !owner) {
      await sleep(25)
      continue
    }
    fleet.signal(owner, 'SIGSTOP')
    const held = await db.query(
      `select 1 from jobs where id = $1 and epoch = $2 and status = 'processing'`,
      [job.id, job.epoch],
    )
    if (held.length > 0) await waitForNextOwner(db, job, until, 6 * leaseSeconds)
    fleet.signal(owner, 'SIGCONT')
    if (held.length > 0) return
  }
}

async function waitForNextOwner(
  db: Db,
  job: { id: string; epoch: number },
  until: 'processing' | 'done',
  seconds: number,
): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (Date.now() < deadline) {
    const [row] = await db.query<{ status: string; epoch: number }>(
      'select status, epoch from jobs where id = $1',
      [job.id],
    )
    const isNext = (row?.epoch ?? 0) > job.epoch
    if (isNext && (until === 'processing' || row?.status === 'complete')) return
    await sleep(10)
  }
}

export const faults: Record<string, Fault> = {
  kill_worker: async (field) => field.fleet.end(pickWorker(field), 'SIGKILL'),
  kill_web: async ({ fleet, random }) =>
    fleet.end(fleet.webs[Math.floor(random() * fleet.webs.length)] ?? '', 'SIGKILL'),
  terminate_worker: async (field) => field.fleet.end(pickWorker(field), 'SIGTERM'),
  freeze_worker: async (field) => {
    const name = pickWorker(field)
    field.fleet.signal(name, 'SIGSTOP')
    await sleep(field.leaseSeconds * 1500)
    field.fleet.signal(name, 'SIGCONT')
  },
  zombie_while_next_runs: (field) => thawZombie(field, 'processing'),
  zombie_after_next_is_done: (field) => thawZombie(field, 'done'),
  reset_connections: async ({ proxy }) => proxy.reset(),
  black_hole: async ({ proxy, leaseSeconds }) => {
    proxy.blackhole(leaseSeconds * 1200)
    await sleep(leaseSeconds * 1200)
  },
  lose_replies_of_commits: async ({ proxy }) => {
    proxy.loseReplies(1500)
    await sleep(1500)
  },
  slow_network: async ({ proxy }) => {
    proxy.delay(40)
    await sleep(1500)
    proxy.delay(0)
  },
  end_half_of_the_backends: async ({ db }) => {
    await db.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'docket%' and pid <> pg_backend_pid() and random() < 0.5`)
  },
  gateway_down: async ({ fleet }) => {
    for (let n = 0; n < 6; n++) {
      fleet.end('gateway', 'SIGKILL')
      await sleep(400)
    }
  },
  gateway_silent: async ({ fleet }) => {
    fleet.signal('gateway', 'SIGSTOP')
    await sleep(3500)
    fleet.signal('gateway', 'SIGCONT')
  },
  restart_postgres: async ({ restartPostgres }) => {
    restartPostgres()
    await sleep(1500)
  },
  fill_the_disk: async ({ smallDisk }) => {
    if (smallDisk === undefined) return
    const ballast = path.join(smallDisk, 'ballast')
    // The write is meant to fail once the disk is full.
    await writeFile(ballast, Buffer.alloc(512 * 1024 * 1024)).catch(() => undefined)
    await sleep(1000)
    await rm(ballast, { force: true })
  },
}

/** Faults in a fleet's Redis and bucket. */
export const externalFaults: Record<string, Fault> = {
  storage_silent: async ({ storage, random }) => {
    const ms = 1000 + 4000 * random()
    storage?.blackhole(ms)
    await sleep(ms)
  },
  storage_cut: async ({ storage }) => {
    for (let n = 0; n < 5; n++) {
      storage?.reset()
      await sleep(200)
    }
  },
  storage_slow: async ({ storage }) => {
    storage?.delay(60)
    await sleep(2000)
    storage?.delay(0)
  },
  restart_redis: async ({ redis, random }) => {
    await redis?.kill()
    await sleep(3000 * random())
    await redis?.start()
  },
  redis_silent: async ({ redis }) => {
    redis?.signal('SIGSTOP')
    await sleep(2000)
    redis?.signal('SIGCONT')
  },
}

/** The faults that reveal the most defects; used in short runs. */
export const targetedFaults = [
  'terminate_worker',
  'zombie_after_next_is_done',
  'lose_replies_of_commits',
  'zombie_while_next_runs',
]
