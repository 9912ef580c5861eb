import { createUnlimitedByteQuotas } from '../support/docket/byte-quotas.ts'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findViolatedInvariants } from '../../chaos/invariants.ts'
import type { Blobs } from '../../src/blobs/blobs.ts'
import { fsBlobs } from '../../src/blobs/fs.ts'
import type { Database, Db } from '../../src/db/db.ts'
import { connectPg } from '../../src/db/pg.ts'
import { createDirectoryCache } from '../../src/directory/owner-directory.ts'
import { createHandler } from '../../src/reading/process-document.ts'
import type { FormPart } from '../../src/intake/upload-form.ts'
import { receiveUpload } from '../../src/intake/receive.ts'
import { sweep } from '../../src/retention/sweep.ts'
import { createScratch } from '../../src/blobs/scratch.ts'
import { AppError } from '../../src/domain/errors/app-error.ts'
import { loadMappings } from '../../src/extraction/mapping/load.ts'
import { createSandbox, type Sandbox } from '../../src/extraction/sandbox/sandbox.ts'
import { createFetch } from '../../src/fetch/fetch.ts'
import { createGuard } from '../../src/fetch/guard.ts'
import { createResolver } from '../../src/fetch/resolve.ts'
import { createEnqueue } from '../../src/queue/group-enqueues.ts'
import { startWorker } from '../../src/queue/worker.ts'
import { makeUnique, textPdf } from '../fixtures/pdfs.ts'
import { cloneDatabase } from '../support/database/database.ts'
import { deferred } from '../support/processes/deferred.ts'

/** Points at which a process may die, fail or hang while it handles a document. */
const points = [
  'receive: before the bytes are stored',
  'receive: after the bytes are stored',
  'receive: before the row is committed',
  'receive: after the row is committed',
  'claim: before the claim',
  'claim: after the claim is committed',
  'settle: before the outputs are stored',
  'settle: after the outputs are stored',
  'settle: before the commit',
  'settle: after the commit',
  'retain: before the file is deleted',
  'retain: after the file is deleted',
] as const
type Point = (typeof points)[number]

const actions = ['exits', 'throws', 'stalls'] as const
type Action = (typeof actions)[number]

const leaseSeconds = 1
type Hit = (point: Point) => Promise<void>

