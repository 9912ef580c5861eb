import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '../../src/db/db.ts'
import { connectPg } from '../../src/db/pg.ts'
import { memoryStore } from '../../src/cache/store.ts'
import { makeUnique, textPdf } from '../fixtures/pdfs.ts'
import { databaseForTest } from '../support/database/database.ts'
import { docketForTest } from '../support/docket/docket.ts'
import { readJob, readError, visitor } from '../support/docket/visitor.ts'
import { connectThroughProxy } from '../support/database/proxied-database.ts'
import {
  connectCache,
  needsRedis,
  waitUntilReachable,
  redisForTest,
} from '../support/servers/redis.ts'

const pdf = await textPdf()

/** Creates a database that can be made to reject new connections and close existing ones. */
async function removableDatabase() {
  return connectThroughProxy((await databaseForTest()).url)
}

/** Makes the database reject writes, like a replica. */
async function readOnlyDatabase(url: string, admin: Database): Promise<Database> {
  const name = new URL(url).pathname.slice(1)
  await admin.query(`alter database ${name} set default_transaction_read_only = on`)
  const db = connectPg({ url, poolSize: 5, onError: () => undefined })
  onTestFinished(db.close)
  return db
}

describe('a database outage', () => {
  it('returns 503 with Retry-After, except for job status, which only owners see', async () => {
    const { db, proxy } = await removableDatabase()
    const docket = await docketForTest({ db, store: memoryStore() })
    const [person, other] = [visitor(docket.url), visitor(docket.url)]
    const { id } = await readJob(await person.upload(makeUnique(pdf)))
    const status = await (await person.ask(`/api/job-status/${id}`)).json()
    await other.ask(`/api/job-status/${id}`)
    await proxy.close()
    await vi.waitFor(async () => expect((await person.ask('/api/jobs')).status).toBe(503))
    // Longer than the two seconds for which a response counts as fresh.
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    const cachedResponse = await person.ask(`/api/job-status/${id}`)
    expect([cachedResponse.status, await cachedResponse.json()]).toEqual([200, status])
    for (const [caller, address] of [
      [other, `/api/job-status/${id}`],
      [visitor(docket.url), `/api/job-status/${id}`],
      [person, '/api/job-status/0190a0a0-0000-7000-8000-000000000000'],
      [person, `/api/jobs/${id}`],
    ] as const) {
      const rejected = await caller.ask(address)
      expect(rejected.headers.get('retry-after')).toBe('5')
      expect((await readError(rejected)).slice(0, 2)).toEqual([503, 'UNAVAILABLE'])
    }
    const upload = await person.upload(makeUnique(pdf))
    expect((await readError(upload)).slice(0, 2)).toEqual([503, 'UNAVAILABLE'])
    const readiness = await fetch(`${docket.url}/readyz`)
    expect((await readError(readiness)).slice(0, 2)).toEqual([503, 'UNAVAILABLE'])
    expect((await fetch(`${docket.url}/api/healthz`)).status).toBe(200)
  })

  it('returns 503 with Retry-After while the database is read-only', async () => {
    const { url, db: admin } = await databaseForTest()
    const docket = await docketForTest({ db: await readOnlyDatabase(url, admin) })
    const response = await visitor(docket.url).upload(makeUnique(pdf))
    expect(response.headers.get('retry-after')).toBe('5')
    expect((await readError(response)).slice(0, 2)).toEqual([503, 'UNAVAILABLE'])
  })

  it(
    'P19, P24, P26: serves statuses from Redis for a day, even after Redis lost them',
    needsRedis,
    async () => {
      const redis = await redisForTest()
      const cache = await connectCache(redis)
      const docket = await docketForTest({ store: cache.store })
      docket.startWorking()
      const person = visitor(docket.url)
      const { id } = await readJob(await person.upload(makeUnique(pdf)))
      await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'))
      const ttl = async () => {
        const [job] = await docket.db.query<{ owner_id: string }>('select owner_id from jobs')
        return redis.command('PTTL', `docket:statuses:${job?.owner_id} ${id}`)
      }
      for (const _ of [1, 2]) {
        // Needs several attempts on a busy machine, where Redis may take longer than Docket's timeout.
        await vi.waitFor(async () => {
          const response = (await (await person.ask(`/api/job-status/${id}`)).json()) as object
          expect(response).toMatchObject({ status: 'complete', progress: 100 })
          expect(Number(await ttl())).toBeGreaterThan(86_300_000)
        })
        await redis.kill()
        expect((await person.ask(`/api/job-status/${id}`)).status).toBe(200)
        await redis.start()
        await waitUntilReachable(cache)
      }
    },
  )
})
