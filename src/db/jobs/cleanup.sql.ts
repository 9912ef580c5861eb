import type { Db } from '../db.ts'
import { mayDeleteBlobs } from '../blob-deletion-pause.sql.ts'

/** Claims a daily task: returns a row if the task last started more than 23 hours ago, otherwise none. */
export function startPeriodicTask(db: Db, name: string): Promise<{ name: string }[]> {
  return db.query(
    `update periodic_tasks set started_at = now()
    where name = $1 and started_at < now() - interval '23 hours'
    returning name`,
    [name],
  )
}

export function readDatabaseTime(db: Db): Promise<{ now: string }[]> {
  return db.query('select now() as now')
}

/** A stored file, and the job id in its key. */
export interface StoredFile {
  key: string
  job_id: string
}

/** Finds uploads that no job references any more; none while a backup copies files. */
export function findOrphanedSources(db: Db, files: StoredFile[]): Promise<{ key: string }[]> {
  return db.query(
    `select file.key from unnest($1::text[], $2::uuid[]) as file (key, job_id)
    where not exists (
      select from jobs
      where id = file.job_id and upload_key = file.key and source_deleted_at is null
    ) and ${mayDeleteBlobs}`,
    [files.map(({ key }) => key), files.map(({ job_id }) => job_id)],
  )
}

/** Finds results that no output references; none while a backup copies files. */
export function findOrphanedResults(db: Db, files: StoredFile[]): Promise<{ key: string }[]> {
  return db.query(
    `select file.key from unnest($1::text[]) as file (key)
    where not exists (select from outputs where outputs.key = file.key) and ${mayDeleteBlobs}`,
    [files.map(({ key }) => key)],
  )
}

/** Deletes the `progress` events of batches that ended more than `days` ago; the other events stay. */
export function compactEvents(db: Db, days: number, limit: number): Promise<{ id: string }[]> {
  return db.query(
    `with old as materialized (
      select id from batches
      where compacted_at is null and completed_at < now() - make_interval(days => $1)
      limit $2
      for no key update skip locked
    ), deleted as (
      delete from events using old where events.batch_id = old.id and events.type = 'progress'
    )
    update batches set compacted_at = now() from old where batches.id = old.id
    returning batches.id`,
    [days, limit],
  )
}

/** SQL condition for batches whose jobs have all ended and have no files left. */
const hasNoFiles = `not exists (
  select from jobs where batch_id = batches.id and (
    status in ('queued', 'processing', 'complete')
    or (upload_key is not null and source_deleted_at is null)))`

/** Days until rows are deleted. If `jobs` is null, the rows of single uploads are kept. */
interface RowDays {
  jobs: number | null
  batches: number
}

/**
 * SQL for the number of days after which a batch's rows are deleted. The `batches` limit applies only to batches with
 * several jobs.
 */
const dueDays = (jobs: string, batches: string) =>
  `case when total > 1 then least(${jobs}::int, ${batches}::int) else ${jobs}::int end`

/** Deletes old batches without stored files, and writes tombstones for their jobs. */
export function deleteOldBatches(db: Db, days: RowDays, limit: number): Promise<{ id: string }[]> {
  return db.query(
    `with old as materialized (
      select id from batches
      where completed_at < now() - make_interval(days => ${dueDays('$1', '$3')}) and ${hasNoFiles}
      limit $2
      for update skip locked
    ), tombstones as (
      insert into deleted_jobs (id, owner_id)
      select jobs.id, owner_id from jobs join old on batch_id = old.id
      returning id
    ), deleted as (
      delete from batches using old where batches.id = old.id
    )
    select id from tombstones`,
    [days.jobs, limit, days.batches],
  )
}

/** Erases the parameters of old single uploads, such as a child's name, once their files are deleted. */
export function eraseOldParams(db: Db, days: number, limit: number): Promise<{ id: string }[]> {
  return db.query(
    `with old as materialized (
      select id from batches
      where params <> '{}' and completed_at < now() - make_interval(days => $1) and ${hasNoFiles}
      limit $2
      for update skip locked
    ), erased_jobs as (
      update jobs set params = '{}' from old where batch_id = old.id
    )
    update batches set params = '{}' from old where batches.id = old.id
    returning batches.id`,
    [days, limit],
  )
}

export interface DueCounts {
  results: number
  uploads: number
  batches: number
  jobs: number
}

/** Counts what the next cleanup would delete. */
export function countDue(
  db: Db,
  days: { results: number; batches: number; uploads: number; events: number; jobs: number | null },
): Promise<DueCounts[]> {
  return db.query(
    `select
      (select count(*)::int from jobs join batches on batches.id = batch_id
        where jobs.status = 'complete' and jobs.completed_at < now() - make_interval(
          days => case when total > 1 then least($1::int, $2::int) else $1::int end)) as results,
      (select count(*)::int from jobs
        where status not in ('queued', 'processing') and source_deleted_at is null
          and upload_key is not null
          and greatest(completed_at, failed_at, queued_at) < now() - make_interval(days => $3))
        as uploads,
      (select count(*)::int from batches
        where compacted_at is null and completed_at < now() - make_interval(days => $4)) as batches,
      (select coalesce(sum(total), 0)::int from batches
        where completed_at < now() - make_interval(days => ${dueDays('$5', '$2')}) and ${hasNoFiles}) as jobs`,
    [days.results, days.batches, days.uploads, days.events, days.jobs],
  )
}
