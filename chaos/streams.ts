import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BatchStreamMessage, createDocket } from '../src/client/docket.ts'
import type { Database } from '../src/db/db.ts'
import { startEmbedded } from '../src/db/embedded/server.ts'
import { deleteJobs } from '../src/db/jobs/delete-job.sql.ts'
import { cancelJob } from '../src/db/jobs/transitions.sql.ts'
import { migrate } from '../src/db/migrate.ts'
import { connectPg } from '../src/db/pg.ts'
import { createRandom } from '../test/fixtures/random.ts'
import { claim, queueJobs } from '../test/support/database/jobs.ts'
import { jwtSecret, createAuthHeaders } from '../test/support/docket/tokens.ts'
import { listCurrentJobs, followOwnerJobs } from './job-stream-followers.ts'
import { type DocketProcess, startDocket } from './processes.ts'

export interface StreamsReport {
  /** Number of clients that follow the batch; `owner_clients` follow all jobs of its owner. */
  clients: number
  owner_clients: number
  events: number
  /** The owner's jobs, including deleted ones. */
  jobs: number
  resets: number
  connections: number
  cuts: number
  restarts: number
  seconds: number
  violations: string[]
}

const clients = 160
const ownerClients = 40
/** Maximum time for clients to catch up after the last change, in milliseconds. */
const maxWaitMs = 60_000
const jobs = 15
const owner = 'user:chaos'

/**
 * Clients follow one batch, or all jobs of its owner; they are disconnected at random and resume, while the web process
 * is killed or restarted. Batch clients must see every event once and in order. Owner clients must see the final state
 * of every job, most of which change only once.
 */
