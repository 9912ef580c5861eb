import { uuidv7 } from 'uuidv7'
import type { Database } from '../db/db.ts'
import {
  countRecentMails,
  insertMail,
  isSuppressed,
  lockEnd,
  noticesOf,
} from '../db/notify/mails.sql.ts'
import { AppError } from '../domain/errors/errors.ts'
import type { Language } from '../domain/i18n/language.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Notice } from '../domain/notify/mail.ts'
import { type JobDeps, ownedBatch } from '../jobs/owned-batches.ts'
import { addressHash, unsubscribeKey } from './unsubscribe.ts'

const mostOfBatch = 5
/** Whoever asks from many browsers for an address that is not theirs gets no further. */
const mostOfAddress = 30

export interface MailWish {
  batch_id: string
  email: string
  language: Language
}

/** Has an e-mail sent when the batch has ended; at once where it has. Asked again, nothing changes. */
export async function askForMail(
  { db, log, sendsMail }: { db: Database; log: Log; sendsMail: boolean },
  ownerId: string,
  { batch_id, email, language }: MailWish,
): Promise<Notice> {
  await ownedBatch({ db, log }, ownerId, batch_id)
  if (!sendsMail) {
    const sentence = 'This Docket sends no e-mails: its operator has set no mail server.'
    throw new AppError('DISABLED', sentence)
  }
  if (await isSuppressed(db, addressHash(await unsubscribeKey(db), email))) {
    throw new AppError('UNSUBSCRIBED')
  }
  const known = await noticeTo(email, { db, batch_id })
  if (known) return known
  await refuseTooMany(email, { db, batch_id })
  return db.transaction(async (tx) => {
    const [batch] = await lockEnd(tx, batch_id)
    if (!batch) throw new AppError('NOT_FOUND', 'There is no such batch. It may have been deleted.')
    const mail = { id: uuidv7(), batch_id, address: email, language, is_due: batch.has_ended }
    const [made] = await insertMail(tx, mail)
    const notice = made ?? (await noticeTo(email, { db: tx, batch_id }))
    if (!notice) throw new Error('An e-mail was neither there nor made')
    return notice
  })
}

export async function ownedNotices(
  asking: JobDeps,
  ownerId: string,
  batchId: string,
): Promise<Notice[]> {
  await ownedBatch(asking, ownerId, batchId)
  return noticesOf(asking.db, batchId)
}

type At = Pick<JobDeps, 'db'> & { batch_id: string }

async function noticeTo(email: string, { db, batch_id }: At): Promise<Notice | undefined> {
  const notices = await noticesOf(db, batch_id)
  return notices.find((one) => one.email.toLowerCase() === email.toLowerCase())
}

async function refuseTooMany(email: string, { db, batch_id }: At): Promise<void> {
  if ((await noticesOf(db, batch_id)).length >= mostOfBatch) {
    const sentence = `${mostOfBatch} addresses are told of this batch already. That is the most.`
    throw new AppError('INVALID_REQUEST', sentence)
  }
  const [recent] = await countRecentMails(db, email)
  if ((recent?.count ?? 0) < mostOfAddress) return
  const sentence = 'Many e-mails have gone to this address within the last hour. Try again later.'
  throw new AppError('RATE_LIMITED', sentence, { retryAfterSeconds: 3600 })
}
