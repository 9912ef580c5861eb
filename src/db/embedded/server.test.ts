import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isRoot } from './account.ts'
import { systemBinaries } from './binaries.ts'
import { findBundle, unpackBundle } from './bundle.ts'
import { findPostmaster, shutDown } from './postmaster.ts'
import type { Binaries } from './programs.ts'
import { startEmbedded } from './server.ts'
import { query } from '../../../test/support/database/query.ts'

const scratch = await mkdtemp(join(tmpdir(), 'docket-embedded-'))
await chmod(scratch, 0o755)
afterAll(() => rm(scratch, { recursive: true, maxRetries: 5 }))

const [system] = await systemBinaries()
const bundle = await findBundle()
const bundled = bundle && (await unpackBundle(bundle, scratch))
const kinds: { kind: string; binaries: Binaries }[] = []
if (system) kinds.push({ kind: 'system', binaries: system })
if (bundled) kinds.push({ kind: 'npm', binaries: bundled })

const readNotes = (url: string) => query(url, 'select text from note')

/** Starts a separate process that owns the folder's server and prints its URL, so that a test can kill it. */
function spawnOwner(
  options: { folder: string; binaries: Binaries },
  stderr: 'inherit' | 'ignore' = 'inherit',
) {
  const module = fileURLToPath(new URL('./server.ts', import.meta.url))
  const code = `const { startEmbedded } = await import(${JSON.stringify(module)})
    console.log((await startEmbedded(${JSON.stringify(options)})).url)`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', code]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', stderr] })
}

/**
 * Creates a copy of the programs in which initdb is slow, so that a test can kill the process while the cluster is
 * created.
 */
async function createSlowInitdb(kind: string, { folder, major }: Binaries): Promise<Binaries> {
  const slow = join(scratch, `${kind}-slow`)
  await mkdir(slow)
  const script = `#!/bin/sh\n${join(folder, 'initdb')} "$@"\nsleep 60\n`
  await writeFile(join(slow, 'initdb'), script, { mode: 0o755 })
  return { folder: slow, major }
}

async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function killPostmaster(cluster: string) {
  const postmaster = await findPostmaster(cluster)
  if (!postmaster) throw new Error(`No server runs on ${cluster}`)
  process.kill(postmaster.pid, 'SIGKILL')
}

it('finds a Postgres installation to test with', () => {
  expect(kinds).not.toEqual([])
})

