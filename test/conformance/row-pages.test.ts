import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startEmbedded } from '../../src/db/embedded/server.ts'
import { enqueueBatches } from '../../src/db/jobs/enqueue.sql.ts'
import { completeAndClaim, type Lease } from '../../src/db/jobs/transitions.sql.ts'
import { migrate } from '../../src/db/migrate.ts'
import { connectPg } from '../../src/db/pg.ts'
import { newBatch, resetQueue } from '../support/database/jobs.ts'

// A server of its own, because Postgres keeps old row versions while a transaction in any database of a server is open.
const folder = await mkdtemp(path.join(tmpdir(), 'docket-row-pages-'))
const settings = { autovacuum: 'off', fsync: 'off' }
const server = await startEmbedded({ folder: path.join(folder, 'postgres'), settings })
const db = connectPg({ url: server.url, poolSize: 2, onError: () => undefined })
await migrate(db, 'migrations')
afterAll(async () => {
  await db.close()
  await server.stop()
  await rm(folder, { recursive: true })
})

describe('a job that is claimed and completed', () => {
  it.each([1, 30])('stays on its page if its names have %i characters', async (length) => {
    const names = { original_filename: 'f'.repeat(length), upload_key: 'k'.repeat(length) }
    await resetQueue(db)
    await db.query('vacuum analyze')
    await enqueueBatches(db, [newBatch(600, { max_running: 600, ...names })])
    const pages = await readPages()
    let done: Lease[] = []
    for (let n = 0; n < 4; n++) {
      const { claimed } = await completeAndClaim(db, turn, done.map(toCompletion))
      done = claimed
    }
    await completeAndClaim(db, { ...turn, limit: 0 }, done.map(toCompletion))
    const [ended] = await db.query<{ jobs: number }>(
      `select count(*)::integer as jobs from jobs where status = 'complete'`,
    )
    expect(ended?.jobs).toBe(600)
    expect(await readPages()).toEqual(pages)
  })
})

const turn = { worker: '0190b3c4-0000-7000-8000-000000000000', leaseSeconds: 30, limit: 150 }

function toCompletion({ id, epoch }: Lease) {
  return { id, epoch, result_key: `results/2026/11/15/${id}/${epoch}` }
}

/** Returns the page of the table on which each job is stored. */
function readPages() {
  return db.query(`select id, split_part(ctid::text, ',', 1) as page from jobs order by id`)
}
