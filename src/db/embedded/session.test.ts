import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { findPostmaster, shutDown } from './postmaster.ts'
import { startEmbedded } from './server.ts'
import { acquireOwnership, connect } from './session.ts'
import { query } from '../../../test/support/database/query.ts'

const scratch = await mkdtemp(join(tmpdir(), 'docket-session-'))
const folder = join(scratch, 'postgres')

beforeAll(async () => {
  const server = await startEmbedded({ folder })
  await query(server.url, `create table note as select 'kept' as text`)
  await server.stop()
})

afterEach(async () => {
  const leftover = await findPostmaster(join(folder, 'cluster'))
  if (leftover) await shutDown(leftover)
})

afterAll(() => rm(scratch, { recursive: true, maxRetries: 5 }))

const readNotes = (url: string) => query(url, 'select text from note')

const rejection = (of: string) => ({
  code: 'CANNOT_START',
  message: `Docket is already running on the data folder ${of}; stop it first or set DATA_DIR to another folder.`,
})

it('rejects a second owner without disturbing the first', async () => {
  const server = await startEmbedded({ folder })
  await expect(startEmbedded({ folder })).rejects.toMatchObject(rejection(folder))
  expect(await readNotes(server.url)).toEqual([{ text: 'kept' }])
  await server.stop()
})

it('starts one server when two owners start in an empty folder at the same time', async () => {
  const fresh = join(scratch, 'fresh')
  const results = await Promise.allSettled([1, 2].map(() => startEmbedded({ folder: fresh })))
  const started = results.filter((start) => start.status === 'fulfilled')
  const lost = results.filter((start) => start.status === 'rejected')
  await Promise.all(started.map((start) => start.value.stop()))
  expect(started).toHaveLength(1)
  expect(lost).toMatchObject([{ reason: rejection(fresh) }])
})

it('waits for a stopping owner, then starts its own server', async () => {
  const before = await startEmbedded({ folder })
  const startPromise = startEmbedded({ folder })
  const owners = `select count(*)::int from pg_stat_activity where application_name = 'docket owner'`
  await expect.poll(() => query(before.url, owners)).toEqual([{ count: 2 }])
  await before.stop()
  const after = await startPromise
  expect(await readNotes(after.url)).toEqual([{ text: 'kept' }])
  await after.stop()
})

it('notices that the owner has stopped, even after an hour of suspension', async () => {
  const before = await startEmbedded({ folder })
  const { port, password } = new URL(before.url)
  const client = await connect(Number(port), password)
  const runQuery = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  const queryThenBlock = async (...args: unknown[]) => {
    const rejected = await runQuery(...args)
    await before.stop()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    onTestFinished(() => void vi.useRealTimers())
    return rejected
  }
  vi.spyOn(client, 'query').mockImplementationOnce(queryThenBlock as never)
  expect(await acquireOwnership(client, folder)).toBe(false)
})

it('keeps running when the session that holds the lock is lost', async () => {
  const server = await startEmbedded({ folder })
  await query(
    server.url,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'docket owner'`,
  )
  expect(await readNotes(server.url)).toEqual([{ text: 'kept' }])
  await server.stop()
})

it('starts a separate server for a copied folder while the original runs', async () => {
  const copy = join(scratch, 'copy')
  await cp(folder, copy, { recursive: true })
  const original = await startEmbedded({ folder })
  const pidFile = join('cluster', 'postmaster.pid')
  await cp(join(folder, pidFile), join(copy, pidFile))

  const copied = await startEmbedded({ folder: copy })
  await query(copied.url, 'truncate note')
  expect(await readNotes(original.url)).toEqual([{ text: 'kept' }])
  await copied.stop()
  await original.stop()
})
