import type { Db } from '../db.ts'
import { batched } from '../batched.ts'

// A session expires 90 days after its last use, and at most a year after its creation.

/**
 * Inserts a session and deletes a few expired ones. Expired sessions are kept for a day, because a cookie without a row
 * counts as a session that has not written yet. The commit is asynchronous, so that a flood of new sessions does not
 * delay others' writes. A crash loses no session that has written anything, because later commits include it.
 */
export function insertSession(db: Db, id: string): Promise<unknown> {
  return db.query(
    `with expired as (
      delete from sessions where id in (
        select id from sessions where expires_at < now() - interval '1 day'
        order by expires_at limit 10
        for update skip locked
      )
    ), commit_mode as (select set_config('synchronous_commit', 'off', true))
    insert into sessions (id, expires_at) select $1, now() + interval '90 days' from commit_mode
    on conflict (id) do nothing`,
    [id],
  )
}

export interface StoredSession {
  id: string
  /** False for an expired or ended session. */
  is_live: boolean
  /** Whether the expiry was last extended more than a day ago. */
  is_extension_due: boolean
}

const isExtensionDue = `expires_at < least(created_at + interval '1 year', now() + interval '89 days')`

export const findSession = batched(async (db, ids: readonly string[]) => {
  const found = await db.query<StoredSession>(
    `select id, expires_at > now() as is_live, ${isExtensionDue} as is_extension_due
    from sessions where id = any ($1)`,
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

/** Ends a session. Keeps its row, so that the cookie cannot revive it. */
export function expireSession(db: Db, id: string): Promise<unknown> {
  return db.query(`update sessions set expires_at = least(expires_at, now()) where id = $1`, [id])
}

/** Moves batches and jobs in one statement, so that a job always has the same owner as its batch. */
export function transferJobs(db: Db, from: string, to: string): Promise<{ moved: number }[]> {
  return db.query(`select transfer_jobs($1, $2) as moved`, [from, to])
}
