import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../domain/errors.ts'
import type { Database } from './db.ts'
import {
  appliedMigrations,
  createMigrations,
  lockMigrations,
  recordMigration,
} from './migrations.sql.ts'

/**
 * Applies the migrations that this database has not seen, in order, all in one transaction. Returns
 * the names of those applied.
 */
export async function migrate(db: Database, folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return db.transaction(async (tx) => {
    await lockMigrations(tx)
    await createMigrations(tx)
    const applied = (await appliedMigrations(tx)).map((row) => row.name)
    refuseNewerDatabase(applied, files)
    const pending = files.filter((file) => !applied.includes(file))
    for (const file of pending) {
      await tx.query(await readFile(path.join(folder, file), 'utf8'))
      await recordMigration(tx, file)
    }
    return pending
  })
}

function refuseNewerDatabase(applied: string[], files: string[]): void {
  const unknown = applied.filter((name) => !files.includes(name))
  if (unknown.length === 0) return
  throw new AppError(
    'CANNOT_START',
    `This database was made by a newer Docket (it has ${unknown.join(', ')}). Update this one.`,
  )
}
