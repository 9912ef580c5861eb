import type { Db } from './db.ts'

/** Processes that start together apply migrations one after the other. Held until the transaction ends. */
export function lockMigrations(tx: Db): Promise<unknown> {
  return tx.query('select pg_advisory_xact_lock(702117001)')
}

export function createMigrations(tx: Db): Promise<unknown> {
  return tx.query(`create table if not exists migrations (
    name text primary key,
    applied_at timestamptz not null default now()
  )`)
}

export async function hasMigrations(db: Db): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    `select to_regclass('migrations') is not null as found`,
  )
  return row?.found ?? false
}

export function appliedMigrations(tx: Db): Promise<{ name: string }[]> {
  return tx.query('select name from migrations order by name')
}

export function recordMigration(tx: Db, name: string): Promise<unknown> {
  return tx.query('insert into migrations (name) values ($1)', [name])
}
