import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createTablesLike, loadRows } from '../db/copy/load.ts'
import { draftPrefix, syncFolder } from '../db/embedded/atomic-folder.ts'
import { startEmbedded } from '../db/embedded/server.ts'
import { StartupError } from '../domain/errors/app-error.ts'
import { getSystemErrorCode } from '../domain/errors/system-error.ts'
import { type ArchiveReader, listBlobKeys, openArchive } from './archive-reader.ts'
import { blobFolder, tableEntry } from './manifest.ts'

export interface RestoreOrder {
  file: string
  /** The data folder, which must be empty or must not exist. */
  folder: string
  /** Folder with Docket's migrations. */
  migrations: string
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

export interface RestoreReport {
  folder: string
  /** When the backup was made. */
  created_at: string
  rows: number
  files: number
  /** Keys of files that were already missing when the backup was made. */
  missing: string[]
}

/** Restores a backup into a new data folder, which appears only once all its contents are verified. */
export async function restoreBackup(order: RestoreOrder): Promise<RestoreReport> {
  const folder = path.resolve(order.folder)
  await requireEmptyFolder(folder)
  const archive = await openArchive(order.file)
  try {
    await mkdir(path.dirname(folder), { recursive: true })
    const draft = await mkdtemp(draftPrefix(folder))
    try {
      const files = await restoreFiles(archive, path.join(draft, 'blobs'), order)
      const rows = await restoreRows(archive, path.join(draft, 'postgres'), order)
      order.signal.throwIfAborted()
      await rename(draft, folder)
      await syncFolder(path.dirname(folder))
      const { created_at, missing } = archive.manifest
      return { folder, created_at, rows, files, missing }
    } catch (error) {
      await rm(draft, { recursive: true, force: true, maxRetries: 5 })
      throw error
    }
  } finally {
    archive.close()
  }
}

/** Rejects a folder that is not empty or is a mount point, because a rename can replace neither. */
async function requireEmptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (getSystemErrorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (names === undefined) return
  const reason =
    names.length > 0
      ? 'is not empty'
      : (await isMounted(folder))
        ? 'is a mounted disk, which cannot be replaced'
        : undefined
  if (reason === undefined) return
  const sentence = `The data folder ${folder} ${reason}. Set DATA_DIR to a new folder; nothing was changed.`
  throw new StartupError('CANNOT_START', sentence)
}

async function isMounted(folder: string): Promise<boolean> {
  const [own, parent] = await Promise.all([stat(folder), stat(path.dirname(folder))])
  return own.dev !== parent.dev
}

async function restoreFiles(
  { names, open }: ArchiveReader,
  root: string,
  { signal, onProgress }: RestoreOrder,
): Promise<number> {
  const keys = listBlobKeys(names)
  for (const [nth, key] of keys.entries()) {
    signal.throwIfAborted()
    const file = path.join(root, key)
    await mkdir(path.dirname(file), { recursive: true })
    await pipeline(await open(blobFolder + key), createWriteStream(file), { signal })
    onProgress(nth + 1, keys.length + 1)
  }
  // Syncs all files at once, which is much faster than syncing them one by one.
  await promisify(execFile)('sync')
  return keys.length
}

async function restoreRows(
  { manifest, open }: ArchiveReader,
  folder: string,
  { migrations, signal }: RestoreOrder,
): Promise<number> {
  signal.throwIfAborted()
  const server = await startEmbedded({ folder })
  try {
    await createTablesLike(server.url, migrations, manifest.migrations)
    const { tables, sequences } = manifest
    return await loadRows(server.url, {
      tables,
      sequences,
      read: (table) => {
        signal.throwIfAborted()
        return open(tableEntry(table))
      },
    })
  } finally {
    await server.stop()
  }
}
