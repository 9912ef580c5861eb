import type { LearnedCorrection, LearnedCorrectionEntry } from '../../domain/invoice/directory.ts'
import type { ExchangeRate } from '../../domain/invoice/exchange-rate.ts'
import type { Db } from '../db.ts'
import { utc } from '../utc.sql.ts'

export interface EntryRow {
  id: string
  kind: 'parties' | 'units' | 'goods'
  entry: unknown
  updated_at: string
}

export interface DirectoryRow {
  version: number
  entries: EntryRow[]
  learned_corrections: LearnedCorrectionEntry[]
  rates: ExchangeRate[]
}

/** Returns no row if the owner has no directory. */
export function readDirectoryVersion(db: Db, ownerId: string): Promise<{ version: number }[]> {
  return db.query('select version from directories where owner_id = $1', [ownerId])
}

/** Reads an owner's whole directory from one snapshot. */
export function readDirectory(db: Db, ownerId: string): Promise<DirectoryRow[]> {
  return db.query(
    `select version,
      coalesce((
        select json_agg(json_build_object(
          'id', id, 'kind', kind, 'entry', entry, 'updated_at', ${utc('updated_at')}) order by id)
        from directory_entries where owner_id = $1
      ), '[]') as entries,
      coalesce((
        select json_agg(json_build_object(
          'id', id, 'path', path, 'about', about, 'printed', printed, 'value', value,
          'job_id', job_id, 'is_disputed', is_disputed, 'learned_at', ${utc('learned_at')})
          order by learned_at desc, id)
        from learned_corrections where owner_id = $1
      ), '[]') as learned_corrections,
      coalesce((
        select json_agg(json_build_object(
          'currency', currency, 'valid_from', valid_from, 'units', units, 'rate', rate::text)
          order by valid_from desc, currency)
        from exchange_rates where owner_id = $1
      ), '[]') as rates
    from directories where owner_id = $1`,
    [ownerId],
  )
}

/**
 * Prevents other transactions from changing this directory, and from completing its owner's documents, until this
 * transaction ends. Acquire this lock before any lock on jobs.
 */
export function lockDirectoryChanges(tx: Db, ownerId: string): Promise<unknown> {
  return tx.query('select pg_advisory_xact_lock(702117004, hashtext($1))', [ownerId])
}

/** Keeps the directory unchanged until this transaction ends. Acquire this lock before any lock on jobs. */
export function lockDirectory(tx: Db, ownerId: string): Promise<unknown> {
  return tx.query('select pg_advisory_xact_lock_shared(702117004, hashtext($1))', [ownerId])
}

/** Increments the version. Call this before any other change to a directory. Requires `lockDirectoryChanges`. */
export function raiseDirectoryVersion(tx: Db, ownerId: string): Promise<{ version: number }[]> {
  return tx.query(
    `insert into directories (owner_id, version) values ($1, 1)
    on conflict (owner_id) do update set version = directories.version + 1
    returning version`,
    [ownerId],
  )
}

export function putEntries(
  tx: Db,
  ownerId: string,
  entries: Pick<EntryRow, 'id' | 'kind' | 'entry'>[],
): Promise<unknown> {
  return tx.query(
    `insert into directory_entries (id, owner_id, kind, entry)
    select id, $1, kind, entry::json
    from unnest($2::uuid[], $3::text[], $4::text[]) as given (id, kind, entry)
    on conflict (id) do update set entry = excluded.entry, updated_at = now()
      where directory_entries.owner_id = $1`,
    [
      ownerId,
      entries.map(({ id }) => id),
      entries.map(({ kind }) => kind),
      entries.map(({ entry }) => JSON.stringify(entry)),
    ],
  )
}

export function putRates(tx: Db, ownerId: string, rates: ExchangeRate[]): Promise<unknown> {
  return tx.query(
    `insert into exchange_rates (owner_id, currency, valid_from, units, rate)
    select $1, currency, valid_from, units, rate
    from unnest($2::text[], $3::date[], $4::integer[], $5::numeric[])
      as given (currency, valid_from, units, rate)
    on conflict (owner_id, currency, valid_from)
      do update set units = excluded.units, rate = excluded.rate`,
    [
      ownerId,
      rates.map(({ currency }) => currency),
      rates.map(({ valid_from }) => valid_from),
      rates.map(({ units }) => units),
      rates.map(({ rate }) => rate),
    ],
  )
}

export function deleteRate(
  tx: Db,
  ownerId: string,
  { currency, valid_from }: Pick<ExchangeRate, 'currency' | 'valid_from'>,
): Promise<{ currency: string }[]> {
  return tx.query(
    `delete from exchange_rates where owner_id = $1 and currency = $2 and valid_from = $3::date
    returning currency`,
    [ownerId, currency, valid_from],
  )
}

export function deleteEntry(tx: Db, ownerId: string, id: string): Promise<{ id: string }[]> {
  return tx.query('delete from directory_entries where owner_id = $1 and id = $2 returning id', [
    ownerId,
    id,
  ])
}

/**
 * Replaces the corrections learned from a job. Marks a correction that contradicts another job's correction as
 * disputed.
 */
export function putLearnedCorrections(
  tx: Db,
  ownerId: string,
  jobId: string,
  corrections: (LearnedCorrection & { id: string })[],
): Promise<unknown> {
  return tx.query(
    `with given as materialized (
      select * from jsonb_to_recordset($3)
        as (id uuid, path text, about text, printed text, value text)
    ), removed as (
      delete from learned_corrections
      where owner_id = $1 and job_id = $2 and not is_disputed
        and (path, about) not in (select path, about from given)
    )
    insert into learned_corrections (id, owner_id, job_id, path, about, printed, value)
    select id, $1, $2, path, about, printed, value from given
    on conflict (owner_id, path, about) do update set
      value = case when learned_corrections.job_id = $2 then excluded.value else learned_corrections.value end,
      is_disputed = learned_corrections.is_disputed
        or (learned_corrections.job_id is distinct from $2 and learned_corrections.value <> excluded.value),
      learned_at = now()`,
    [ownerId, jobId, JSON.stringify(corrections)],
  )
}

export function deleteLearnedCorrection(
  tx: Db,
  ownerId: string,
  id: string,
): Promise<{ id: string }[]> {
  return tx.query('delete from learned_corrections where owner_id = $1 and id = $2 returning id', [
    ownerId,
    id,
  ])
}

/** Moves a directory to an owner who has none; directories are never merged. */
export function transferDirectory(db: Db, from: string, to: string): Promise<unknown> {
  return db.query(
    `with moved as (
      update directories set owner_id = $2
      where owner_id = $1 and not exists (select from directories where owner_id = $2)
      returning owner_id
    ), rates as (
      update exchange_rates set owner_id = $2
      where owner_id = $1 and exists (select from moved)
    ), entries as (
      update directory_entries set owner_id = $2
      where owner_id = $1 and exists (select from moved)
    )
    update learned_corrections set owner_id = $2 where owner_id = $1 and exists (select from moved)`,
    [from, to],
  )
}
