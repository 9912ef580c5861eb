import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../src/db/db.ts'
import { startEmbedded } from '../src/db/embedded/server.ts'
import { insertMail } from '../src/db/notify/mails.sql.ts'
import { migrate } from '../src/db/migrate.ts'
import { connectPg } from '../src/db/pg.ts'
import type { MailState } from '../src/domain/notify/mail.ts'
import { createRandom } from '../test/fixtures/random.ts'
import { createEndedBatch, makeDue } from '../test/support/database/ended-jobs.ts'
import { smtpError, startMailServer } from '../test/support/servers/mail-server.ts'
import { startDocket } from './processes.ts'

export interface MailOptions {
  mails: number
  seconds: number
  seed: number
  senders: number
}

export interface MailReport {
  mails: number
  seconds: number
  kills: number
  /**
   * Faults of the server: messages that it temporarily rejected after reading them, and disconnections after it had
   * accepted a message.
   */
  put_off: number
  cuts: number
  accepted: number
  sent: number
  unknown: number
  /** Number of emails with an unknown outcome that the server had accepted; resending would have duplicated them. */
  unknown_but_accepted: number
  violations: string[]
}

/**
 * Repeatedly kills mail senders with SIGKILL, while the mail server defers some messages and disconnects during others.
 * Afterwards, the server must not have accepted any message twice, and the list of undelivered emails must contain all
 * emails with an unknown outcome.
 */
export async function crashSenders(options: MailOptions): Promise<MailReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-mail-'))
  const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
  try {
    const db = connectPg({ url: server.url, poolSize: 5, onError: () => undefined })
    await migrate(db, 'migrations')
    const report = await crashSendersOn(db, { ...options, url: server.url, folder })
    await db.close()
    return report
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Like `crashSenders`, but on an existing database. */
export async function crashSendersOn(
  db: Database,
  { mails, seconds, seed, senders, url, folder }: MailOptions & { url: string; folder: string },
): Promise<MailReport> {
  const random = createRandom(seed)
  const sink = await openSink(random)
  const env = {
    DATABASE_URL: url,
    DATA_DIR: folder,
    SMTP_URL: sink.url,
    MAIL_FROM: 'docket@example.com',
    BASE_URL: 'https://docket.example.com',
    POLL_INTERVAL_MS: '50',
  }
  const { batch_id } = await createEndedBatch(db)
  const until = performance.now() + seconds * 1000
  const requested = requestMails(db, { batch_id, mails, seconds })
  const killed = await Promise.all(
    Array.from({ length: senders }, () => killRepeatedly(env, until, random)),
  )
  await requested
  // No sender is left that could report the outcome of these emails.
  await db.query(`update mails set claim_ends_at = now() where state = 'sending'`)
  const last = await startDocket('work', env)
  await drain(db)
  const listed = await listedMails(env)
  last.child.kill('SIGTERM')
  await last.ended
  const kills = killed.reduce((sum, count) => sum + count, 0)
  await sink.close()
  return { ...(await audit(db, sink, listed)), mails, seconds, kills, ...sink.counts }
}

interface Sink {
  url: string
  /** How many times each email was accepted, by Message-ID. */
  accepted: Map<string, number>
  counts: { put_off: number; cuts: number }
  close(): Promise<void>
}

/** Starts a slow server that defers some messages and disconnects after it has accepted others. */
async function openSink(random: () => number): Promise<Sink> {
  const accepted = new Map<string, number>()
  const counts = { put_off: 0, cuts: 0 }
  const server = await startMailServer({
    async onMail({ messageId = '' }, cut) {
      const behaviour = random()
      const isPutOff = behaviour < 0.03
      // The server has accepted the message before it responds, so a sender killed during the delay never learns of
      // it.
      if (!isPutOff) accepted.set(messageId, (accepted.get(messageId) ?? 0) + 1)
      await sleep(10 + 190 * random())
      if (isPutOff) {
        counts.put_off += 1
        throw smtpError(452, 'Not now')
      }
      if (behaviour > 0.98) {
        counts.cuts += 1
        cut()
      }
    },
  })
  return { url: server.url, accepted, counts, close: server.close }
}

async function requestMails(
  db: Database,
  { batch_id, mails, seconds }: { batch_id: string; mails: number; seconds: number },
): Promise<void> {
  for (let n = 0; n < mails; n++) {
    const address = `person${n}@example.com`
    await insertMail(db, { id: uuidv7(), batch_id, address, language: 'en', is_due: true })
    await sleep((seconds * 1000) / mails)
  }
}

/** Runs senders one after another and kills each shortly after it starts to send. Returns how many ran. */
async function killRepeatedly(
  env: Record<string, string>,
  until: number,
  random: () => number,
): Promise<number> {
  let kills = 0
  while (performance.now() < until) {
    const child = spawn(process.execPath, ['chaos/mail-sender.js'], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    await sleep(200 + 800 * random())
    child.kill('SIGKILL')
    await once(child, 'exit')
    kills += 1
  }
  return kills
}

/**
 * Advances time: deferred emails are retried, and claims expire. The database may have committed a claim for a dead
 * sender; a live sender holds a claim for about a second.
 */
async function drain(db: Database): Promise<void> {
  for (;;) {
    await makeDue(db)
    await db.query(
      `update mails set claim_ends_at = now()
      where state = 'sending' and claim_ends_at < now() + interval '280 seconds'`,
    )
    const [left] = await db.query<{ count: number }>(
      `select count(*)::int from mails where state in ('waiting', 'sending')`,
    )
    if (left?.count === 0) return
    await sleep(200)
  }
}

/** Returns the ids of emails with an unknown outcome from the administrator's list. */
async function listedMails(env: Record<string, string>): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/main.js', 'emails'], {
    env: { PATH: process.env.PATH, ...env },
    maxBuffer: 10 * 1024 * 1024,
  })
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
  return rows.filter(([, state]) => state === 'unknown').map((row) => row[4] ?? '')
}

async function audit(db: Database, { accepted }: Sink, listed: string[]) {
  const rows = await db.query<{ id: string; state: MailState }>('select id, state from mails')
  const countAccepted = (id: string) => accepted.get(`<${id}@example.com>`) ?? 0
  const unknown = rows.filter(({ state }) => state === 'unknown')
  const violations = rows.flatMap(({ id, state }) => {
    const times = countAccepted(id)
    if (times > 1) return [`${id} was accepted ${times} times`]
    if (state === 'sent' && times === 0) return [`${id} is sent, but nobody has it`]
    if (state === 'failed') return [`${id} has failed, though it was only put off`]
    return []
  })
  if (new Set(listed).size !== unknown.length || !unknown.every(({ id }) => listed.includes(id))) {
    violations.push(`${listed.length} unknown ones are listed, of ${unknown.length}`)
  }
  return {
    accepted: accepted.size,
    sent: rows.filter(({ state }) => state === 'sent').length,
    unknown: unknown.length,
    unknown_but_accepted: unknown.filter(({ id }) => countAccepted(id) > 0).length,
    violations,
  }
}
