import type { Db } from '../db.ts'
import { batched } from '../batched.ts'

// A session expires 90 days after its last use, and at most a year after its creation.

/** Also deletes a few expired sessions, so that they do not accumulate. */
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
  /** Whether the expiry was last extended more than a day ago. */
  is_extension_due: boolean
}

const isExtensionDue = `expires_at < least(created_at + interval '1 year', now() + interval '89 days')`

/** Undefined if the session does not exist or has expired. */
export const findSession = batched(async (db, ids: readonly string[]) => {
  const found = await db.query<LiveSession>(
    `select id, ${isExtensionDue} as is_extension_due
    from sessions where id = any ($1) and expires_at > now()`,
    [ids],
  )
  const byId = new Map(found.map((one) => [one.id, one]))
  return ids.map((id) => byId.get(id))
})

/** Extends the expiry; only one of several concurrent calls writes. */
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

/** Moves batches and jobs in one statement, so that a job always has the same owner as its batch. */
export function transferJobs(db: Db, from: string, to: string): Promise<{ moved: number }[]> {
  return db.query(`select transfer_jobs($1, $2) as moved`, [from, to])
}
