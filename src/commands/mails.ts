import { withDatabase } from '../app/database.ts'
import type { ListMails } from '../cli/mails.ts'
import { type UndeliveredMail, listUndeliveredMails } from '../db/notify/mails.sql.ts'

export const listMails: ListMails = () =>
  withDatabase(async (db) => {
    const mails = await listUndeliveredMails(db)
    if (mails.length === 0) process.stderr.write('No undelivered emails.\n')
    process.stdout.write(mails.map((mail) => `${describe(mail)}\n`).join(''))
  })

/** One tab-separated line per email. */
function describe({ id, batch_id, state, address, attempts, error, created_at }: UndeliveredMail) {
  const maskedAddress = address.replace(/^(.).*(@.*)$/, '$1…$2')
  const reason = error?.replace(/\s+/g, ' ') ?? ''
  return [
    created_at.slice(0, 19),
    state,
    maskedAddress,
    batch_id,
    id,
    `attempts ${attempts}`,
    reason,
  ].join('\t')
}
