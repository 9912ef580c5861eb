import { withDatabase } from '../app/database.ts'
import { note, printJson, printLine } from '../cli/io/print.ts'
import type { ListEmails } from '../cli/emails.ts'
import { type UndeliveredMail, listUndeliveredMails } from '../db/notify/mails.sql.ts'

export const listEmails: ListEmails = (options) =>
  withDatabase(async (db) => {
    const emails = await listUndeliveredMails(db)
    if (options.json) {
      return printJson({ emails: emails.map((mail) => ({ ...mail, address: mask(mail.address) })) })
    }
    if (emails.length === 0) note('No undelivered emails.', options)
    for (const mail of emails) printLine(describe(mail))
  })

function mask(address: string): string {
  return address.replace(/^(.).*(@.*)$/, '$1…$2')
}

/** Formats an email as one tab-separated line. */
function describe({ id, batch_id, state, address, attempts, error, created_at }: UndeliveredMail) {
  const reason = error?.replace(/\s+/g, ' ') ?? ''
  return [
    created_at.slice(0, 19),
    state,
    mask(address),
    batch_id,
    id,
    `attempts ${attempts}`,
    reason,
  ].join('\t')
}
