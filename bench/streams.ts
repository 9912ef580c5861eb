import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startDocket } from '../chaos/processes.ts'
import type { Database } from '../src/db/db.ts'
import { startEmbedded } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'
import { connectPg } from '../src/db/pg.ts'
import { claim, queueJobs } from '../test/support/database/jobs.ts'
import { jwtSecret, createAuthHeaders } from '../test/support/docket/tokens.ts'
import { comparedRounds, median } from './clock.ts'
import { readStreams, type StreamReaders } from './stream-readers.ts'

const connections = 2000
const jobs = 15
const bursts = 6
const listeners = 32
const listSeconds = 2
const owner_id = 'user:bench'

interface FanOut {
  events_per_s: number
  /** CPU time of the server per event and client. */
  cpu_us_per_event: number
}

/** Compares job lists and streams to 2,000 clients with those of a minimal Node server, alternating between them. */
export async function benchStreams() {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-bench-streams-'))
  const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
  const db = connectPg({ url: server.url, poolSize: 5, onError: () => undefined })
  await migrate(db, 'migrations')
  const stage = await prepare(db)
  const env = { DATA_DIR: folder, DATABASE_URL: server.url, JWT_SECRET: jwtSecret }
  const docketServer = await startDocket('serve', env)
  const raw = await startRaw(server.url, stage.sample)
  const headers = await createAuthHeaders('bench')
  try {
    const target = {
      ours: { url: docketServer.url, child: docketServer.child, headers },
      raw: { ...raw, headers: {} },
    }
    const streams = await compare(async () => {
      const bare = await fanOut(target.raw, '/stream', () => sendBurst(raw.child))
      const full = await fanOut(target.ours, await serverUrl(db, stage.batch), () =>
        touch(db, stage.batch),
      )
      return { bare, full }
    })
    const lists = await compare(async () => ({
      bare: await measureRequests(target.raw.url, '/jobs', {}),
      full: await measureRequests(target.ours.url, '/api/jobs?limit=20', headers),
    }))
    return { streams: summary(streams), jobs_list: listSummary(lists) }
  } finally {
    raw.child.kill()
    docketServer.child.kill('SIGTERM')
    await docketServer.ended
    await db.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates a batch whose jobs are all running, and a hundred jobs to list. */
async function prepare(db: Database) {
  for (let n = 0; n < 10; n++) await queueJobs(db, 10, { owner_id: 'user:other' })
  const [job] = await queueJobs(db, jobs, { owner_id })
  if (job === undefined) throw new Error('No job was queued')
  await claim(db, 1000)
  const sample = JSON.stringify({
    number: 1,
    job_id: job.id,
    type: 'progress',
    status: 'processing',
    stage: 'reading',
    progress: 10,
    attempt: 1,
    error_code: null,
    error_detail: null,
    error_message: null,
    created_at: new Date().toISOString(),
  })
  return { batch: job.batch_id, sample }
}

/** Returns a URL that starts at the current event, so that nothing is replayed. */
async function serverUrl(db: Database, batch: string): Promise<string> {
  const [row] = await db.query<{ number: number }>(
    'select last_event_id as number from batches where id = $1',
    [batch],
  )
  return `/api/batch/${batch}/stream?last_event_id=${row?.number ?? 0}`
}

async function startRaw(databaseUrl: string, sample: string) {
  const args = [databaseUrl, owner_id, sample]
  const child = fork('bench/raw-servers.ts', args, { execArgv: ['--import', 'tsx'] })
  const [port] = (await once(child, 'message')) as [number]
  return { child, url: `http://127.0.0.1:${port}` }
}

async function sendBurst(child: ChildProcess): Promise<void> {
  child.send(jobs)
  await once(child, 'message')
}

/** Creates one event for each job in the batch. */
async function touch(db: Database, batch: string): Promise<void> {
  await db.query('update jobs set progress = (progress + 1) % 90 where batch_id = $1', [batch])
}

interface Target {
  url: string
  child: ChildProcess
  headers: Record<string, string>
}

async function fanOut(target: Target, path: string, burst: () => Promise<void>): Promise<FanOut> {
  const readers = await readStreams(target.url, {
    count: connections,
    path,
    headers: target.headers,
  })
  try {
    await settle(readers, burst)
    const events = jobs * bursts
    const before = await cpuSeconds(target.child)
    const startedAt = performance.now()
    const done = readers.all(events)
    for (let n = 0; n < bursts; n++) await burst()
    await done
    const seconds = (performance.now() - startedAt) / 1000
    const cpu = (await cpuSeconds(target.child)) - before
    const delivered = events * connections
    return { events_per_s: delivered / seconds, cpu_us_per_event: (cpu * 1e6) / delivered }
  } finally {
    readers.close()
  }
}

/** Waits until all initial frames have been received. This is the case once a new event has reached every client. */
async function settle(readers: StreamReaders, burst: () => Promise<void>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const all = readers.all(jobs)
  await burst()
  await all
}

async function cpuSeconds({ pid }: ChildProcess): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Returns the number of responses per second to concurrent clients that poll without a pause. */
async function measureRequests(
  url: string,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: listeners })
  const end = performance.now() + listSeconds * 1000
  let responses = 0
  const ask = async () => {
    while (performance.now() < end) {
      await new Promise<void>((resolve, reject) => {
        get(url + path, { agent, headers }, (response) => {
          if (response.statusCode !== 200) reject(new Error(`Answered ${response.statusCode}`))
          response.resume().on('end', resolve)
        }).on('error', reject)
      })
      responses += 1
    }
  }
  await Promise.all(Array.from({ length: listeners }, ask))
  agent.destroy()
  return responses / listSeconds
}

async function compare<Round>(round: () => Promise<Round>): Promise<Round[]> {
  await round()
  const results: Round[] = []
  for (let n = 0; n < comparedRounds; n++) results.push(await round())
  return results
}

function summary(results: { bare: FanOut; full: FanOut }[]) {
  return {
    connections,
    events_per_s: median(results.map(({ full }) => full.events_per_s)),
    raw_events_per_s: median(results.map(({ bare }) => bare.events_per_s)),
    ratio: median(results.map(({ bare, full }) => full.events_per_s / bare.events_per_s)),
    cpu_us_per_event: median(results.map(({ full }) => full.cpu_us_per_event)),
    raw_cpu_us_per_event: median(results.map(({ bare }) => bare.cpu_us_per_event)),
  }
}

function listSummary(results: { bare: number; full: number }[]) {
  return {
    per_s: median(results.map(({ full }) => full)),
    raw_per_s: median(results.map(({ bare }) => bare)),
    ratio: median(results.map(({ bare, full }) => full / bare)),
  }
}
