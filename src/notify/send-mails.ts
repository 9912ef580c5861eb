import type { Db } from '../db/db.ts'
import {
  type ClaimedEmail,
  claimMails,
  expireMailClaims,
  isSuppressed,
  settleMail,
} from '../db/notify/mails.sql.ts'
import { listBatchJobs } from '../db/jobs/owned-jobs.sql.ts'
import type { Log } from '../domain/ports/log.ts'
import { decideMailState, type MailOutcome } from '../domain/notify/mail.ts'
import type { Mail, SendMail } from '../mail/mail.ts'
import { composeMail } from './compose.ts'
import { saveMailLink } from './mail-link.ts'
import { retryWrite } from './poll-loop.ts'
import { addressHash, loadUnsubscribeKey, unsubscribeToken } from './unsubscribe.ts'

export interface SendMailsDeps {
  db: Db
  log: Log
  send: SendMail
  /** This Docket's public URL. */
  baseUrl: string
}

const batchSize = 5
/** Lease in seconds, longer than an SMTP server may take, so that the outcome is recorded before the lease expires. */
const leaseSeconds = 300

/**
 * Sends due emails at most once: the claim commits before the server is contacted and is never taken over. Safe to run
 * concurrently. Returns the number of attempts.
 */
export async function sendMails(deps: SendMailsDeps): Promise<number> {
  const { db, log } = deps
  for (const { id, batch_id } of await expireMailClaims(db)) {
    log.error({ mail_id: id, batch_id }, 'email outcome unknown')
  }
  const key = await loadUnsubscribeKey(db)
  const claimed = await claimMails(db, { limit: batchSize, seconds: leaseSeconds })
  await Promise.all(claimed.map((mail) => sendOne(deps, mail, key)))
  return claimed.length
}

async function sendOne(deps: SendMailsDeps, mail: ClaimedEmail, key: string): Promise<void> {
  const { db, log } = deps
  const { id, batch_id, attempts, address } = mail
  const composed = await prepare(deps, mail, key).catch(toPostponed)
  const outcome = 'kind' in composed ? composed : await deps.send(composed)
  const next = outcome.kind === 'suppressed' ? suppressed : decideMailState(outcome, attempts)
  const error = next.error?.replaceAll(address, '…') ?? null
  await retryWrite(() => settleMail(db, mail, { ...next, error }))
  log[levels[outcome.kind]](
    { mail_id: id, batch_id, attempts, outcome: outcome.kind },
    'email attempted',
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

/** Returns an outcome that allows a retry. This is safe, because no mail server was contacted. */
function toPostponed(): MailOutcome {
  return { kind: 'postponed', error: 'The batch could not be read.' }
}

async function prepare(
  { db, baseUrl }: SendMailsDeps,
  { id, batch_id, owner_id, address, language }: ClaimedEmail,
  key: string,
): Promise<Mail | { kind: 'suppressed' }> {
  if (await isSuppressed(db, addressHash(key, address))) return { kind: 'suppressed' }
  const jobs = await listBatchJobs(db, batch_id, owner_id)
  const { code } = await saveMailLink(db, { batch_id })
  const token = unsubscribeToken(key, address)
  return composeMail({ id, code, address, language, jobs, baseUrl, unsubscribeToken: token })
}
