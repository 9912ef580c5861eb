import { describe, expect, it, vi } from 'vitest'
import type { Database } from '../../src/db/db.ts'
import type { JobsPage } from '../../src/domain/api/routes/jobs.ts'
import { makeUnique, textPdf } from '../fixtures/pdfs.ts'
import { databaseForTest } from '../support/database/database.ts'
import { docketForTest } from '../support/docket/docket.ts'
import { readJob, type Visitor, visitor } from '../support/docket/visitor.ts'
import { connectCache, needsRedis, redisForTest } from '../support/servers/redis.ts'

const pdf = await textPdf()

/** Counts queries that list an owner's jobs. */
function countQueries(db: Database): { db: Database; listings: () => number } {
  let count = 0
  const query: Database['query'] = (text, values) => {
    if (/order by created_at desc, id desc/.test(text)) count += 1
    return db.query(text, values)
  }
  return { db: { ...db, query }, listings: () => count }
}

async function fetchPage(person: Visitor): Promise<JobsPage> {
  return (await (await person.ask('/api/jobs')).json()) as JobsPage
}

describe('polling the job list', () => {
  it('queries the database once for concurrent requests', async () => {
    const countedDb = countQueries((await databaseForTest()).db)
    const docket = await docketForTest({ db: countedDb.db })
    const person = visitor(docket.url)
    await fetchPage(person)
    await fetchPage(person)
    const before = countedDb.listings()
    expect(before).toBeGreaterThan(0)
    await Promise.all(Array.from({ length: 50 }, () => fetchPage(person)))
    // A slow machine adds one query every two seconds.
    expect(countedDb.listings() - before).toBeLessThan(10)
  })

  it('immediately shows every change to its author, in all processes', needsRedis, async () => {
    const redis = await redisForTest()
    const { db } = await databaseForTest()
    const stores = await Promise.all([1, 2].map(async () => (await connectCache(redis)).store))
    const dockets = await Promise.all(stores.map((store) => docketForTest({ db, store })))
    const [one, two] = dockets.map(({ url }) => visitor(url)) as [Visitor, Visitor]
    await one.ask('/api/jobs')
    two.become(one)
    for (const nth of [1, 2, 3]) {
      await Promise.all([fetchPage(one), fetchPage(two)])
      const { id } = await readJob(await one.upload(makeUnique(pdf)))
      for (const person of [two, one]) expect((await fetchPage(person)).jobs).toHaveLength(nth)
      await two.ask(`/api/jobs/${id}/cancel`, { method: 'POST' })
      for (const person of [one, two]) {
        expect((await fetchPage(person)).counts.cancelled).toBe(nth)
      }
    }
  })

  it('continues while Redis is killed, hangs and returns', needsRedis, async () => {
    const redis = await redisForTest()
    const docket = await docketForTest({ store: (await connectCache(redis)).store })
    docket.startWorking()
    const person = visitor(docket.url)
    const finished = async (count: number) => {
      await vi.waitFor(async () => expect((await fetchPage(person)).counts.complete).toBe(count))
    }
    expect((await person.upload(makeUnique(pdf))).status).toBe(202)
    await finished(1)
    await redis.kill()
    expect((await person.upload(makeUnique(pdf))).status).toBe(202)
    await finished(2)
    await redis.start()
    expect((await person.upload(makeUnique(pdf))).status).toBe(202)
    await finished(3)
    redis.freeze()
    expect((await person.upload(makeUnique(pdf))).status).toBe(202)
    await finished(4)
    redis.thaw()
  })
})
