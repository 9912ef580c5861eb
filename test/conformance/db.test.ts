import { connect, createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectPg } from '../../src/db/pg.ts'
import { AppError } from '../../src/domain/errors/app-error.ts'
import { databaseForTest } from '../support/database/database.ts'

describe('the database', () => {
  it('returns timestamps as text that sorts chronologically, to the microsecond', async () => {
    const { db } = await databaseForTest()
    const [row] = await db.query<Record<string, string>>(
      `select '2026-01-02 03:04:05.1+00'::timestamptz as a, '2026-01-02 03:04:05.100001+00'::timestamptz as b,
        '2026-01-02 10:04:05+07'::timestamptz as c`,
    )
    expect(row).toEqual({
      a: '2026-01-02T03:04:05.100000Z',
      b: '2026-01-02T03:04:05.100001Z',
      c: '2026-01-02T03:04:05.000000Z',
    })
  })

  it('rolls back a failed transaction and stays usable', async () => {
    const { db } = await databaseForTest()
    await db.query('create table notes (text text)')
    const work = db.transaction(async (tx) => {
      await tx.query(`insert into notes values ('half')`)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await db.query('select * from notes')).toEqual([])
  })

  it('distinguishes an unreachable server from an invalid statement', async () => {
    const { db } = await databaseForTest()
    await expect(db.query('select nothing')).rejects.not.toBeInstanceOf(AppError)
    const unreachableDb = connectPg({
      url: 'postgres://x@127.0.0.1:9/x',
      poolSize: 1,
      onError: () => undefined,
    })
    onTestFinished(unreachableDb.close)
    await expect(unreachableDb.query('select 1')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(unreachableDb.transaction(async () => 1)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
  })

  it('survives a connection that dies inside a transaction', async () => {
    const { db } = await databaseForTest()
    const work = db.transaction(async (tx) => {
      const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
      await db.query('select pg_terminate_backend($1, 5000)', [row?.pid])
      await tx.query('select 1')
    })
    await expect(work).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('prepares a statement that is used repeatedly, and sends it unprepared when that stops working', async () => {
    const { url } = await databaseForTest()
    const db = connectPg({ url, poolSize: 1, onError: () => undefined })
    onTestFinished(db.close)
    const read = () => db.query<{ one: number }>('select $1::integer as one', [1])
    const countPrepared = async () => {
      const [row] = await db.query<{ count: string }>(
        `select count(*) from pg_prepared_statements where statement = 'select $1::integer as one'`,
      )
      return Number(row?.count)
    }
    await read()
    expect(await countPrepared()).toBe(0)
    for (let n = 0; n < 10; n++) expect(await read()).toEqual([{ one: 1 }])
    expect(await countPrepared()).toBe(1)
    // Simulates a pooler whose next connection does not know the statement.
    await db.query('deallocate all')
    for (let n = 0; n < 10; n++) expect(await read()).toEqual([{ one: 1 }])
    expect(await countPrepared()).toBe(0)
  })

  it('runs a prepared statement whose result has gained a column', async () => {
    const { url } = await databaseForTest()
    const db = connectPg({ url, poolSize: 1, onError: () => undefined })
    onTestFinished(db.close)
    await db.query('create table notes (text text)')
    await db.query(`insert into notes values ('a')`)
    const read = () => db.query('select * from notes where text = $1', ['a'])
    for (let n = 0; n < 10; n++) expect(await read()).toEqual([{ text: 'a' }])
    await db.query('alter table notes add column number integer')
    expect(await read()).toEqual([{ text: 'a', number: null }])
  })

  it('receives notifications even after a lost connection', async () => {
    const { url, db } = await databaseForTest()
    const proxy = await startProxy(url)
    const proxiedDb = connectPg({ url: proxy.url, poolSize: 2, onError: () => undefined })
    let received = 0
    const listener = proxiedDb.listen('news', () => {
      received += 1
    })
    onTestFinished(async () => {
      await listener.close()
      await proxiedDb.close()
      proxy.close()
    })
    await expect.poll(() => received).toBe(1)
    await db.query(`select pg_notify('news', '')`)
    await expect.poll(() => received).toBe(2)
    proxy.cut()
    await expect.poll(() => received).toBe(3)
    await db.query(`select pg_notify('news', '')`)
    await expect.poll(() => received).toBe(4)
  })

  it('listens on the configured address, bypassing a pooler', async () => {
    const { url } = await databaseForTest()
    const direct = await databaseForTest()
    const db = connectPg({ url, listenUrl: direct.url, poolSize: 1, onError: () => undefined })
    const received: (string | undefined)[] = []
    const listener = db.listen('news', (payload) => received.push(payload))
    onTestFinished(async () => {
      await listener.close()
      await db.close()
    })
    await expect.poll(() => received).toEqual([undefined])
    await direct.db.query(`select pg_notify('news', 'past')`)
    await expect.poll(() => received).toEqual([undefined, 'past'])
  })
})

/** Starts a proxy to the database. `cut` breaks the connections through it. */
async function startProxy(
  url: string,
): Promise<{ url: string; cut: () => void; close: () => void }> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    client.pipe(upstream).pipe(client)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const proxied = new URL(url)
  proxied.port = String((server.address() as { port: number }).port)
  return { url: proxied.href, cut, close: () => void server.close(cut) }
}
