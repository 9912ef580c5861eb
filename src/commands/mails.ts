import { openStore } from '../app/services.ts'
import type { ListMails } from '../cli/mails.ts'
import { readConfig } from '../config.ts'
import { type UndeliveredMail, undeliveredMails } from '../db/mails.sql.ts'
import { createLog } from '../app/log.ts'

export const listMails: ListMails = async () => {
  const config = readConfig()
  const store = await openStore(config, createLog(config.LOG_LEVEL ?? 'warn'))
  try {
    const mails = await undeliveredMails(store.db)
    if (mails.length === 0) process.stderr.write('Every e-mail was sent or is on its way.\n')
    process.stdout.write(mails.map((mail) => `${describe(mail)}\n`).join(''))
  } finally {
    await store.close()
  }
}

/** One line for each, in columns that a program can split at tabs. */
function describe({ id, batch_id, state, address, attempts, error, created_at }: UndeliveredMail) {
  const shown = address.replace(/^(.).*(@.*)$/, '$1…$2')
  const reason = error?.replace(/\s+/g, ' ') ?? ''
  return [created_at.slice(0, 19), state, shown, batch_id, id, `tries ${attempts}`, reason].join(
    '\t',
  )
}
