import type { Db } from '../db.ts'
import { batched } from '../batched.ts'

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

export interface LiveSession {
  id: string
  /** Its end has not moved on for a day. */
  is_extension_due: boolean
}

const isExtensionDue = `expires_at < least(created_at + interval '1 year', now() + interval '89 days')`

/** Undefined where there is no session of that id, or no longer. */
export const findSession = batched(async (db, ids: readonly string[]) => {
  const found = await db.query<LiveSession>(
    `select id, ${isExtensionDue} as is_extension_due
    from sessions where id = any ($1) and expires_at > now()`,
    [ids],
  )
  const byId = new Map(found.map((one) => [one.id, one]))
  return ids.map((id) => byId.get(id))
})

/** Its end moves on from now: of those who ask at once, for one. */
export function extendSession(db: Db, id: string): Promise<unknown> {
  return db.query(
    `update sessions
    set expires_at = least(created_at + interval '1 year', now() + interval '90 days')
    where id = $1 and expires_at > now() and ${isExtensionDue}`,
    [id],
  )
}

export function deleteSession(db: Db, id: string): Promise<unknown> {
  return db.query(`delete from sessions where id = $1`, [id])
}

/** Batches and jobs change hands in one statement; a job always has the owner of its batch. */
export function transferJobs(db: Db, from: string, to: string): Promise<{ moved: number }[]> {
  return db.query(`select transfer_jobs($1, $2) as moved`, [from, to])
}