export async function breakStreams({
  seconds,
  seed,
}: {
  seconds: number
  seed: number
}): Promise<StreamsReport> {
  const startedAt = performance.now()
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-chaos-streams-'))
  const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
  const db = connectPg({ url: server.url, poolSize: 5, onError: () => undefined })
  const random = createRandom(seed)
  try {
    await migrate(db, 'migrations')
    const batch = await runningBatch(db)
    const env = { DATA_DIR: folder, DATABASE_URL: server.url, JWT_SECRET: jwtSecret }
    const web = await restartRepeatedly(env, seconds, random)
    const followers = Array.from({ length: clients }, () => follow(web.url, batch, random))
    const place = { baseUrl: web.url, headers: await createAuthHeaders('chaos') }
    const ownerFollowers = Array.from({ length: ownerClients }, () =>
      followOwnerJobs(place, random),
    )
    await Promise.all([changeJobs(db, batch, seconds), queueAndDelete(db, seconds), web.over])
    await endBatch(db, batch)
    const expectedJobs = await listCurrentJobs(db, owner)
    const missing = await Promise.all(
      ownerFollowers.map((one) => one.missing(expectedJobs, maxWaitMs)),
    )
    const seen = await Promise.all(followers)
    await web.stop()
    const [row] = await db.query<{ events: number }>(
      'select last_event_id as events from batches where id = $1',
      [batch],
    )
    const events = row?.events ?? 0
    return {
      clients,
      owner_clients: ownerClients,
      events,
      jobs: expectedJobs.size,
      resets: sum(ownerFollowers.map(({ resets }) => resets)),
      connections: sum([...seen, ...ownerFollowers].map(({ connections }) => connections)),
      cuts: sum([...seen, ...ownerFollowers].map(({ cuts }) => cuts)),
      restarts: web.restarts(),
      seconds: Math.round((performance.now() - startedAt) / 1000),
      violations: [
        ...seen.flatMap(({ numbers }, client) => findFaults(numbers, events, client)),
        ...missing.flatMap(describeMissing),
      ],
    }
  } finally {
    await db.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function runningBatch(db: Database): Promise<string> {
  const [job] = await queueJobs(db, jobs, { owner_id: owner })
  if (job === undefined) throw new Error('No job was queued')
  await claim(db, jobs)
  await db.query(`update jobs set lease_expires_at = now() + interval '1 day'`)
  return job.batch_id
}

/** Changes one job after another. */
async function changeJobs(db: Database, batch: string, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000
  for (let n = 0; performance.now() < end; n++) {
    await db.query(
      `update jobs set progress = (progress + 1) % 90 where batch_id = $1 and sequence = $2`,
      [batch, (n % jobs) + 1],
    )
    await sleep(100)
  }
}

/** Queues jobs, cancels each of them once, and deletes some. */
async function queueAndDelete(db: Database, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000
  for (let n = 0; performance.now() < end; n++) {
    const [job] = await queueJobs(db, 1, { owner_id: owner })
    await sleep(150)
    if (job && n % 2 === 0) await cancelJob(db, job.id, owner)
    await sleep(150)
    if (job && n % 4 === 0) await db.transaction((tx) => deleteJobs(tx, [job.id]))
  }
}

async function endBatch(db: Database, batch: string): Promise<void> {
  const rows = await db.query<{ id: string }>('select id from jobs where batch_id = $1', [batch])
  for (const { id } of rows) await cancelJob(db, id, owner)
}

/** Runs a web process, stops or kills it every few seconds, and restarts it on the same port. */
async function restartRepeatedly(
  env: Record<string, string>,
  seconds: number,
  random: () => number,
) {
  let web: DocketProcess = await startDocket('serve', env)
  const { url } = web
  const fixed = { ...env, PORT: new URL(url).port }
  let restarts = 0
  const keepRestarting = async () => {
    const end = performance.now() + seconds * 1000
    while (performance.now() < end) {
      await sleep(2000 + 3000 * random())
      web.child.kill(random() < 0.5 ? 'SIGTERM' : 'SIGKILL')
      await web.ended
      web = await startDocket('serve', fixed)
      restarts += 1
    }
  }
  return {
    url,
    over: keepRestarting(),
    restarts: () => restarts,
    stop: async () => {
      web.child.kill('SIGTERM')
      await web.ended
    },
  }
}

interface ClientLog {
  numbers: number[]
  connections: number
  cuts: number
}

/** Follows the batch to its end and disconnects at random. */
async function follow(baseUrl: string, batch: string, random: () => number): Promise<ClientLog> {
  const { authorization } = await createAuthHeaders('chaos')
  const token = authorization.slice('Bearer '.length)
  const seen: ClientLog = { numbers: [], connections: 0, cuts: 0 }
  const docket = createDocket({
    baseUrl,
    token,
    fetch: (input, init) => {
      seen.connections += 1
      return fetch(input, init)
    },
  })
  for (;;) {
    const cut = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const lastEventId = String(seen.numbers.at(-1) ?? 0)
    try {
      for await (const message of docket.watch(batch, { lastEventId, signal: cut.signal })) {
        // Starts the timer at the first message; otherwise, a slow machine might disconnect before any message arrives.
        timer ??= setTimeout(() => cut.abort(), 4000 * random())
        if (message.event === 'end') return seen
        seen.numbers.push(...eventNumber(message))
      }
    } catch (error) {
      if (!cut.signal.aborted) throw error
      seen.cuts += 1
    } finally {
      clearTimeout(timer)
    }
  }
}

function eventNumber({ event, data }: BatchStreamMessage): number[] {
  if (event === 'job' || event === 'batch') return [data.number]
  // Nothing in this test should cause a reset message.
  return [-1]
}

function findFaults(numbers: number[], events: number, client: number): string[] {
  const wrong = numbers.findIndex((number, index) => number !== index + 1)
  if (wrong >= 0) return [`client ${client} saw ${numbers[wrong]} where ${wrong + 1} belongs`]
  return numbers.length === events ? [] : [`client ${client} saw ${numbers.length} of ${events}`]
}

function describeMissing(missing: string[], client: number): string[] {
  const [first] = missing
  return first ? [`owner's client ${client} misses ${missing.length} jobs, of them ${first}`] : []
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
