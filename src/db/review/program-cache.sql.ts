import { batched } from '../batched.ts'
import type { Db } from '../db.ts'

/** Key of a cached program. */
export interface ProgramKey {
  sha256: string
  owner_id: string
  reader: string
  mapping: string
}

/** Owner of programs that were downloaded from a public URL. */
export const publicOwner = 'public'

/** The document whose program is looked up in the cache. */
export interface ProgramLookup extends ProgramKey {
  /** True if the document was downloaded from a public URL. */
  is_public: boolean
}

/**
 * Finds the stored program of a document with the same bytes. That document was read for this owner or, if `is_public`,
 * downloaded from a public URL for any owner. A program read with `auto` also serves requests for a specific mapping.
 * Concurrent lookups share one query.
 */
export const findProgram = batched(async (db, wanted: readonly ProgramLookup[]) => {
  const rows = await db.query<{ nth: number; body: Buffer }>(
    `select wanted.nth::integer as nth, found.body
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[]) with ordinality
      as wanted (sha256, owner_id, reader, mapping, is_public, nth)
    cross join lateral (
      select body from program_cache as program
      where program.sha256 = wanted.sha256
        and (program.owner_id = wanted.owner_id
          or wanted.is_public and program.owner_id = '${publicOwner}')
        and program.reader = wanted.reader and program.mapping in (wanted.mapping, 'auto')
      limit 1
    ) as found`,
    [
      wanted.map(({ sha256 }) => sha256),
      wanted.map(({ owner_id }) => owner_id),
      wanted.map(({ reader }) => reader),
      wanted.map(({ mapping }) => mapping),
      wanted.map(({ is_public }) => is_public),
    ],
  )
  const bodies = new Map(rows.map(({ nth, body }) => [nth, body]))
  return wanted.map((_, index) => bodies.get(index + 1))
})

export function saveProgram(db: Db, key: ProgramKey, body: Buffer): Promise<unknown> {
  return db.query(
    `insert into program_cache (sha256, owner_id, reader, mapping, body) values ($1, $2, $3, $4, $5)
    on conflict do nothing`,
    [key.sha256, key.owner_id, key.reader, key.mapping, body],
  )
}

/** Deletes programs older than `days`, and an owner's programs for documents without any remaining result. */
export function deleteOldPrograms(db: Db, days: number): Promise<unknown> {
  return db.query(
    `delete from program_cache
    where created_at < now() - make_interval(days => $1) or (
      owner_id <> '${publicOwner}' and created_at < now() - interval '1 hour' and not exists (
        select from jobs
        where jobs.owner_id = program_cache.owner_id and jobs.sha256 = program_cache.sha256
          and jobs.status <> 'expired'))`,
    [days],
  )
}
