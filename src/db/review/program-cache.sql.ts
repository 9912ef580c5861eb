import type { Db } from '../db.ts'

/** Key of a cached program. */
export interface ProgramKey {
  sha256: string
  owner_id: string
  reader: string
  mapping: string
}

/** Owner recorded for programs that were fetched from a public URL. */
export const publicOwner = 'public'

/**
 * A program for a document with the same bytes, read for this owner or, if `isPublic`, downloaded from a public URL for
 * anyone. A program read with `auto` also serves requests for a specific mapping.
 */
export function findProgram(
  db: Db,
  { sha256, owner_id, reader, mapping }: ProgramKey,
  isPublic: boolean,
): Promise<{ body: Buffer }[]> {
  return db.query(
    `select body from program_cache
    where sha256 = $1 and owner_id = any ($2) and reader = $3 and mapping in ($4, 'auto')
    limit 1`,
    [sha256, isPublic ? [owner_id, publicOwner] : [owner_id], reader, mapping],
  )
}

export function saveProgram(db: Db, key: ProgramKey, body: Buffer): Promise<unknown> {
  return db.query(
    `insert into program_cache (sha256, owner_id, reader, mapping, body) values ($1, $2, $3, $4, $5)
    on conflict do nothing`,
    [key.sha256, key.owner_id, key.reader, key.mapping, body],
  )
}

/** Deletes programs older than `days`, and an owner's programs whose document has no result left. */
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
