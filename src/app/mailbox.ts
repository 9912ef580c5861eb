import { findUser } from '../db/identity/users.sql.ts'
import { backgroundNiceness } from '../extraction/sandbox/child-limits.ts'
import { parseAllowedSenders } from '../intake/mailbox/allowed-senders.ts'
import { startMailboxLoop } from '../intake/mailbox/mailbox-loop.ts'
import { readMailbox, type ReadMailboxDeps } from '../intake/mailbox/read-mailbox.ts'
import type { Config } from '../config.ts'
import type { MailboxSettings } from '../mail/imap.ts'
import { createEnqueue } from '../queue/group-enqueues.ts'
import type { Services } from './services.ts'
import { openByteQuotas } from './web.ts'

/** Returns the mailbox settings; undefined if no mailbox is configured. */
export function mailboxSettings(config: Config): MailboxSettings | undefined {
  const { IMAP_URL: url, IMAP_FOLDER: folder } = config
  if (url === undefined) return undefined
  const { IMAP_DONE_FOLDER: doneFolder, IMAP_REJECTED_FOLDER: rejectedFolder } = config
  return { url, folder, doneFolder, rejectedFolder }
}

/** Reads the mailbox until the services close. Does nothing if no mailbox is configured. */
export function startMailbox(services: Services): void {
  const { config, db, log, onClose } = services
  const settings = mailboxSettings(config)
  if (!settings) return
  const deps = mailboxDeps(services)
  const loop = startMailboxLoop({
    db,
    log,
    open: async () => (await import('../mail/imap.ts')).openMailbox(settings),
    read: (mailbox, run) => readMailbox(deps, mailbox, run),
    pollMs: config.IMAP_POLL_SECONDS * 1000,
  })
  onClose(() => loop.stop())
}

function mailboxDeps(services: Services): ReadMailboxDeps {
  const { config, db, openSandbox } = services
  const megabyte = 1024 * 1024
  const owner = config.IMAP_OWNER ?? ''
  return {
    ...services,
    // Opens and converts attachments. The child process starts on demand.
    sandbox: openSandbox({ size: 1, limits: { niceness: backgroundNiceness } }),
    enqueue: createEnqueue(db),
    byteQuotas: openByteQuotas(services),
    defaultMapping: config.DEFAULT_MAPPING,
    maxUploadBytes: config.MAX_UPLOAD_MB * megabyte,
    maxPdfsPerBatch: config.MAX_PDFS_PER_BATCH,
    maxRunningPerBatch: config.MAX_CONCURRENT_JOBS_PER_BATCH,
    allowedSenders: parseAllowedSenders(config.IMAP_ALLOWED_SENDERS ?? ''),
    maxMessageBytes: config.IMAP_MAX_MESSAGE_MB * megabyte,
    findOwner: async () => (await findUser(db, owner))?.owner_id ?? owner,
  }
}
