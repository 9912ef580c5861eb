import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { StartupError } from '../domain/errors/app-error.ts'
import type { Database, Db } from './db.ts'
import {
  type AppliedMigration,
  listAppliedMigrations,
  createMigrations,
  hasMigrations,
  lockMigrations,
  recordMigration,
} from './applied-migrations.sql.ts'

interface Migration {
  name: string
  sql: string
  sha256: string
}

/** Applies the migrations that this database lacks, in name order, in one transaction. Returns their names. */
export async function migrate(db: Database, folder: string): Promise<string[]> {
  return db.transaction(async (tx) => {
    await lockMigrations(tx)
    await createMigrations(tx)
    const pending = await findPending(tx, folder)
    for (const migration of pending) await apply(tx, migration)
    return pending.map(({ name }) => name)
  })
}

/** Applies exactly the migrations of another database, so that its rows can be loaded into this empty database. */
export async function migrateLike(
  db: Database,
  folder: string,
  applied: AppliedMigration[],
): Promise<void> {
  const migrations = await readMigrations(folder)
  rejectUnknownDatabase(applied, migrations)
  await db.transaction(async (tx) => {
    await lockMigrations(tx)
    await createMigrations(tx)
    for (const migration of migrations.slice(0, applied.length)) await apply(tx, migration)
  })
}

async function apply(tx: Db, { name, sql, sha256 }: Migration): Promise<void> {
  await tx.query(sql)
  await recordMigration(tx, { name, sha256 })
}

/** Names of the migrations that this database lacks. Changes nothing. */
export async function listPendingMigrations(db: Db, folder: string): Promise<string[]> {
  return (await findPending(db, folder)).map(({ name }) => name)
}

async function findPending(db: Db, folder: string): Promise<Migration[]> {
  const migrations = await readMigrations(folder)
  const applied = (await hasMigrations(db)) ? await listAppliedMigrations(db) : []
  rejectUnknownDatabase(applied, migrations)
  return migrations.slice(applied.length)
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Throws unless the applied migrations are an unmodified prefix of this version's migrations. */
function rejectUnknownDatabase(applied: AppliedMigration[], migrations: Migration[]): void {
  const hasDifference = migrations.some(
    ({ name, sha256 }, nth) => applied[nth] && !isSame(applied[nth], { name, sha256 }),
  )
  if (hasDifference) {
    throw new StartupError(
      'CANNOT_START',
      'This database was created by a pre-release of Docket and cannot be upgraded: set DATABASE_URL to an empty database, or DATA_DIR to a new folder, and upload the documents again.',
    )
  }
  const unknown = applied.slice(migrations.length).map(({ name }) => name)
  if (unknown.length === 0) return
  throw new StartupError(
    'CANNOT_START',
    `This database was created by a newer Docket (it has ${unknown.join(', ')}): install that version.`,
  )
}

function isSame(applied: AppliedMigration, { name, sha256 }: AppliedMigration): boolean {
  return applied.name === name && applied.sha256 === sha256
}
