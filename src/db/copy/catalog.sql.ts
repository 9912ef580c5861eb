import type { Client } from 'pg'

/** A table and its columns, except generated columns, which Postgres recomputes. */
export interface Table {
  name: string
  columns: string[]
}

/** Lists all tables except `migrations`, which is filled by applying migrations, not by copying. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select relname::text as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`,
  )
  return rows
}

export interface Sequence {
  name: string
  /** The last value that the sequence returned. */
  value: string
}

export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename::text as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`,
  )
  return rows
}

export async function setSequence(client: Client, { name, value }: Sequence): Promise<void> {
  await client.query('select setval(quote_ident($1)::regclass, $2::bigint)', [name, value])
}

/** Lists the keys of all blobs that rows reference. */
export async function listReferencedBlobs(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select upload_key as key from jobs where upload_key is not null and source_deleted_at is null
    union select key from outputs order by key`,
  )
  return rows.map(({ key }) => key)
}

export async function listMigrations(client: Client): Promise<{ name: string; sha256: string }[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations order by name',
  )
  return rows
}

/** Begins a transaction in which every statement sees the same snapshot. */
export async function beginSnapshot(client: Client): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
}

/** Begins a transaction that inserts rows unchanged: triggers and foreign keys do not apply. */
export async function beginLoad(client: Client): Promise<void> {
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
}

/** Empties all tables, because migrations insert some rows. */
export async function emptyTables(client: Client): Promise<void> {
  await client.query(`do $$ begin
    execute (
      select 'truncate ' || string_agg(quote_ident(relname), ', ') from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations');
  end $$`)
}

export async function commit(client: Client): Promise<void> {
  await client.query('commit')
}

/** Collects the planner's statistics, which a copy does not contain. */
export async function analyse(client: Client): Promise<void> {
  await client.query('analyze')
}
