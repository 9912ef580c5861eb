import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { checkAlerts } from '../../src/alerts/alert-monitor.ts'
import { listBatchJobs } from '../../src/db/jobs/owned-jobs.sql.ts'
import { parseAllowedSenders } from '../../src/intake/mailbox/allowed-senders.ts'
import { startMailboxLoop } from '../../src/intake/mailbox/mailbox-loop.ts'
import { readMailbox, type ReadMailboxDeps } from '../../src/intake/mailbox/read-mailbox.ts'
import { type Mailbox, openMailbox } from '../../src/mail/imap.ts'
import { samplePdf } from '../fixtures/pdfs.ts'
import { docketForTest } from '../support/docket/docket.ts'
import { imapServerForTest, needsDovecot } from '../support/servers/imap.ts'

const owner = 'user:bookkeeper'

interface Attached {
  name: string
  type?: string
  disposition?: string
  bytes: Uint8Array
}

/** Writes a message as a mail program does. */
function writeMail(subject: string, attached: Attached[], from = 'shop@supplier.example'): string {
  const parts = attached.map(
    ({ name, type = 'application/pdf', disposition = 'attachment', bytes }) =>
      [
        '--cut',
        `Content-Type: ${type}; name="${name}"`,
        `Content-Disposition: ${disposition}; filename="${name}"`,
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n'),
      ].join('\r\n'),
  )
  return [
    `From: "The shop" <${from}>`,
    'To: invoices@example.com',
    `Subject: ${subject}`,
    `Message-ID: <${subject.replaceAll(' ', '-')}@supplier.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="cut"',
    '',
    '--cut\r\nContent-Type: text/plain\r\n\r\nPlease find attached.',
    ...parts,
    '--cut--\r\n',
  ].join('\r\n')
}

async function stage() {
  const [docket, server] = await Promise.all([docketForTest(), imapServerForTest()])
  const line = (fields: object, msg: string) => void docket.log.push({ ...fields, msg })
  const log = { info: line, warn: line, error: line }
  const deps: ReadMailboxDeps = {
    ...docket.services,
    log,
    allowedSenders: parseAllowedSenders('@supplier.example'),
    maxMessageBytes: 300_000,
    findOwner: async () => owner,
  }
  const settings = {
    url: server.url,
    folder: 'INBOX',
    doneFolder: 'Docket',
    rejectedFolder: 'Docket rejected',
  }
  const open = () => openMailbox(settings)
  const run = { keepLease: async () => true, signal: new AbortController().signal }
  /** Reads the mailbox once. `change` can make the connection fail. */
  const read = async (change: (mailbox: Mailbox) => Mailbox = (one) => one) => {
    const mailbox = await open()
    try {
      return await readMailbox(deps, change(mailbox), run)
    } finally {
      await mailbox.close()
    }
  }
  const jobs = () =>
    docket.db.query<{ original_filename: string; owner_id: string; batch_id: string }>(
      'select original_filename, owner_id, batch_id from jobs order by batch_id, sequence',
    )
  return { docket, server, deps, log, open, read, jobs }
}

describe('a mailbox', needsDovecot, () => {
  it('turns attachments into jobs of its owner and files the message', async () => {
    const { docket, server, deps, read, jobs } = await stage()
    const changed = vi.spyOn(deps.statuses, 'changed')
    const first = await samplePdf({ number: 'MAIL-1' })
    const second = await samplePdf({ number: 'MAIL-2' })
    const logo = { name: 'logo.png', type: 'image/png', disposition: 'inline', bytes: first }
    await server.deliver(
      writeMail('two invoices', [
        { name: 'one.pdf', bytes: first },
        logo,
        { name: 'two', bytes: second },
      ]),
    )
    expect(await read()).toBe(1)
    const [one, two, ...others] = await jobs()
    expect([one?.original_filename, two?.original_filename, others]).toEqual(['one.pdf', 'two', []])
    expect(one).toMatchObject({ owner_id: owner, batch_id: two?.batch_id })
    const stored = await listBatchJobs(docket.db, one?.batch_id ?? '', owner)
    expect(changed.mock.calls.flat().sort()).toEqual(stored.map(({ id }) => id).sort())
    expect(await server.subjects('INBOX')).toEqual([])
    expect(await server.subjects('Docket')).toEqual(['two invoices'])
  })

  it('does not create a second batch for a message that was not filed, or that arrives again', async () => {
    const { docket, server, read, jobs } = await stage()
    const mail = writeMail('once', [{ name: 'a.pdf', bytes: await samplePdf() }])
    await server.deliver(mail)
    const cut = (mailbox: Mailbox) => ({
      ...mailbox,
      file: () => Promise.reject(new Error('connection lost')),
    })
    await expect(read(cut)).rejects.toThrow('connection lost')
    expect(await jobs()).toHaveLength(1)
    expect(await server.subjects('INBOX')).toEqual(['once'])
    await server.deliver(mail)
    expect(await read()).toBe(2)
    expect(await jobs()).toHaveLength(1)
    expect(await server.subjects('Docket')).toEqual(['once', 'once'])
    await server.deliver(writeMail('later', [{ name: 'a.pdf', bytes: await samplePdf() }]))
    await read()
    expect(await jobs()).toHaveLength(2)
    await docket.db.query('delete from batches')
    await server.deliver(mail)
    await read()
    expect(await jobs()).toEqual([])
  })

  it('takes over a batch whose reader stopped before recording it', async () => {
    const { docket, server, read, jobs } = await stage()
    const mail = writeMail('crash', [{ name: 'a.pdf', bytes: await samplePdf() }])
    await server.deliver(mail)
    await read()
    await docket.db.query('update received_messages set received_at = null')
    await server.deliver(mail)
    expect(await read()).toBe(1)
    expect(await jobs()).toHaveLength(1)
  })

  it('moves messages that it does not accept to another folder, without creating jobs', async () => {
    const { docket, server, deps, read, jobs } = await stage()
    const pdf = { name: 'a.pdf', bytes: await samplePdf() }
    await server.deliver(writeMail('stranger', [pdf], 'eve@evil.example'))
    await server.deliver(writeMail('no attachment', []))
    await server.deliver(writeMail('text', [{ name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('hi') }])) // biome-ignore format: one message per line
    await server.deliver(writeMail('broken', [{ name: 'a.pdf', bytes: Buffer.from('no PDF') }]))
    await server.deliver(writeMail('large', [{ ...pdf, bytes: new Uint8Array(300_000) }]))
    await server.deliver(
      writeMail(
        'many',
        Array.from({ length: deps.maxPdfsPerBatch + 1 }, () => pdf),
      ),
    )
    expect(await read()).toBe(6)
    expect(await jobs()).toEqual([])
    expect(await server.subjects('Docket rejected')).toEqual(
      ['stranger', 'no attachment', 'text', 'broken', 'large', 'many'].sort(),
    )
    const reasons = docket.log.flatMap(({ rejection }) => (rejection as string | undefined) ?? [])
    expect(reasons.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'documents_rejected',
      'no_document',
      'no_document',
      'sender_not_allowed',
      'too_large',
      'too_many_documents',
    ])
  })

  it('keeps a message while the storage is down, and reads the others', async () => {
    const { server, deps, read, jobs } = await stage()
    await server.deliver(writeMail('first', [{ name: 'a.pdf', bytes: await samplePdf() }]))
    const blobs = deps.blobs
    deps.blobs = { ...blobs, putFiles: () => Promise.reject(new Error('storage is down')) }
    await expect(read()).rejects.toThrow('storage is down')
    expect(await server.subjects('INBOX')).toEqual(['first'])
    deps.blobs = blobs
    expect(await read()).toBe(1)
    expect(await jobs()).toHaveLength(1)
  })

  it('is read by one process at a time, retried after an outage, and reported to the administrator', async () => {
    const { docket, server, deps, log, open, jobs } = await stage()
    const loop = (onOpen: () => void = () => undefined) => {
      const opened = () => {
        onOpen()
        return open()
      }
      const read: Parameters<typeof startMailboxLoop>[0]['read'] = (mailbox, run) =>
        readMailbox(deps, mailbox, run)
      const started = startMailboxLoop({ db: docket.db, log, open: opened, read, pollMs: 20 })
      onTestFinished(() => started.stop())
      return started
    }
    await server.stop()
    const first = loop()
    const faults = () =>
      docket.db.query('select fault from mailbox where failing_since is not null')
    await vi.waitFor(async () => expect(await faults()).toHaveLength(1), 30_000)
    await docket.db.query("update mailbox set failing_since = now() - interval '10 minutes'")
    await checkAlerts({
      db: docket.db,
      log,
      limits: { queue_jobs: 1000, wait_minutes: 60, error_percent: 90, disk_percent: 100 },
      channels: [],
      disk: async () => undefined,
      probeStorage: async () => undefined,
      send: {},
    } as unknown as Parameters<typeof checkAlerts>[0])
    expect(await docket.db.query('select name, params from alerts')).toContainEqual({
      name: 'mailbox_down',
      params: { fault: 'ECONNREFUSED' },
    })

    let seconds = 0
    loop(() => (seconds += 1))
    await server.start()
    await server.deliver(writeMail('after', [{ name: 'a.pdf', bytes: await samplePdf() }]))
    await vi.waitFor(async () => expect(await jobs()).toHaveLength(1), 60_000)
    await vi.waitFor(async () => expect(await faults()).toHaveLength(0), 60_000)
    expect(seconds).toBe(0)
    await first.stop()
    await vi.waitFor(() => expect(seconds).toBeGreaterThan(0), 60_000)
  })
})
