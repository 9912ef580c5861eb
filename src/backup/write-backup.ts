import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Blobs } from '../blobs/blobs.ts'
import { isMissingBlob } from '../blobs/probe-storage.ts'
import { openSnapshot, type Snapshot } from '../db/copy/snapshot.ts'
import { syncFolder } from '../db/embedded/atomic-folder.ts'
import { StartupError } from '../domain/errors/app-error.ts'
import { type ArchiveWriter, createArchive } from './archive-writer.ts'
import { blobFolder, type Manifest, manifestName, tableEntry } from './manifest.ts'

export interface BackupOrder {
  databaseUrl: string
  blobs: Blobs
  file: string
  /** Docket's version. */
  version: string
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

export interface BackupReport {
  file: string
  bytes: number
  tables: number
  files: number
  /** Keys of files that rows reference but that do not exist. */
  missing: string[]
}

/**
 * Writes the database and its files to one archive while Docket runs. All rows are from the same moment, and the files
 * that they reference are not deleted before they are copied. The archive gets its name only once it is complete.
 */
export async function writeBackup(order: BackupOrder): Promise<BackupReport> {
  const { databaseUrl, signal } = order
  const file = path.resolve(order.file)
  if (existsSync(file)) throw fileExistsError(file)
  const partial = `${file}.${randomUUID()}.part`
  const snapshot = await openSnapshot(databaseUrl)
  const archive = createArchive(partial, signal)
  try {
    const { manifest, files } = await writeEntries(archive, snapshot, order)
    const bytes = await archive.finish()
    await rename(partial, file)
    await syncFolder(path.dirname(file))
    return { file, bytes, tables: manifest.tables.length, files, missing: manifest.missing }
  } catch (error) {
    await archive.abort()
    await rm(partial, { force: true })
    throw error
  } finally {
    await snapshot.close()
  }
}

async function writeEntries(
  archive: ArchiveWriter,
  snapshot: Snapshot,
  { blobs, version, signal, onProgress }: BackupOrder,
): Promise<{ manifest: Manifest; files: number }> {
  const { tables, sequences, migrations, blobKeys } = snapshot
  const total = tables.length + blobKeys.length
  for (const [nth, table] of tables.entries()) {
    signal.throwIfAborted()
    await archive.add(tableEntry(table), snapshot.read(table))
    onProgress(nth + 1, total)
  }
  await snapshot.endTransaction()
  const missing: string[] = []
  for (const [nth, key] of blobKeys.entries()) {
    signal.throwIfAborted()
    const stream = await openExisting(blobs, key)
    // Does not compress again, because PDFs and results are already compressed.
    if (stream) await archive.add(blobFolder + key, stream, { isCompressed: true })
    else missing.push(key)
    onProgress(tables.length + nth + 1, total)
  }
  const manifest: Manifest = {
    format: 'docket-backup',
    version: 1,
    docket: version,
    created_at: new Date().toISOString(),
    migrations,
    tables,
    sequences,
    missing,
  }
  await archive.add(manifestName, Readable.from([Buffer.from(JSON.stringify(manifest, null, 2))]))
  return { manifest, files: blobKeys.length - missing.length }
}

async function openExisting(blobs: Blobs, key: string): Promise<Readable | undefined> {
  try {
    return (await blobs.open(key)).stream
  } catch (error) {
    if (isMissingBlob(error)) return undefined
    throw error
  }
}

function fileExistsError(file: string): StartupError {
  const sentence = `The file ${file} exists. Choose another name, or delete it first.`
  return new StartupError('CANNOT_START', sentence)
}
