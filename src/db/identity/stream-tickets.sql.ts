import type { Identity } from '../../domain/api/identity.ts'
import type { Db } from '../db.ts'

/**
 * Inserts a ticket and deletes a few expired ones. The commit is asynchronous; after a crash, the client requests
 * another ticket.
 */
export function insertTicket(
  db: Db,
  ticket: { hash: string; identity: Identity; seconds: number },
): Promise<{ expires_at: string }[]> {
  return db.query(
    `with expired as (
      delete from stream_tickets where hash in (
        select hash from stream_tickets where expires_at < now() order by expires_at limit 10
        for update skip locked
      )
    ), commit_mode as (select set_config('synchronous_commit', 'off', true))
    insert into stream_tickets (hash, identity, expires_at)
    select $1, $2, now() + make_interval(secs => $3) from commit_mode
    returning expires_at`,
    [ticket.hash, ticket.identity, ticket.seconds],
  )
}

/** Deletes and returns a ticket; only one of several concurrent calls gets a row. */
export function consumeTicket(
  db: Db,
  hash: string,
): Promise<{ identity: Identity; is_valid: boolean }[]> {
  return db.query(
    `delete from stream_tickets where hash = $1
    returning identity, expires_at > now() as is_valid`,
    [hash],
  )
}
