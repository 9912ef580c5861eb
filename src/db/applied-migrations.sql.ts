import type { Db } from './db.ts'

/**
 * Makes processes that start at the same time migrate one after another. The lock is held until the transaction ends.
 */
export function lockMigrations(tx: Db): Promise<unknown> {
  return tx.query('select pg_advisory_xact_lock(702117001)')
}

export function createMigrations(tx: Db): Promise<unknown> {
  return tx.query(`create table if not exists migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`)
}

export async function hasMigrations(db: Db): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    `select to_regclass('migrations') is not null as found`,
  )
  return row?.found ?? false
}

export interface AppliedMigration {
  name: string
  /** Hash of the file; null in a pre-release database, where the table lacks the column. */
  sha256: string | null
}

export function listAppliedMigrations(tx: Db): Promise<AppliedMigration[]> {
  return tx.query(
    `select name, to_jsonb(migrations)->>'sha256' as sha256 from migrations order by name`,
  )
}

export function recordMigration(
  tx: Db,
  { name, sha256 }: { name: string; sha256: string },
): Promise<unknown> {
  return tx.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
}
