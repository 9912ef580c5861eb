import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enqueueBatches } from '../../src/db/batches.sql.ts'
import type { Database, Db } from '../../src/db/db.ts'
import { findJob } from '../../src/db/owned-jobs.sql.ts'
import { findSession, insertSession } from '../../src/db/sessions.sql.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { newBatch, owner } from '../support/jobs.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await cloneDatabase()
  db = database.db
})
afterAll(() => database.drop())

/** The same database, and how often it was asked. */
function counting() {
  const asked = { statements: 0 }
  const counted: Db = {
    query(text, values) {
      asked.statements += 1
      return db.query(text, values)
    },
  }
  return { counted, asked }
}

describe('what is asked at the same moment', () => {
  it('is asked of the database once, and each has an answer of their own', async () => {
    const batches = [newBatch(3), newBatch(1, { owner_id: 'session:other' })]
    await enqueueBatches(db, batches)
    const ids = batches.flatMap(({ jobs }) => jobs.map(({ id }) => id))
    const { counted, asked } = counting()
    const found = await Promise.all(
      [...ids, randomUUID(), ids[0] ?? ''].map((id) => findJob(counted, { id, owner_id: owner })),
    )
    expect(found.map((one) => one && [one.job.id, one.is_mine])).toEqual([
      ...ids.map((id, nth) => [id, nth < 3]),
      undefined,
      [ids[0], true],
    ])
    expect(asked.statements).toBe(1)
  })

  it('goes in several statements where it is much', async () => {
    const batch = newBatch(150)
    await enqueueBatches(db, [batch])
    const { counted, asked } = counting()
    const found = await Promise.all(
      batch.jobs.map(({ id }) => findJob(counted, { id, owner_id: owner })),
    )
    expect(found.map((one) => one?.job.id)).toEqual(batch.jobs.map(({ id }) => id))
    expect(asked.statements).toBe(2)
  })

  it('is only what is true by then: who asks later is asked for anew', async () => {
    const { counted, asked } = counting()
    const [first, second] = [randomUUID(), randomUUID()]
    await insertSession(db, first)
    const both = await Promise.all([findSession(counted, first), findSession(counted, second)])
    expect(both).toEqual([{ id: first, is_extension_due: false }, undefined])
    await insertSession(db, second)
    expect(await findSession(counted, second)).toEqual({ id: second, is_extension_due: false })
    expect(asked.statements).toBe(2)
  })

  it('fails together, and the next time is another', async () => {
    let isAway = true
    const failing: Db = {
      query: (text, values) =>
        isAway ? Promise.reject(new Error('away')) : db.query(text, values),
    }
    const asking = [findSession(failing, 'a'), findSession(failing, 'b')]
    const outcomes = await Promise.allSettled(asking)
    expect(outcomes).toMatchObject([
      { reason: { message: 'away' } },
      { reason: { message: 'away' } },
    ])
    isAway = false
    expect(await findSession(failing, 'a')).toBeUndefined()
  })
})