/** Wraps a database and a storage so that they fail once, at the chosen point. */
function withFailpoints(db: Database, blobs: Blobs, hit: Hit): { db: Database; blobs: Blobs } {
  const runAround = async <Result>(
    [before, after]: [Point | undefined, Point | undefined],
    work: () => Promise<Result>,
  ): Promise<Result> => {
    if (before) await hit(before)
    const result = await work()
    if (after) await hit(after)
    return result
  }
  const query = <Row>(on: Db, text: string, values?: unknown[]): Promise<Row[]> => {
    if (text.includes('enqueue_batches')) {
      const names: [Point, Point] = [points[2], points[3]]
      return runAround(names, () => on.query<Row>(text, values))
    }
    if (text.includes('complete_and_claim_jobs')) {
      const isSettling = values?.[3] !== '[]'
      const names: [Point, Point] = isSettling ? [points[8], points[9]] : [points[4], points[5]]
      return runAround(names, () => on.query<Row>(text, values))
    }
    if (text.includes('delete from blob_deletions')) {
      return runAround([points[11], undefined], () => on.query<Row>(text, values))
    }
    return on.query<Row>(text, values)
  }
  return {
    db: {
      ...db,
      query: (text, values) => query(db, text, values),
      transaction: (run) =>
        db.transaction((tx) => run({ query: (text, values) => query(tx, text, values) })),
    },
    blobs: {
      ...blobs,
      putFiles: (files) => {
        const first = files[0]?.key.startsWith('sources') ? 0 : 6
        return runAround([points[first], points[first + 1]], () => blobs.putFiles(files))
      },
      delete: (key) => runAround([points[10], undefined], () => blobs.delete(key)),
    },
  }
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
let sandbox: Sandbox

beforeAll(() => {
  sandbox = createSandbox({ size: 2, referenceData: { folder: path.resolve('.') } })
})
afterAll(() => sandbox.close())

async function* form(bytes: Uint8Array): AsyncGenerator<FormPart> {
  const stream = Readable.from([Buffer.from(bytes)])
  yield { kind: 'file', filename: 'point.pdf', content_type: 'application/pdf', stream }
}

// These tests mostly wait for leases and stalled calls, each with a database of its own, so several run at once.
describe.each(actions)('a process that %s', { concurrent: true }, (action: Action) => {
  it.for(points)('at "%s" does not break a guarantee', async (point, { onTestFinished }) => {
    const { db: steady, url, drop } = await cloneDatabase()
    onTestFinished(drop)
    const folder = await mkdtemp(path.join(tmpdir(), 'docket-point-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const scratch = createScratch(path.join(folder, 'tmp'))
    await scratch.sweep()
    const store = fsBlobs(path.join(folder, 'blobs'))
    // A separate connection, so that it ends with the process.
    const deletions = connectPg({ url, poolSize: 5, onError: () => undefined })
    let hits = 0
    let isDead = false
    const death = deferred()
    const testEnd = deferred()
    /** Calls of a dead process hang until the end of the test, so that its loops have no effect. */
    const hangForever = async (): Promise<never> => {
      await testEnd.promise
      throw new AppError('UNAVAILABLE')
    }
    const reachPoint: Hit = async (reached) => {
      if (isDead) await hangForever()
      if (reached !== point || hits++ > 0) return
      // Fails as a storage or database does: if the response is lost, the outcome of the commit is unknown.
      if (action === 'throws')
        throw new AppError(point.includes('stored') ? 'IO_ERROR' : 'UNAVAILABLE')
      if (action === 'stalls') await sleep(leaseSeconds * 2500)
      if (action === 'exits') {
        isDead = true
        await steady.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`)
        death.resolve()
        await hangForever()
      }
    }
    const faultyDb: Database = {
      ...deletions,
      query: (text, values) => (isDead ? hangForever() : deletions.query(text, values)),
      transaction: (run) => (isDead ? hangForever() : deletions.transaction(run)),
    }
    const faulty = withFailpoints(faultyDb, store, reachPoint)
    const facts = { mappings: loadMappings('mappings'), defaultMapping: 'document_text_v1' }
    const limits = { maxUploadBytes: 1e6, maxPdfsPerBatch: 15, maxRunningPerBatch: 3 }
    const urlGuard = createGuard({ resolve: createResolver(), allowLoopback: false })
    const reader = 'test'
    const receiveDeps = {
      reader,
      ...facts,
      ...limits,
      scratch,
      sandbox,
      urlGuard,
      webhookGuard: urlGuard,
    }
    const fetching = { fetchUrl: createFetch(urlGuard), sandbox, ...limits }
    const options = { log: silent, concurrency: 2, leaseSeconds, pollMs: 50, maxRetries: 5 }
    const start = (on: { db: Database; blobs: Blobs }, workerId: string) =>
      startWorker({
        ...options,
        ...on,
        workerId,
        handler: createHandler({
          ...on,
          ...fetching,
          scratch,
          reader,
          directories: createDirectoryCache(on.db),
          read: sandbox.extract,
          rewrite: sandbox.rewrite,
        }),
      })

    // The faulty process accepts an upload and reads it. Its failures do not stop the test.
    const sender = {
      owner_id: 'session:test',
      route: '/api/upload',
      idempotency_key: undefined,
      priority: 0,
      client_ip: null,
      user_agent: null,
    }
    const receiving = {
      ...receiveDeps,
      ...faulty,
      enqueue: createEnqueue(faulty.db),
      byteQuotas: createUnlimitedByteQuotas(faulty.db),
    }
    const signal = new AbortController().signal
    const bytes = makeUnique(await textPdf({ text: 'At this point' }))
    const acknowledged = await Promise.race([
      receiveUpload(receiving, { sender, parts: form(bytes), signal }, async (job) => job).then(
        ({ response }) => response,
        () => undefined,
      ),
      death.promise,
    ])
    const faultyWorker = start(faulty, 'faulty')
    onTestFinished(async () => {
      testEnd.resolve()
      await faultyWorker.stop(0)
      await deletions.close()
    })
    const isOver = async () => {
      const active = await steady.query(
        `select 1 from jobs where status in ('queued', 'processing')`,
      )
      expect(hits > 0 || active.length === 0).toBe(true)
    }
    await vi.waitFor(isOver, { interval: 50 })

    // A second process starts and completes all work.
    const healthyProcess = { db: steady, blobs: store }
    const worker = start(healthyProcess, 'sound')
    await vi.waitFor(
      async () => {
        const active = await steady.query(
          `select 1 from jobs where status in ('queued', 'processing')`,
        )
        expect(active).toEqual([])
      },
      { interval: 50 },
    )
    await worker.stop(5000)
    if (action !== 'exits') await faultyWorker.stop(0)
    const rows = await steady.query<{ id: string; status: string; upload_key: string }>(
      'select id, status, upload_key from jobs',
    )
    if (acknowledged) expect(rows.map((row) => row.id)).toContain(acknowledged.job_id)
    for (const { status, upload_key } of rows) {
      expect(status).toBe('complete')
      await access(path.join(folder, 'blobs', upload_key))
    }
    expect(await findViolatedInvariants(url)).toEqual([])

    // All data expires. The faulty process starts the deletion, and the healthy process completes it.
    await steady.query(`update jobs set completed_at = completed_at - interval '40 days',
      queued_at = queued_at - interval '40 days'`)
    const days = { sourceDays: 7, resultDays: 30, batchDays: 30 }
    if (point.startsWith('retain')) {
      await Promise.race([sweep({ ...faulty, ...days }).catch(() => undefined), death.promise])
    }
    await sweep({ ...healthyProcess, ...days })
    expect(await steady.query(`select 1 from jobs where status <> 'expired'`)).toEqual([])
    for (const { upload_key } of rows) {
      await expect(access(path.join(folder, 'blobs', upload_key))).rejects.toThrow('ENOENT')
    }
    expect(hits, 'the point was reached').toBeGreaterThan(0)
  })
})
