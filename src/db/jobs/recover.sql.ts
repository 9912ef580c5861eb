import type { Db } from '../db.ts'
import type { StoredFile } from './cleanup.sql.ts'
import { cancelAssignments, expireAssignments } from './transitions.sql.ts'

/** Finds uploads whose rows are lost: no job has their id, and neither a user nor retention has deleted them. */
export function findLostSources(db: Db, files: StoredFile[]): Promise<{ key: string }[]> {
  return db.query(
    `select file.key from unnest($1::text[], $2::uuid[]) as file (key, job_id)
    where not exists (select from jobs where id = file.job_id)
      and not exists (select from deleted_jobs where id = file.job_id)
      and not exists (select from blob_deletions where blob_deletions.key = file.key)`,
    [files.map(({ key }) => key), files.map(({ job_id }) => job_id)],
  )
}

/** Lists the IDs of everyone who may own jobs: sessions, users and teams. */
export function listOwners(db: Db): Promise<{ owner_id: string }[]> {
  return db.query(
    `select 'session:' || id as owner_id from sessions
    union select owner_id from users
    union select own_workspace from users
    union select owner_id from teams
    union select owner_id from api_keys
    union select owner_id from batches`,
  )
}

/** Lists the folders that contain files referenced by rows, such as `sources/2026/11/18/`. */
export function listBlobFolders(db: Db): Promise<{ folder: string }[]> {
  return db.query(
    `select distinct regexp_replace(key, '[^/]*$', '') as folder from (
      select upload_key as key from jobs where upload_key is not null and source_deleted_at is null
      union all select key from outputs
    ) as referenced
    order by folder`,
  )
}

/** A file that a row references. */
export interface ReferencedFile {
  job_id: string
  key: string
}

export function listSourcesIn(db: Db, folder: string): Promise<ReferencedFile[]> {
  return db.query(
    `select id as job_id, upload_key as key from jobs
    where source_deleted_at is null and upload_key is not null
      and regexp_replace(upload_key, '[^/]*$', '') = $1`,
    [folder],
  )
}

export function listOutputsIn(db: Db, folder: string): Promise<ReferencedFile[]> {
  return db.query(`select job_id, key from outputs where regexp_replace(key, '[^/]*$', '') = $1`, [
    folder,
  ])
}

/**
 * Marks the jobs' sources as deleted. Cancels jobs that have not ended, because their documents can no longer be read.
 * A document that is being read again keeps its result.
 */
export function markSourcesMissing(tx: Db, jobIds: string[]): Promise<unknown> {
  return tx.query(
    `with cancelled as (
      update jobs set ${cancelAssignments}, source_deleted_at = now(), error_code = 'SOURCE_GONE'
      where id = any ($1) and status in ('queued', 'processing')
    )
    update jobs set source_deleted_at = now()
    where id = any ($1) and status not in ('queued', 'processing')`,
    [jobIds],
  )
}

/** Expires results that lack a file. Pass their ids to `deleteOutputs`. */
export function expireIncompleteResults(tx: Db, jobIds: string[]): Promise<{ id: string }[]> {
  return tx.query(
    `update jobs set ${expireAssignments} where id = any ($1) and status = 'complete'
    returning id`,
    [jobIds],
  )
}
