import type { Language } from '../../domain/i18n/language.ts'
import type { MailState, Notice } from '../../domain/notify/mail.ts'
import type { Db } from '../db.ts'

/** Returns whether a batch has ended. Locks the batch, so that this does not change before the transaction commits. */
export function lockBatchEnd(tx: Db, batchId: string): Promise<{ has_ended: boolean }[]> {
  return tx.query(
    'select completed_at is not null as has_ended from batches where id = $1 for share',
    [batchId],
  )
}

export function selectNotices(db: Db, batchId: string): Promise<Notice[]> {
  return db.query(
    'select address as email, state from mails where batch_id = $1 order by created_at, id',
    [batchId],
  )
}

/** Counts the emails requested for an address within the last hour, across all batches. */
export function countRecentMails(db: Db, address: string): Promise<{ count: number }[]> {
  return db.query(
    `select count(*)::int from mails
    where lower(address) = lower($1) and created_at > now() - interval '1 hour'`,
    [address],
  )
}

export interface NewMail {
  id: string
  batch_id: string
  address: string
  language: Language
  is_due: boolean
}

/** Schedules an email. Returns no row if this batch already notifies the address. */
export function insertMail(tx: Db, mail: NewMail): Promise<Notice[]> {
  return tx.query(
    `insert into mails (id, batch_id, address, language, run_at)
    values ($1, $2, $3, $4, case when $5 then now() end)
    on conflict do nothing
    returning address as email, state`,
    [mail.id, mail.batch_id, mail.address, mail.language, mail.is_due],
  )
}

export interface ClaimedEmail {
  id: string
  batch_id: string
  owner_id: string
  address: string
  language: Language
  attempts: number
}

/** Claims due emails for batches that have ended. */
export function claimMails(
  db: Db,
  { limit, seconds }: { limit: number; seconds: number },
): Promise<ClaimedEmail[]> {
  return db.query(
    `with due as materialized (
      select mails.id, owner_id from mails join batches on batches.id = batch_id
      where state = 'waiting' and run_at <= now() and completed_at is not null
      order by run_at
      limit $1
      for update of mails skip locked
    )
    update mails set state = 'sending', attempts = attempts + 1,
      claim_ends_at = now() + make_interval(secs => $2)
    from due where mails.id = due.id
    returning mails.id, batch_id, due.owner_id, address, language, attempts`,
    [limit, seconds],
  )
}

/** Records the outcome even if the claim has expired, because the outcome is known. */
export function settleMail(
  db: Db,
  { id, attempts }: Pick<ClaimedEmail, 'id' | 'attempts'>,
  next: { state: MailState; error: string | null; delay_seconds: number | null },
): Promise<{ id: string }[]> {
  return db.query(
    `update mails set state = $3, error = $4, claim_ends_at = null,
      run_at = case when $5::float8 is null then run_at
        else now() + make_interval(secs => $5) end,
      ended_at = case when $5::float8 is null then now() end
    where id = $1 and attempts = $2 and state in ('sending', 'unknown')
    returning id`,
    [id, attempts, next.state, next.error, next.delay_seconds],
  )
}

/**
 * Marks emails whose claim has expired as having an unknown outcome. They may have been sent, so they are not sent
 * again.
 */
export function expireMailClaims(db: Db): Promise<{ id: string; batch_id: string }[]> {
  return db.query(
    `update mails set state = 'unknown', claim_ends_at = null, ended_at = now(),
      error = 'The process that sent the email ended before the outcome was known.'
    where state = 'sending' and claim_ends_at < now()
    returning id, batch_id`,
  )
}

export interface UndeliveredMail {
  id: string
  batch_id: string
  state: MailState
  address: string
  attempts: number
  error: string | null
  created_at: string
}

/** Lists emails that failed or whose outcome is unknown, newest first. */
export function listUndeliveredMails(db: Db): Promise<UndeliveredMail[]> {
  return db.query(
    `select id, batch_id, state, address, attempts, error, created_at from mails
    where state in ('unknown', 'failed')
    order by created_at desc, id`,
  )
}

/** Deletes emails `days` after they were requested or their batch ended, whichever is later. */
export function deleteOldMails(db: Db, days: number): Promise<unknown> {
  return db.query(
    `delete from mails using batches
    where batches.id = batch_id and completed_at is not null
      and greatest(completed_at, mails.created_at) < now() - make_interval(days => $1)`,
    [days],
  )
}

export function mailKey(db: Db): Promise<{ key: string }[]> {
  return db.query('select key from mail_key')
}

export async function isSuppressed(db: Db, addressHash: string): Promise<boolean> {
  const found = await db.query('select 1 from mail_suppressions where address_hash = $1', [
    addressHash,
  ])
  return found.length > 0
}

export function suppressAddress(db: Db, addressHash: string): Promise<unknown> {
  return db.query(
    'insert into mail_suppressions (address_hash) values ($1) on conflict do nothing',
    [addressHash],
  )
}

export function unsuppressAddress(db: Db, addressHash: string): Promise<unknown> {
  return db.query('delete from mail_suppressions where address_hash = $1', [addressHash])
}
