import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findBundle, unpackBundle } from '../embedded/bundle.ts'
import { systemBinaries } from '../embedded/binaries.ts'
import type { Binaries } from '../embedded/programs.ts'
import { startEmbedded } from '../embedded/server.ts'
import { migrate } from '../migrate.ts'
import { connectPg } from '../pg.ts'
import { upgradeCluster } from './upgrade-cluster.ts'

const bundle = await findBundle()
const older = (await systemBinaries()).find(({ major }) => bundle && major < bundle.major)

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-upgrade-'))
  // When run as root, the test starts the programs under another account, which needs access.
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

async function withDatabase<Result>(
  folder: string,
  binaries: Binaries | undefined,
  work: (db: ReturnType<typeof connectPg>) => Promise<Result>,
): Promise<Result> {
  const server = await startEmbedded({ folder, ...(binaries && { binaries }) })
  const db = connectPg({ url: server.url, poolSize: 1, onError: () => undefined })
  try {
    return await work(db)
  } finally {
    await db.close()
    await server.stop()
  }
}

const call = `insert into llm_calls (owner_id, model, input_tokens, output_tokens)
  values ('user:ada', 'm', 1, 2) returning id::int`

describe('a newer major version of Postgres', () => {
  it('copies the rows of the embedded database, and keeps the old cluster', async ({ skip }) => {
    if (!bundle || !older) return skip('Only one major version of Postgres is here.')
    const folder = path.join(await temporaryFolder(), 'postgres')
    const key = await withDatabase(folder, older, async (db) => {
      await migrate(db, 'migrations')
      expect(await db.query(call)).toEqual([{ id: 1 }])
      return db.query('select * from mail_key')
    })
    const newer = await unpackBundle(bundle, await temporaryFolder())
    const options = { folder, migrations: 'migrations', binaries: newer }
    const kept = path.join(folder, `cluster-${older.major}`)
    const upgrade = { from: older.major, to: newer.major, kept }
    expect(await upgradeCluster(options)).toEqual(upgrade)
    expect(await upgradeCluster(options)).toBeUndefined()
    const readVersion = (cluster: string) => readFile(path.join(cluster, 'PG_VERSION'), 'utf8')
    expect(await readVersion(path.join(folder, 'cluster'))).toBe(`${newer.major}\n`)
    await withDatabase(folder, newer, async (db) => {
      expect(await migrate(db, 'migrations')).toEqual([])
      expect(await db.query('select * from mail_key')).toEqual(key)
      expect(await db.query(call)).toEqual([{ id: 2 }])
    })

    // Simulates a crash between the two renames.
    await rm(path.join(folder, 'cluster'), { recursive: true })
    expect(await upgradeCluster(options)).toEqual(upgrade)
    await rename(path.join(folder, 'cluster'), path.join(folder, '.upgrade-left'))
    expect(await upgradeCluster({ ...options, binaries: older })).toBeUndefined()
    expect(await readVersion(path.join(folder, 'cluster'))).toBe(`${older.major}\n`)
    expect((await readdir(folder)).filter((name) => name.startsWith('.upgrade-'))).toEqual([])
    expect(existsSync(kept)).toBe(false)
  })

  it('does nothing for a new folder', async () => {
    const folder = path.join(await temporaryFolder(), 'postgres')
    expect(await upgradeCluster({ folder, migrations: 'migrations' })).toBeUndefined()
    expect(existsSync(folder)).toBe(false)
  })
})