describe.each(kinds)('with the $kind binaries', ({ kind, binaries }) => {
  // When the tests run as root, this folder is inaccessible to the account that runs Postgres.
  const closed = join(scratch, kind)
  const folder = join(closed, 'postgres')
  const cluster = join(folder, 'cluster')
  let firstUrl: string

  beforeAll(async () => {
    const server = await startEmbedded({ folder, binaries })
    await chmod(closed, 0o700)
    await query(server.url, `create table note as select 'kept' as text`)
    firstUrl = server.url
    await Promise.all([server.stop(), server.stop()])
  })

  afterEach(async () => {
    const leftover = await findPostmaster(cluster)
    if (leftover) await shutDown(leftover)
  })

  it('starts in an empty folder on its own port', () => {
    expect(firstUrl).toMatch(
      /^postgres:\/\/docket:[\w-]{32}@127\.0\.0\.1:[23]\d{4}\/docket\?sslmode=disable$/,
    )
  })

  it('keeps the data across a restart and stops cleanly', async () => {
    const server = await startEmbedded({ folder, binaries })
    expect(await readNotes(server.url)).toEqual([{ text: 'kept' }])
    await server.stop()
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
  })

  it('runs as another account under root, in a folder that others cannot access', async ({
    skip,
  }) => {
    skip(!isRoot(), 'needs root')
    const server = await startEmbedded({ folder, binaries })
    expect((await stat(closed)).mode & 0o777).toBe(0o700)
    expect((await stat(cluster)).uid).not.toBe(0)
    await server.stop()
  })

  it('adopts the server left behind by a killed owner', async () => {
    const owner = spawnOwner({ folder, binaries })
    const [url] = await once(owner.stdout, 'data')
    await kill(owner)

    const nextOwner = await startEmbedded({ folder, binaries })
    expect(nextOwner.url).toBe(String(url).trim())
    expect(await readNotes(nextOwner.url)).toEqual([{ text: 'kept' }])
    await nextOwner.stop()
    expect(await findPostmaster(cluster)).toBeUndefined()
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('stops when %s ends its owner', async (signal, code) => {
    const owner = spawnOwner({ folder, binaries })
    await once(owner.stdout, 'data')
    owner.kill(signal)
    expect(await once(owner, 'exit')).toEqual([code, null])
    await expect.poll(() => findPostmaster(cluster)).toBeUndefined()
  })

  it('stops with the owner that adopted it', async () => {
    const first = spawnOwner({ folder, binaries })
    await once(first.stdout, 'data')
    await kill(first)
    const nextOwner = spawnOwner({ folder, binaries })
    await once(nextOwner.stdout, 'data')
    nextOwner.kill('SIGINT')
    await once(nextOwner, 'exit')
    await expect.poll(() => findPostmaster(cluster)).toBeUndefined()
  })

  it('keeps running when a process other than its owner exits', async () => {
    const server = await startEmbedded({ folder, binaries })
    const second = spawnOwner({ folder, binaries }, 'ignore')
    expect(await once(second, 'exit')).toEqual([1, null])
    expect(await readNotes(server.url)).toEqual([{ text: 'kept' }])
    await server.stop()
  })

  it('restarts itself at the same address with its data after a kill', async () => {
    const server = await startEmbedded({ folder, binaries })
    await killPostmaster(cluster)
    const notes = () => readNotes(server.url).catch(() => 'away')
    await expect.poll(notes).toEqual([{ text: 'kept' }])
    await server.stop()
    expect(await findPostmaster(cluster)).toBeUndefined()
  })

  it('restarts with its data after its owner and postmaster were killed', async () => {
    const owner = spawnOwner({ folder, binaries })
    await once(owner.stdout, 'data')
    await kill(owner)
    await killPostmaster(cluster)

    const server = await startEmbedded({ folder, binaries })
    expect(await readNotes(server.url)).toEqual([{ text: 'kept' }])
    await server.stop()
  })

  it('starts over after it was killed while creating the cluster', async () => {
    const fresh = join(scratch, `${kind}-half`)
    const owner = spawnOwner({ folder: fresh, binaries: await createSlowInitdb(kind, binaries) })
    const hasDraft = async () =>
      existsSync(fresh) && (await readdir(fresh)).some((name) => name.startsWith('.cluster-draft-'))
    await expect.poll(hasDraft).toBe(true)
    await kill(owner)
    expect(existsSync(join(fresh, 'cluster'))).toBe(false)

    const server = await startEmbedded({ folder: fresh, binaries })
    await server.stop()
    expect(await readdir(fresh)).toEqual(['cluster', 'password', 'server.log'])
  })

  it('has the encoding, time zone and durability settings that Docket relies on', async () => {
    const server = await startEmbedded({ folder, binaries, settings: { max_connections: '7' } })
    const settings = `select json_object_agg(name, setting) as all from pg_settings where name in
      ('server_encoding', 'TimeZone', 'fsync', 'synchronous_commit', 'unix_socket_directories',
       'listen_addresses', 'max_connections')`
    const all = {
      server_encoding: 'UTF8',
      TimeZone: 'UTC',
      fsync: 'on',
      synchronous_commit: 'on',
      unix_socket_directories: '',
      listen_addresses: '127.0.0.1',
      max_connections: '7',
    }
    expect(await query(server.url, settings)).toEqual([{ all }])
    await server.stop()
  })
})
