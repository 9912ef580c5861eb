import { randomUUID } from 'node:crypto'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startReplicatedDatabase } from '../../chaos/failover/replication.ts'
import { connectPg } from '../../src/db/pg.ts'
import { createPools } from '../../src/db/pools.ts'
import { temporaryFolder } from '../support/processes/command.ts'
import { databaseForTest } from '../support/database/database.ts'

describe('a database with a standby', () => {
  it('accepts writes again once the standby is promoted, and keeps what was committed', async () => {
    const servers = await startReplicatedDatabase(path.join(await temporaryFolder(), 'servers'))
    onTestFinished(servers.stop)
    const db = connectPg({ url: servers.url, poolSize: 8, onError: () => undefined })
    onTestFinished(db.close)
    await db.query('create table notes (text text)')
    const acknowledged: string[] = []
    const write = async () => {
      const text = `note ${randomUUID()}`
      await db.query('insert into notes values ($1)', [text])
      acknowledged.push(text)
      return 'written'
    }
    await write()
    const words: (string | undefined)[] = []
    const listener = db.listen('news', (word) => void words.push(word))
    onTestFinished(listener.close)
    await expect.poll(() => words).toEqual([undefined])

    await servers.killPrimary()
    // The pool's connections may fail one by one before the standby, which is read-only, is queried.
    await expect
      .poll(() => write().catch((error: Error) => String((error.cause as Error).message)))
      .toMatch(/No host accepts writes: .*is read-only/)
    await expect(db.transaction((tx) => tx.query('select 1'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
    await servers.promote()
    await expect.poll(() => write().catch(() => 'failed')).toBe('written')
    // A write whose response was lost may have been stored as well.
    const notes = await db.query<{ text: string }>('select text from notes')
    expect(notes.map(({ text }) => text)).toEqual(expect.arrayContaining(acknowledged))
    await expect.poll(() => words.length).toBeGreaterThan(1)
    words.length = 0
    await db.query(`select pg_notify('news', 'hello')`)
    await expect.poll(() => words).toContain('hello')
  })

  it('abandons a statement on an unresponsive server once a standby has taken over', async () => {
    const servers = await startReplicatedDatabase(path.join(await temporaryFolder(), 'servers'))
    onTestFinished(servers.stop)
    // Unlike the pools created by connectPg, this one has no time limit for statements.
    const create = (url: string) => {
      const pool = new pg.Pool({ connectionString: url })
      return { pool, queue: pool }
    }
    const openPools = async () => {
      const pools = createPools({ url: servers.url, create, onError: () => undefined })
      onTestFinished(pools.close)
      return { pools, pair: await pools.current() }
    }
    const used = await openPools()
    const abandoned = await openPools()
    await used.pair.pool.query('create table notes (text text)')
    await abandoned.pair.pool.query('select 1')
    await servers.freezePrimary()
    const write = `insert into notes values ('hello')`
    const statements = [used, abandoned].map(({ pools, pair }) =>
      pools.watch(pair, () => pair.pool.query(write)),
    )
    // Either statement may end before the standby is promoted.
    const outcomes = Promise.allSettled(statements)
    abandoned.pools.abandon(abandoned.pair)
    await servers.promote()
    for (const outcome of await outcomes) {
      const message = expect.stringContaining('Connection terminated')
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message } })
    }
    const { pool } = await used.pools.current()
    expect(pool).not.toBe(used.pair.pool)
    await pool.query(write)
  })

  it('abandons the connections of a server that has become read-only', async () => {
    const { url, db: admin } = await databaseForTest()
    const db = connectPg({ url, poolSize: 1, onError: () => undefined })
    onTestFinished(db.close)
    const readPid = async () => {
      const [row] = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
      return row?.pid
    }
    const first = await readPid()
    await db.query('create table notes (text text)')
    const name = new URL(url).pathname.slice(1)
    await db.query('set default_transaction_read_only = on')
    expect(await readPid()).toBe(first)
    await admin.query(`alter database ${name} set default_transaction_read_only = off`)
    // The old connection is read-only. A new one is not.
    await db.query(`insert into notes values ('written')`)
    expect(await readPid()).not.toBe(first)
    expect(await db.query('select * from notes')).toEqual([{ text: 'written' }])
  })
})
