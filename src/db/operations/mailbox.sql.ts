import type { Db } from '../db.ts'

// The mailbox whose attachments become jobs: which process reads it, whether it responds, and what was received.

/** Takes or renews the lease; returns no row while another process holds it. */
export function leaseMailbox(
  db: Db,
  reader: string,
  leaseSeconds: number,
): Promise<{ lease_expires_at: string }[]> {
  return db.query(
    `update mailbox set leased_by = $1, lease_expires_at = now() + make_interval(secs => $2)
    where leased_by = $1 or lease_expires_at < now()
    returning lease_expires_at`,
    [reader, leaseSeconds],
  )
}

export function releaseMailbox(db: Db, reader: string): Promise<unknown> {
  return db.query(`update mailbox set lease_expires_at = '-infinity' where leased_by = $1`, [
    reader,
  ])
}

/** Records that the mailbox responds, or since when and why it does not. */
export function recordMailboxState(db: Db, fault: string | null): Promise<unknown> {
  return db.query(
    `update mailbox set fault = $1,
      failing_since = case when $1::text is not null then coalesce(failing_since, now()) end`,
    [fault],
  )
}

/** Returns a mailbox's fault if the mailbox does not respond; otherwise no row. */
export function findMailboxFault(db: Db): Promise<{ fault: string }[]> {
  return db.query('select fault from mailbox where fault is not null')
}

export interface MessageClaim {
  /** Id of the batch that the message becomes. */
  batch_id: string
  /** Whether an earlier reader may have created the batch. */
  is_known: boolean
  /** Whether the batch is committed, so that the message only needs to be filed. */
  is_received: boolean
}

/**
 * Reserves a batch id for a message, so that the message becomes exactly one batch, even if it is read again or by
 * another process.
 */
export function claimMessage(
  db: Db,
  key: string,
  ownerId: string,
  batchId: string,
): Promise<MessageClaim[]> {
  return db.query(
    `insert into received_messages as known (key, owner_id, batch_id) values ($1, $2, $3)
    on conflict (key) do update set seen_at = now()
    returning batch_id, batch_id <> $3 as is_known, received_at is not null as is_received`,
    [key, ownerId, batchId],
  )
}

export function markMessageReceived(db: Db, key: string): Promise<unknown> {
  return db.query('update received_messages set received_at = now() where key = $1', [key])
}

/**
 * Deletes records of messages. Records of messages still in the mailbox are refreshed at every read, so they are kept.
 */
export function deleteOldMessages(db: Db, days: number): Promise<unknown> {
  return db.query(
    'delete from received_messages where seen_at < now() - make_interval(days => $1)',
    [days],
  )
}
