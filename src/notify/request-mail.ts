import { uuidv7 } from 'uuidv7'
import type { Database } from '../db/db.ts'
import {
  countRecentMails,
  insertMail,
  isSuppressed,
  lockBatchEnd,
  selectNotices,
} from '../db/notify/mails.sql.ts'
import { AppError } from '../domain/errors/app-error.ts'
import type { Language } from '../domain/i18n/language.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Notice } from '../domain/notify/mail.ts'
import type { MeetLinkOptions } from '../domain/results/share.ts'
import { type JobDeps, loadOwnedBatch } from '../jobs/owned-batches.ts'
import { saveMailLink } from './mail-link.ts'
import { addressHash, loadUnsubscribeKey } from './unsubscribe.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

const maxPerBatch = 5
/** Maximum number of emails per address and hour, so that nobody can flood an address by using many browsers. */
const maxPerAddress = 30

export interface MailRequest {
  batch_id: string
  email: string
  language: Language
  /** Swimmers with which the link in the email opens. */
  options?: MeetLinkOptions | undefined
}

/** Requests an email for when the batch ends; if it has already ended, the email is sent immediately. Idempotent. */
export async function requestMail(
  { db, log, sendsMail }: { db: Database; log: Log; sendsMail: boolean },
  ownerId: string,
  { batch_id, email, language, options }: MailRequest,
): Promise<Notice> {
  await loadOwnedBatch({ db, log }, ownerId, batch_id)
  if (!sendsMail) {
    throw new AppError('DISABLED', createDetail('mail_disabled', {}))
  }
  if (await isSuppressed(db, addressHash(await loadUnsubscribeKey(db), email))) {
    throw new AppError('UNSUBSCRIBED')
  }
  if (options) await saveMailLink(db, { batch_id, options })
  const known = await findNotice(email, { db, batch_id })
  if (known) return known
  await checkMailLimits(email, { db, batch_id })
  return db.transaction(async (tx) => {
    const [batch] = await lockBatchEnd(tx, batch_id)
    if (!batch) throw new AppError('NOT_FOUND', createDetail('batch_not_found', {}))
    const mail = { id: uuidv7(), batch_id, address: email, language, is_due: batch.has_ended }
    const [inserted] = await insertMail(tx, mail)
    const notice = inserted ?? (await findNotice(email, { db: tx, batch_id }))
    if (!notice) throw new Error('No email was found or created')
    return notice
  })
}

export async function listNotices(
  deps: JobDeps,
  ownerId: string,
  batchId: string,
): Promise<Notice[]> {
  await loadOwnedBatch(deps, ownerId, batchId)
  return selectNotices(deps.db, batchId)
}

type BatchRef = Pick<JobDeps, 'db'> & { batch_id: string }

async function findNotice(email: string, { db, batch_id }: BatchRef): Promise<Notice | undefined> {
  const notices = await selectNotices(db, batch_id)
  return notices.find((one) => one.email.toLowerCase() === email.toLowerCase())
}

async function checkMailLimits(email: string, { db, batch_id }: BatchRef): Promise<void> {
  if ((await selectNotices(db, batch_id)).length >= maxPerBatch) {
    throw new AppError('INVALID_REQUEST', createDetail('addresses_full', { most: maxPerBatch }))
  }
  const [recent] = await countRecentMails(db, email)
  if ((recent?.count ?? 0) < maxPerAddress) return
  throw new AppError('RATE_LIMITED', createDetail('mail_limit', {}), { retryAfterSeconds: 3600 })
}
