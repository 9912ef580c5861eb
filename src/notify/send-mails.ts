import type { Db } from '../db/db.ts'
import {
  type ClaimedMail,
  claimMails,
  giveUpClaims,
  isSuppressed,
  settleMail,
} from '../db/notify/mails.sql.ts'
import { jobsOfBatch } from '../db/jobs/owned-jobs.sql.ts'
import type { Log } from '../domain/ports/log.ts'
import { afterMail, type MailOutcome } from '../domain/notify/mail.ts'
import type { Mail, SendMail } from '../mail/mail.ts'
import { composeMail } from './compose.ts'
import { persist } from './rounds.ts'
import { addressHash, unsubscribeKey, unsubscribeToken } from './unsubscribe.ts'

export interface MailSending {
  db: Db
  log: Log
  send: SendMail
  /** Where people reach this Docket. */
  baseUrl: string
}

const atOnce = 5
/** Longer than a server may keep us: whoever has sent it writes that down in time. */
const claimSeconds = 300

/**
 * Sends what is due, each e-mail at most once: it is claimed in a commit before a server hears of it, and a claim is
 * never taken over. Any number may do this at once. Says how many were tried.
 */
export async function sendMails(sending: MailSending): Promise<number> {
  const { db, log } = sending
  for (const { id, batch_id } of await giveUpClaims(db)) {
    log.error({ mail_id: id, batch_id }, 'email outcome unknown')
  }
  const key = await unsubscribeKey(db)
  const claimed = await claimMails(db, { limit: atOnce, seconds: claimSeconds })
  await Promise.all(claimed.map((mail) => sendOne(sending, mail, key)))
  return claimed.length
}

async function sendOne(sending: MailSending, mail: ClaimedMail, key: string): Promise<void> {
  const { db, log } = sending
  const { id, batch_id, attempts, address } = mail
  const composed = await prepare(sending, mail, key).catch(failedBefore)
  const outcome = 'kind' in composed ? composed : await sending.send(composed)
  const next = outcome.kind === 'suppressed' ? suppressed : afterMail(outcome, attempts)
  const error = next.error?.replaceAll(address, '…') ?? null
  await persist(() => settleMail(db, mail, { ...next, error }))
  log[levels[outcome.kind]](
    { mail_id: id, batch_id, attempts, outcome: outcome.kind },
    'e-mail tried',
  )
}

const suppressed = { state: 'suppressed', error: null, delay_seconds: null } as const
const levels = {
  sent: 'info',
  suppressed: 'info',
  postponed: 'warn',
  refused: 'warn',
  unknown: 'error',
} as const

/** No server has heard of it yet: it is surely not sent, and may be tried again. */
function failedBefore(): MailOutcome {
  return { kind: 'postponed', error: 'The batch could not be read.' }
}

async function prepare(
  { db, baseUrl }: MailSending,
  { id, batch_id, owner_id, address, language }: ClaimedMail,
  key: string,
): Promise<Mail | { kind: 'suppressed' }> {
  if (await isSuppressed(db, addressHash(key, address))) return { kind: 'suppressed' }
  const jobs = await jobsOfBatch(db, batch_id, owner_id)
  const token = unsubscribeToken(key, address)
  return composeMail({ id, batch_id, address, language, jobs, baseUrl, unsubscribeToken: token })
}
