import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/db.ts'
import {
  leaseMailbox,
  recordMailboxState,
  releaseMailbox,
} from '../../db/operations/mailbox.sql.ts'
import type { Log } from '../../domain/ports/log.ts'
import type { Mailbox } from '../../mail/imap.ts'
import { createWakeup } from '../../queue/wakeup.ts'

export interface MailboxLoopDeps {
  db: Db
  log: Log
  open: () => Promise<Mailbox>
  /** Reads the mailbox. Returns the number of messages filed. */
  read: (
    mailbox: Mailbox,
    run: { keepLease: () => Promise<boolean>; signal: AbortSignal },
  ) => Promise<number>
  pollMs: number
}

/**
 * Lease in seconds, longer than it takes to read one message. After a crash, another process takes over when the lease
 * expires.
 */
const leaseSeconds = 120
const maxBackoffMs = 15 * 60 * 1000

/**
 * Reads the mailbox periodically, in one process at a time. Each consecutive failure doubles the wait before the next
 * attempt and is recorded, so that the administrator is alerted.
 */
export function startMailboxLoop(deps: MailboxLoopDeps): { stop(): Promise<void> } {
  const reader = randomUUID()
  const wakeup = createWakeup()
  const stopping = new AbortController()
  let failures = 0
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      const outcome = await runRound(deps, reader, stopping.signal)
      failures = outcome === 'failed' ? failures + 1 : 0
      if (outcome !== 'more') await wakeup.wait(computePollDelay(deps.pollMs, failures))
    }
  })()
  return {
    async stop() {
      stopping.abort()
      wakeup.wake()
      await ended
      await releaseMailbox(deps.db, reader).catch(() => undefined)
    },
  }
}

/** Returns the wait before the next round, in milliseconds. */
export function computePollDelay(pollMs: number, failures: number): number {
  return failures === 0 ? pollMs : Math.min(maxBackoffMs, pollMs * 2 ** failures)
}

/** Runs one round. Returns `more` if it filed messages, because others may be waiting. */
async function runRound(
  { db, log, open, read }: MailboxLoopDeps,
  reader: string,
  signal: AbortSignal,
): Promise<'more' | 'idle' | 'failed'> {
  const keepLease = async () => (await leaseMailbox(db, reader, leaseSeconds)).length > 0
  try {
    if (!(await keepLease())) return 'idle'
    const mailbox = await open()
    try {
      const filed = await read(mailbox, { keepLease, signal })
      await recordMailboxState(db, null)
      return filed > 0 ? 'more' : 'idle'
    } finally {
      await mailbox.close()
    }
  } catch (error) {
    log.warn({ err: error }, 'cannot read the mailbox')
    await recordMailboxState(db, describeFault(error)).catch(() => undefined)
    return 'failed'
  }
}

/** Returns the server's own error text, which never contains the password. */
function describeFault(error: unknown): string {
  const { responseText, code, message } = error as {
    responseText?: string
    code?: string
    message?: string
  }
  return (responseText ?? code ?? message ?? 'unknown').slice(0, 200)
}
