import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { shared } from '../../src/db/batched.ts'
import { enqueueBatches } from '../../src/db/jobs/enqueue.sql.ts'
import type { Db } from '../../src/db/db.ts'
import { findJob } from '../../src/db/jobs/owned-jobs.sql.ts'
import { findSession, insertSession } from '../../src/db/identity/sessions.sql.ts'
import { findProgram, publicOwner, saveProgram } from '../../src/db/review/program-cache.sql.ts'
import { databaseForTest } from '../support/database/database.ts'
import { newBatch, owner } from '../support/database/jobs.ts'

/** A database that counts statements. */
async function countStatements() {
  const { db } = await databaseForTest()
  const queries = { statements: 0 }
  const countingDb: Db = {
    query(text, values) {
      queries.statements += 1
      return db.query(text, values)
    },
  }
  return { db, counted: countingDb, queries }
}

describe('concurrent lookups', () => {
  it('share one statement, and each gets its own result', async () => {
    const { db, counted: countingDb, queries } = await countStatements()
    const batches = [newBatch(3), newBatch(1, { owner_id: 'session:other' })]
    await enqueueBatches(db, batches)
    const ids = batches.flatMap(({ jobs }) => jobs.map(({ id }) => id))
    const found = await Promise.all(
      [...ids, randomUUID(), ids[0] ?? ''].map((id) =>
        findJob(countingDb, { id, owner_id: owner }),
      ),
    )
    expect(found.map((one) => one && [one.job.id, one.is_mine])).toEqual([
      ...ids.map((id, nth) => [id, nth < 3]),
      undefined,
      [ids[0], true],
    ])
    expect(queries.statements).toBe(1)
  })

  it('are split across several statements if there are many', async () => {
    const { db, counted: countingDb, queries } = await countStatements()
    const batch = newBatch(150)
    await enqueueBatches(db, [batch])
    const found = await Promise.all(
      batch.jobs.map(({ id }) => findJob(countingDb, { id, owner_id: owner })),
    )
    expect(found.map((one) => one?.job.id)).toEqual(batch.jobs.map(({ id }) => id))
    expect(queries.statements).toBe(2)
  })

  it('find programs by owner, mapping and publicity with one statement', async () => {
    const { db, counted: countingDb, queries } = await countStatements()
    const key = { sha256: 'a'.repeat(64), owner_id: 'session:one', reader: 'r', mapping: 'auto' }
    const body = Buffer.from('program')
    await saveProgram(db, key, body)
    await saveProgram(db, { ...key, sha256: 'b', owner_id: publicOwner }, body)
    const find = (wanted: object) =>
      findProgram(countingDb, { ...key, is_public: false, ...wanted })
    const found = await Promise.all([
      find({}),
      find({ mapping: 'heat_sheet_v1' }),
      find({ owner_id: 'session:two' }),
      find({ sha256: 'b' }),
      find({ sha256: 'b', is_public: true }),
      find({ reader: 'other' }),
    ])
    expect(found).toEqual([body, body, undefined, undefined, body, undefined])
    expect(queries.statements).toBe(1)
  })

  it('share one statement for each key if the statement takes only one', async () => {
    const { counted: countingDb, queries } = await countStatements()
    const find = shared((db, key) => db.query<{ key: string }>('select $1 as key', [key]))
    const found = await Promise.all(['a', 'b', 'a', 'a'].map((key) => find(countingDb, key)))
    expect(found).toEqual([[{ key: 'a' }], [{ key: 'b' }], [{ key: 'a' }], [{ key: 'a' }]])
    expect(queries.statements).toBe(2)
    await find(countingDb, 'a')
    expect(queries.statements).toBe(3)
  })

  it('are not cached: a later lookup queries again', async () => {
    const { db, counted: countingDb, queries } = await countStatements()
    const [first, second] = [randomUUID(), randomUUID()]
    await insertSession(db, first)
    const both = await Promise.all([
      findSession(countingDb, first),
      findSession(countingDb, second),
    ])
    expect(both).toEqual([{ id: first, is_extension_due: false, is_live: true }, undefined])
    await insertSession(db, second)
    expect(await findSession(countingDb, second)).toEqual({
      id: second,
      is_extension_due: false,
      is_live: true,
    })
    expect(queries.statements).toBe(2)
  })

  it('fail together, and the next lookup is independent', async () => {
    const { db } = await databaseForTest()
    let isDown = true
    const failing: Db = {
      query: (text, values) =>
        isDown ? Promise.reject(new Error('away')) : db.query(text, values),
    }
    const lookups = [findSession(failing, 'a'), findSession(failing, 'b')]
    const outcomes = await Promise.allSettled(lookups)
    expect(outcomes).toMatchObject([
      { reason: { message: 'away' } },
      { reason: { message: 'away' } },
    ])
    isDown = false
    expect(await findSession(failing, 'a')).toBeUndefined()
  })
})
