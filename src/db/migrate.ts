import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../domain/errors/errors.ts'
import type { Database, Db } from './db.ts'
import {
  appliedMigrations,
  createMigrations,
  hasMigrations,
  lockMigrations,
  recordMigration,
} from './migrations.sql.ts'

/**
 * Applies the migrations that this database has not seen, in order, all in one transaction. Returns
 * the names of those applied.
 */
export async function migrate(db: Database, folder: string): Promise<string[]> {
  return db.transaction(async (tx) => {
    await lockMigrations(tx)
    await createMigrations(tx)
    const pending = await pendingMigrations(tx, folder)
    for (const file of pending) {
      await tx.query(await readFile(path.join(folder, file), 'utf8'))
      await recordMigration(tx, file)
    }
    return pending
  })
}

/** The names of those that a database has not seen. */
export async function pendingMigrations(db: Db, folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const rows = (await hasMigrations(db)) ? await appliedMigrations(db) : []
  const applied = rows.map((row) => row.name)
  refuseNewerDatabase(applied, files)
  return files.filter((file) => !applied.includes(file))
}

function refuseNewerDatabase(applied: string[], files: string[]): void {
  const unknown = applied.filter((name) => !files.includes(name))
  if (unknown.length === 0) return
  throw new AppError(
    'CANNOT_START',
    `This database was made by a newer Docket (it has ${unknown.join(', ')}). Update this one.`,
  )
}
