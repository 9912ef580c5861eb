import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../domain/errors.ts'
import type { Database, Db } from './db.ts'

const lockKey = 702_117_001

/**
 * Applies the migrations that this database has not seen, each once, all in one transaction. Processes
 * that start together wait for each other here. Returns the names of those applied.
 */
export async function migrate(db: Database, folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
    const applied = await appliedMigrations(tx)
    refuseNewerDatabase(applied, files)
    const pending = files.filter((file) => !applied.has(file))
    for (const file of pending) {
      await tx.query(await readFile(path.join(folder, file), 'utf8'))
      await tx.query('insert into migrations (name) values ($1)', [file])
    }
    return pending
  })
}

async function appliedMigrations(tx: Db): Promise<Set<string>> {
  await tx.query(`create table if not exists migrations (
    name text primary key,
    applied_at timestamptz not null default now()
  )`)
  const rows = await tx.query<{ name: string }>('select name from migrations')
  return new Set(rows.map((row) => row.name))
}

function refuseNewerDatabase(applied: Set<string>, files: string[]): void {
  const unknown = [...applied].filter((name) => !files.includes(name))
  if (unknown.length === 0) return
  throw new AppError(
    'CANNOT_START',
    `This database was made by a newer Docket (it has ${unknown.join(', ')}). Update this one.`,
  )
}
