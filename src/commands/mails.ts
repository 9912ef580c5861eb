import { withDatabase } from '../app/database.ts'
import type { ListMails } from '../cli/mails.ts'
import { type UndeliveredMail, undeliveredMails } from '../db/notify/mails.sql.ts'

export const listMails: ListMails = () =>
  withDatabase(async (db) => {
    const mails = await undeliveredMails(db)
    if (mails.length === 0) process.stderr.write('Every e-mail was sent or is on its way.\n')
    process.stdout.write(mails.map((mail) => `${describe(mail)}\n`).join(''))
  })

/** One line for each, in columns that a program can split at tabs. */
function describe({ id, batch_id, state, address, attempts, error, created_at }: UndeliveredMail) {
  const shown = address.replace(/^(.).*(@.*)$/, '$1…$2')
  const reason = error?.replace(/\s+/g, ' ') ?? ''
  return [created_at.slice(0, 19), state, shown, batch_id, id, `tries ${attempts}`, reason].join(
    '\t',
  )
}
