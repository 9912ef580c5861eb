import type { Db } from '../db.ts'

/** When a heat sheet's URL was last checked, and which document it returned before. */
export interface SheetRefresh {
  job_id: string
  checked_at: string
  changed_at: string | null
  previous_sha256: string | null
}

export function listRefreshes(db: Db, jobIds: readonly string[]): Promise<SheetRefresh[]> {
  return db.query(
    `select job_id, checked_at, changed_at, previous_sha256 from sheet_refreshes
    where job_id = any ($1)`,
    [jobIds],
  )
}

export function recordCheck(db: Db, jobIds: readonly string[]): Promise<unknown> {
  return db.query(
    `insert into sheet_refreshes (job_id, checked_at)
    select id, now() from jobs where id = any ($1)
    on conflict (job_id) do update set checked_at = now()`,
    [jobIds],
  )
}

/** Records that a newer document replaced the job's document. Call this in the transaction that completes the job. */
export function recordChange(tx: Db, jobId: string, previousSha256: string): Promise<unknown> {
  return tx.query(
    `insert into sheet_refreshes (job_id, checked_at, changed_at, previous_sha256)
    values ($1, now(), now(), $2)
    on conflict (job_id) do update set
      checked_at = now(), changed_at = now(), previous_sha256 = excluded.previous_sha256`,
    [jobId, previousSha256],
  )
}

export interface DueSheet {
  id: string
  owner_id: string
  batch_id: string
  source_url: string
  sha256: string
}

/**
 * Claims heat sheets whose URL should be checked: a subscribed calendar shows them, someone fetched the calendar within
 * a week, and the last check is older than `minutes`. The claim counts as the check, so that no other worker repeats
 * it.
 */
export function claimDueSheets(
  db: Db,
  { minutes, limit }: { minutes: number; limit: number },
): Promise<DueSheet[]> {
  return db.query(
    `with due as (
      select jobs.id from links
      join jobs on jobs.batch_id = links.batch_id
      left join sheet_refreshes on sheet_refreshes.job_id = jobs.id
      where links.purpose = 'calendar' and links.expires_at > now()
        and links.last_viewed_at > now() - interval '7 days'
        and jobs.status = 'complete' and jobs.source_url is not null and jobs.sha256 is not null
        and jobs.summary ->> 'kind' = 'heat_sheet'
        and coalesce(sheet_refreshes.checked_at, jobs.completed_at)
          < now() - make_interval(mins => $1)
      order by coalesce(sheet_refreshes.checked_at, jobs.completed_at)
      limit $2
      for update of jobs skip locked
    ), claimed as (
      insert into sheet_refreshes (job_id, checked_at) select id, now() from due
      on conflict (job_id) do update set checked_at = now()
        where sheet_refreshes.checked_at < now() - make_interval(mins => $1)
      returning job_id
    )
    select jobs.id, owner_id, batch_id, source_url, sha256
    from jobs join claimed on claimed.job_id = jobs.id`,
    [minutes, limit],
  )
}
