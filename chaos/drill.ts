import { once } from 'node:events'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import type { NewBatch } from '../src/db/jobs/enqueue.sql.ts'
import type { Database } from '../src/db/db.ts'
import type { Handler } from '../src/queue/attempt.ts'
import { textPdf } from '../test/fixtures/pdfs.ts'
import { newBatch } from '../test/support/database/jobs.ts'
import { findViolatedInvariants } from './invariants.ts'
import { startDocket } from './processes.ts'
import { startProxy } from './proxy.ts'

// A drill triggers one fault at exactly the wrong moment, which the storm does only by chance. Workers run in this
// process; their code comes from a built program, which may contain an injected defect.

/** Longer than any pause on a busy machine, in seconds; drills expire leases explicitly. */
const leaseSeconds = 6
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

interface Site {
  program: string
  db: Database
  url: string
  /** Maximum time to wait for jobs, in milliseconds. */
  maxWaitMs: number
  /** Records a violation. */
  report: (violation: string) => void
  start: (
    workerId: string,
    handler: Handler,
    options?: { leaseSeconds?: number },
  ) => Promise<Worker>
  queue: (batch: NewBatch) => Promise<unknown>
  /** Creates a handler that reports when it starts and ends on demand. */
  stoppable: () => Promise<Stoppable>
}

interface Worker {
  stop(graceMs: number): Promise<void>
  /** Blocks all database calls of the worker until it is thawed. */
  freeze(): void
  thaw(): void
}

interface Stoppable {
  handler: Handler
  begun: Promise<void>
  go: () => void
}

