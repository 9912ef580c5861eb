import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '../embedded/atomic-folder.ts'
import { clusterMajor, findPreferredBinaries } from '../embedded/binaries.ts'
import { ignoreAbsent } from '../embedded/failure.ts'
import type { Binaries } from '../embedded/programs.ts'
import { startEmbedded } from '../embedded/server.ts'
import { createTablesLike, loadRows } from './load.ts'
import { openSnapshot } from './snapshot.ts'

interface UpgradeOptions {
  /** Folder of the embedded database. */
  folder: string
  /** Folder with Docket's migrations. */
  migrations: string
  /** Default: the programs that a new folder would use. */
  binaries?: Binaries | undefined
}

/** Major versions of both clusters, and where the old cluster is kept. */
export interface Upgrade {
  from: number
  to: number
  kept: string
}

/**
 * Copies an embedded database into a new cluster if the preferred Postgres has a newer major version. The old cluster
 * is kept unchanged. An interrupted upgrade starts again from the beginning.
 */
export async function upgradeCluster({
  folder,
  migrations,
  binaries,
}: UpgradeOptions): Promise<Upgrade | undefined> {
  await undoInterruptedUpgrade(folder)
  const from = await clusterMajor(folder)
  if (from === undefined) return undefined
  const preferred = binaries ?? (await findPreferredBinaries(folder))
  if (preferred === undefined || preferred.major <= from) return undefined
  const draft = await mkdtemp(path.join(folder, draftName))
  try {
    // The new cluster keeps the old password.
    await copyFile(path.join(folder, 'password'), path.join(draft, 'password'))
    await copyDatabase({ folder, draft, migrations, binaries: preferred })
    const kept = path.join(folder, `cluster-${from}`)
    await rename(path.join(folder, 'cluster'), kept)
    await rename(path.join(draft, 'cluster'), path.join(folder, 'cluster'))
    await syncFolder(folder)
    return { from, to: preferred.major, kept }
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 5 })
  }
}

const draftName = '.upgrade-'

/** Restores the old cluster if a crash occurred between the two renames, and deletes drafts. */
async function undoInterruptedUpgrade(folder: string): Promise<void> {
  const names = (await readdir(folder).catch(ignoreAbsent)) ?? []
  for (const name of names.filter((one) => one.startsWith(draftName))) {
    await rm(path.join(folder, name), { recursive: true, force: true })
  }
  const [newest] = names
    .filter((name) => /^cluster-\d+$/.test(name))
    .sort()
    .reverse()
  const cluster = path.join(folder, 'cluster')
  if (newest === undefined || existsSync(cluster)) return
  await rename(path.join(folder, newest), cluster)
}

interface Copy {
  folder: string
  draft: string
  migrations: string
  binaries: Binaries
}

async function copyDatabase({ folder, draft, migrations, binaries }: Copy): Promise<void> {
  const source = await startEmbedded({ folder })
  try {
    const snapshot = await openSnapshot(source.url)
    const target = await startEmbedded({ folder: draft, binaries })
    try {
      await createTablesLike(target.url, migrations, snapshot.migrations)
      await loadRows(target.url, { ...snapshot, read: async (table) => snapshot.read(table) })
    } finally {
      await target.stop()
      await snapshot.close()
    }
  } finally {
    await source.stop()
  }
}
