import type { Db } from './db.ts'

// A session ends 90 days after it was last used, and a year after it began at the latest.

/** Clears a few that are over on the way, so that visitors who never come back do not pile up. */
export function insertSession(db: Db, id: string): Promise<unknown> {
  return db.query(
    `with over as (
      delete from sessions where id in (
        select id from sessions where expires_at < now() order by expires_at limit 10
        for update skip locked
      )
    )
    insert into sessions (id, expires_at) values ($1, now() + interval '90 days')`,
    [id],
  )
}

/** One row if the session lives. Its end moves on, written at most once a day. */
export function findSession(db: Db, id: string): Promise<{ id: string }[]> {
  return db.query(
    `with extended as (
      update sessions
      set expires_at = least(created_at + interval '1 year', now() + interval '90 days')
      where id = $1 and expires_at > now()
        and expires_at < least(created_at + interval '1 year', now() + interval '89 days')
    )
    select id from sessions where id = $1 and expires_at > now()`,
    [id],
  )
}

export function deleteSession(db: Db, id: string): Promise<unknown> {
  return db.query(`delete from sessions where id = $1`, [id])
}

/** Batches and jobs change hands in one statement; a job always has the owner of its batch. */
export function moveJobs(db: Db, from: string, to: string): Promise<{ moved: number }[]> {
  return db.query(`select move_jobs($1, $2) as moved`, [from, to])
}