/** Creates a promise and the function that resolves it. */
function createGate(): { opened: Promise<void>; open: () => void } {
  let open = () => undefined as void
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** Queues a batch and freezes the worker that holds one of its jobs until the lease has expired. */
async function freezeHolder(site: Site, name: string, jobs: number) {
  await site.queue(newBatch(jobs))
  const job = await site.stoppable()
  const worker = await site.start(name, job.handler)
  await job.begun
  worker.freeze()
  await endLeases(site)
  return { job, worker }
}

/**
 * Freezes the worker that holds a job, lets another worker claim it, and thaws the first while the job runs or after it
 * has ended.
 */
async function runZombie(site: Site, until: 'runs' | 'is done'): Promise<void> {
  const { job: first, worker: holder } = await freezeHolder(site, 'holder', 1)
  const second = await site.stoppable()
  const next = await site.start('next', second.handler)
  await second.begun
  if (until === 'is done') {
    second.go()
    await waitUntilEnded(site)
  }
  first.go()
  const written = holder.stop(site.maxWaitMs)
  holder.thaw()
  await written
  second.go()
  await waitUntilEnded(site)
  await next.stop(0)
}

export const drills = {
  'a frozen worker finishes while the next one runs its job': (site: Site) =>
    runZombie(site, 'runs'),
  'a frozen worker finishes after the next one has': (site: Site) => runZombie(site, 'is done'),

  'a worker is stopped': async (site: Site) => {
    await site.queue(newBatch(1))
    const { handler, begun: startGate } = await site.stoppable()
    const worker = await site.start('stopping', handler)
    await startGate
    await worker.stop(0)
  },

  'a job is cancelled while it runs': async (site: Site) => {
    const batch = newBatch(1)
    await site.queue(batch)
    const { handler, begun: startGate, go } = await site.stoppable()
    // A long lease, so that the worker learns of the cancellation only after it has finished the job.
    const worker = await site.start('reader', handler, { leaseSeconds: 60 })
    await startGate
    const { cancelJob } = await loadModules(site.program).jobs()
    await cancelJob(site.db, batch.jobs[0]?.id ?? '', batch.owner_id)
    go()
    await worker.stop(site.maxWaitMs)
  },

  'two claims run concurrently': async (site: Site) => {
    await site.db.query(`update dependencies set max_running = 4 where name = 'llm'`)
    for (let n = 0; n < 12; n++)
      await site.queue(newBatch(3, { owner_id: `owner-${n}`, dependency: 'llm', max_running: 3 }))
    const { completeAndClaim } = await loadModules(site.program).jobs()
    const claim = { worker: 'w', leaseSeconds: 60, limit: 4 }
    let second: Promise<unknown> | undefined
    await site.db.transaction(async (tx) => {
      await completeAndClaim(tx, claim)
      // A new job now has the highest priority. A claim that does not see the previous claim exceeds the cap.
      await site.queue(newBatch(1, { dependency: 'llm', priority: 10 }))
      second = completeAndClaim(site.db, claim)
      await waitUntilSettledOrBlocked(site, second)
    })
    await second
  },

  'a job takes longer than its lease': async (site: Site) => {
    await site.queue(newBatch(1))
    const { handler, begun: startGate, go } = await site.stoppable()
    const worker = await site.start('slow', handler)
    await startGate
    const other = await site.start('other', handler)
    // Waits until the job is rescued, or until the other worker has looked for lost jobs after the first lease would
    // have expired.
    const decided = `select 1 from events where type = 'rescue'
      union all select 1 from workers, jobs
      where workers.id = 'other' and heartbeat_at > last_attempt_at + make_interval(secs => $1)`
    while ((await site.db.query(decided, [leaseSeconds * 1.5])).length === 0) await sleep(50)
    go()
    await waitUntilEnded(site)
    await worker.stop(0)
    await other.stop(0)
    const rescued = await site.db.query(`select 1 from events where type = 'rescue'`)
    if (rescued.length > 0) site.report('a job with a renewed lease is not rescued')
  },

  'a worker dies': async (site: Site) => {
    const { job: lost, worker: vanishedWorker } = await freezeHolder(site, 'vanished', 2)
    const { handler, go } = await site.stoppable()
    go()
    const next = await site.start('next', handler)
    await waitUntilEnded(site)
    await next.stop(0)
    vanishedWorker.thaw()
    lost.go()
    await vanishedWorker.stop(0)
  },

  'batches exceed their cap and contain duplicates': async (site: Site) => {
    for (let n = 0; n < 3; n++) {
      const batch = newBatch(7, { max_running: 3 })
      const [duplicatedJob] = batch.jobs
      if (duplicatedJob) batch.jobs.push({ ...duplicatedJob, id: uuidv7() })
      await site.queue(batch)
    }
    const { handler, go } = await site.stoppable()
    go()
    const worker = await site.start('w', handler)
    await waitUntilEnded(site)
    await worker.stop(0)
  },

  'the response to a commit is lost': async (site: Site) => {
    const { hostname, port } = new URL(site.url)
    const proxy = await startProxy({ host: hostname, port: Number(port) })
    const folder = await mkdtemp(path.join(tmpdir(), 'docket-drill-'))
    const proxied = Object.assign(new URL(site.url), { port: String(proxy.port) })
    const env = { DATABASE_URL: proxied.href, DATA_DIR: folder, LOG_LEVEL: 'silent' }
    const web = await startDocket('serve', env, path.join(site.program, 'dist/main.js'))
    try {
      const firstResponse = await fetch(`${web.url}/api/jobs`)
      const [cookie = ''] = firstResponse.headers.get('set-cookie')?.split(';') ?? []
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(await textPdf({ text: 'Lost' }))]), 'lost.pdf')
      proxy.loseReplies(30_000, /enqueue_batches/)
      const sent = { method: 'POST', body: form, headers: { cookie } }
      await fetch(`${web.url}/api/upload`, sent).catch(() => undefined)
      const rows = await site.db.query<{ upload_key: string }>('select upload_key from jobs')
      if (rows.length === 0) site.report('the commit succeeded')
      for (const { upload_key } of rows) {
        const isThere = await access(path.join(folder, 'blobs', upload_key)).then(
          () => true,
          () => false,
        )
        if (!isThere) site.report('a row has its bytes')
      }
    } finally {
      web.child.kill('SIGKILL')
      await web.ended
      await proxy.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
export type Drill = keyof typeof drills

/** Backdates all leases, so that they have expired. */
async function endLeases({ db }: Site): Promise<void> {
  await db.query(
    `update jobs set lease_expires_at = now() - interval '1 s' where status = 'processing'`,
  )
}

/** Waits until the statement has returned or waits for a lock. */
async function waitUntilSettledOrBlocked({ db }: Site, question: Promise<unknown>): Promise<void> {
  let isAnswered = false
  const markSettled = () => {
    isAnswered = true
  }
  void question.then(markSettled, markSettled)
  while (!isAnswered) {
    const waiting = await db.query(
      `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (waiting.length > 0) return
    await sleep(10)
  }
}

/** Waits until no job is left; reports a violation if that takes too long. */
async function waitUntilEnded({ db, report, maxWaitMs }: Site): Promise<void> {
  const deadline = Date.now() + maxWaitMs
  for (;;) {
    const left = await db.query(`select 1 from jobs where status in ('queued', 'processing')`)
    if (left.length === 0) return
    if (Date.now() > deadline) return report(`jobs end: ${left.length} did not`)
    await sleep(20)
  }
}

/** Runs a drill in a separate database. Returns the violations. */
export async function drill(
  name: Drill,
  { program, serverUrl, maxWaitMs }: { program: string; serverUrl: string; maxWaitMs: number },
): Promise<string[]> {
  const parts = loadModules(program)
  const { connectPg } = await parts.pg()
  const { migrate } = await parts.migrate()
  const database = `drill_${uuidv7().replaceAll('-', '')}`
  const server = connectPg({ url: serverUrl, poolSize: 1, onError: () => undefined })
  await server.query(`create database ${database}`)
  const url = Object.assign(new URL(serverUrl), { pathname: database }).href
  const db = connectPg({ url, poolSize: 10, onError: () => undefined })
  const broken: string[] = []
  try {
    await migrate(db, path.join(program, 'migrations'))
    const report = (violation: string) => void broken.push(violation)
    await drills[name]({
      program,
      db,
      url,
      maxWaitMs,
      report,
      ...(await startWorkers(program, db)),
    })
    return [...broken, ...(await findViolatedInvariants(url))]
  } finally {
    await db.close()
    await server.query(`drop database ${database} with (force)`)
    await server.close()
  }
}

async function startWorkers(
  program: string,
  db: Database,
): Promise<Pick<Site, 'start' | 'queue' | 'stoppable'>> {
  const parts = loadModules(program)
  const { startWorker } = await parts.worker()
  const { enqueueBatches } = await parts.batches()
  const { resultKeyPrefix } = await parts.keys()
  const options = { concurrency: 4, pollMs: 50, maxRetries: 20, log: silent, leaseSeconds }
  return {
    queue: (batch) => enqueueBatches(db, [batch]),
    async start(workerId, handler, change = {}) {
      let thawed = createGate()
      thawed.open()
      const freezableDb: Database = {
        ...db,
        query: (text, values) => thawed.opened.then(() => db.query(text, values)),
        transaction: (run) => thawed.opened.then(() => db.transaction(run)),
      }
      const worker = startWorker({ ...options, ...change, db: freezableDb, workerId, handler })
      return {
        stop: (graceMs) => worker.stop(graceMs),
        freeze: () => {
          thawed = createGate()
        },
        thaw: () => thawed.open(),
      }
    },
    async stoppable() {
      const startGate = createGate()
      const released = createGate()
      const handler: Handler = async (job, { signal }) => {
        startGate.open()
        await Promise.race([released.opened, once(signal, 'abort')])
        signal.throwIfAborted()
        const result_key = resultKeyPrefix(job)
        const file = { format: 'txt', content_type: 'text/plain', bytes: 1 } as const
        const outputs = [{ ...file, key: `${result_key}.txt` }]
        return { result_key, outputs }
      }
      return { handler, begun: startGate.opened, go: released.open }
    },
  }
}

/** Loads modules from the built program. */
function loadModules(program: string) {
  const load = async <Module>(file: string) =>
    (await import(path.resolve(program, 'dist', file))) as Module
  return {
    pg: () => load<typeof import('../src/db/pg.ts')>('db/pg.js'),
    migrate: () => load<typeof import('../src/db/migrate.ts')>('db/migrate.js'),
    jobs: () =>
      load<typeof import('../src/db/jobs/transitions.sql.ts')>('db/jobs/transitions.sql.js'),
    batches: () => load<typeof import('../src/db/jobs/enqueue.sql.ts')>('db/jobs/enqueue.sql.js'),
    worker: () => load<typeof import('../src/queue/worker.ts')>('queue/worker.js'),
    keys: () => load<typeof import('../src/blobs/blob-keys.ts')>('blobs/blob-keys.js'),
  }
}
