import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accountFor } from './account.ts'
import { findBinaries } from './binaries.ts'
import { findPostmaster, launch, shutDown } from './postmaster.ts'
import { startEmbedded } from './server.ts'

const scratch = await mkdtemp(join(tmpdir(), 'docket-ownership-'))
afterAll(() => rm(scratch, { recursive: true, maxRetries: 5 }))
const folder = join(scratch, 'postgres')
const cluster = join(folder, 'cluster')
const pidFile = join(cluster, 'postmaster.pid')

beforeAll(async () => {
  const server = await startEmbedded({ folder })
  await query(server.url, `create table note as select 'kept' as text`)
  await server.stop()
})

afterEach(async () => {
  const leftover = await findPostmaster(cluster)
  if (leftover) await shutDown(leftover)
})

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const readNotes = (url: string) => query(url, 'select text from note')

describe('one owner', () => {
  const refusal = (of: string) => ({
    code: 'CANNOT_START',
    message: `Docket is already running on the data folder ${of}; stop it first or set DATA_DIR to another folder.`,
  })

  it('refuses a second owner, and the first goes on', async () => {
    const server = await startEmbedded({ folder })
    await expect(startEmbedded({ folder })).rejects.toMatchObject(refusal(folder))
    expect(await readNotes(server.url)).toEqual([{ text: 'kept' }])
    await server.stop()
  })

  it('lets one of two win that start at once on a fresh folder', async () => {
    const fresh = join(scratch, 'fresh')
    const starts = await Promise.allSettled([1, 2].map(() => startEmbedded({ folder: fresh })))
    const won = starts.filter((start) => start.status === 'fulfilled')
    const lost = starts.filter((start) => start.status === 'rejected')
    await Promise.all(won.map((start) => start.value.stop()))
    expect(won).toHaveLength(1)
    expect(lost).toMatchObject([{ reason: refusal(fresh) }])
  })

  it('waits for an owner that is just stopping, then starts a server of its own', async () => {
    const before = await startEmbedded({ folder })
    const starting = startEmbedded({ folder })
    const owners = `select count(*)::int from pg_stat_activity where application_name = 'docket owner'`
    await expect.poll(() => query(before.url, owners)).toEqual([{ count: 2 }])
    await before.stop()
    const after = await starting
    expect(await readNotes(after.url)).toEqual([{ text: 'kept' }])
    await after.stop()
  })

  it('lives on when the session that holds the lock is lost', async () => {
    const server = await startEmbedded({ folder })
    await query(
      server.url,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'docket owner'`,
    )
    expect(await readNotes(server.url)).toEqual([{ text: 'kept' }])
    await server.stop()
  })
})

describe('a pid file that misleads', () => {
  it('starts although the number of the old server is now of another program', async () => {
    const account = await accountFor(cluster)
    const stranger = spawn('sleep', ['60'], { ...account, cwd: '/' })
    await writeFile(pidFile, `${stranger.pid}\n${cluster}\n0\n20000\n\n127.0.0.1\n0 0\nready\n`)
    const server = await startEmbedded({ folder })
    expect(await readNotes(server.url)).toEqual([{ text: 'kept' }])
    await server.stop()
    stranger.kill()
  })

  it('gives a copied folder a server of its own while the original runs', async () => {
    const copy = join(scratch, 'copy')
    await cp(folder, copy, { recursive: true })
    const original = await startEmbedded({ folder })
    await cp(pidFile, join(copy, 'cluster', 'postmaster.pid'))

    const copied = await startEmbedded({ folder: copy })
    await query(copied.url, 'truncate note')
    expect(await readNotes(original.url)).toEqual([{ text: 'kept' }])
    await copied.stop()
    await original.stop()
  })
})

it('takes another port when the first is in use', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const address = blocker.address()
  const ports = [typeof address === 'object' && address ? address.port : 0, 31_999]
  const site = {
    folder,
    cluster,
    passwordFile: join(folder, 'password'),
    account: await accountFor(cluster),
    binaries: await findBinaries(folder),
  }
  const postmaster = await launch(site, {}, () => ports.shift() ?? 0)
  expect(postmaster).toMatchObject({ port: 31_999 })
  blocker.close()
})

describe('a folder that cannot be used', () => {
  it('says so, and names DATA_DIR, when it cannot be written to', async () => {
    const file = join(scratch, 'file')
    await writeFile(file, '')
    const start = startEmbedded({ folder: join(file, 'postgres') })
    await expect(start).rejects.toMatchObject({
      code: 'CANNOT_START',
      message: expect.stringMatching(/^Docket cannot write to .*file\/postgres .*DATA_DIR/),
    })
  })

  it('says so when the password is gone, and makes no other', async () => {
    const password = await readFile(join(folder, 'password'))
    await rm(join(folder, 'password'))
    await expect(startEmbedded({ folder })).rejects.toThrow(/password is missing.*DATA_DIR/)
    await writeFile(join(folder, 'password'), 'guess')
    await expect(startEmbedded({ folder })).rejects.toThrow(
      /does not accept the password.*DATA_DIR/,
    )
    expect(await findPostmaster(cluster)).toBeUndefined()
    await writeFile(join(folder, 'password'), password)
  })

  it('passes on what Postgres said when it did not start', async () => {
    const start = startEmbedded({ folder, settings: { shared_buffers: 'plenty' } })
    await expect(start).rejects.toThrow(/DATA_DIR[^]*invalid value for parameter "shared_buffers"/)
  })
})
