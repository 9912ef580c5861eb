import fc from 'fast-check'
import { listBatchLinks } from '../../src/db/identity/links.sql.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMail, settleMail, claimMails } from '../../src/db/notify/mails.sql.ts'
import { sendMails } from '../../src/notify/send-mails.ts'
import { requestMail } from '../../src/notify/request-mail.ts'
import { viewSharedBatch } from '../../src/results/batch-links.ts'
import { sweep } from '../../src/retention/sweep.ts'
import type { MailOutcome } from '../../src/domain/notify/mail.ts'
import { fsBlobs } from '../../src/blobs/fs.ts'
import { deleteJobs } from '../../src/db/jobs/delete-job.sql.ts'
import type { Mail, SendMail } from '../../src/mail/mail.ts'
import { createSmtpSender } from '../../src/mail/smtp.ts'
import { uuidv7 } from 'uuidv7'
import { cloneDatabase, type TestDatabase } from '../support/database/database.ts'
import { createEndedBatch, endJobs, makeDue } from '../support/database/ended-jobs.ts'
import { failureText, owner, queueJobs } from '../support/database/jobs.ts'
import { mailServerForTest } from '../support/servers/smtp.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
beforeEach(() => database.db.query('truncate batches, events, owner_shares cascade'))
afterAll(() => database.drop())

const baseUrl = 'https://docket.example.com'

/** Creates a notifier, and returns it with its log and with the mail server. */
function stage(
  onMail: (mail: Mail) => MailOutcome | Promise<MailOutcome> = () => ({ kind: 'sent' }),
) {
  const { db } = database
  const lines: object[] = []
  const line = (fields: object, message: string) => void lines.push({ ...fields, message })
  const log = { info: line, warn: line, error: line }
  const sent: Mail[] = []
  const send: SendMail = async (mail) => {
    sent.push(mail)
    return onMail(mail)
  }
  return { db, lines, sent, round: (by = send) => sendMails({ db, log, send: by, baseUrl }) }
}

async function mailTo(batchId: string, address = 'ada@example.com', isDue = true) {
  const mail = { id: uuidv7(), batch_id: batchId, address, language: 'en', is_due: isDue } as const
  await insertMail(database.db, mail)
  return mail.id
}

async function readState(id: string) {
  const [row] = await database.db.query<{ state: string; error: string | null; attempts: number }>(
    'select state, error, attempts from mails where id = $1',
    [id],
  )
  return row
}

describe('an email about a batch', () => {
  it("waits for the end of the batch and lists each document's outcome", async () => {
    const { db, round } = stage()
    const server = await mailServerForTest()
    const send = createSmtpSender(server.url, { from: 'Docket <docket@example.com>' })
    const jobs = await queueJobs(db, 3, { original_filename: '<b>"tagihan" & Co</b>.pdf' })
    const batch = jobs[0]?.batch_id ?? ''
    const id = await mailTo(batch, 'ada@example.com', false)
    expect(await round(send)).toBe(0)
    await endJobs(db, jobs, ['complete', 'needs_review', 'failed'])
    expect(await round(send)).toBe(1)
    expect(await round(send)).toBe(0)
    expect(await readState(id)).toMatchObject({ state: 'sent', error: null })
    const [mail] = server.mails
    expect(mail?.subject).toBe('Docket: 2 of 3 documents ready, 1 to review')
    const outcomes = ['complete', 'needs review', `failed: ${failureText}`]
    for (const outcome of outcomes)
      expect(mail?.text).toContain(`<b>"tagihan" & Co</b>.pdf: ${outcome}\n`)
    expect(mail?.html).not.toContain('<b>')
    const [link] = await listBatchLinks(db, batch)
    expect(link).toMatchObject({ purpose: 'mail', views: 0 })
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain(`${baseUrl}/shared/${link?.code}`)
      expect(text).toContain(`${baseUrl}/privacy`)
      expect(text).toMatch(/https:\/\/docket\.example\.com\/unsubscribe\/[\w.-]+/)
      expect(text).toContain('because someone asked Docket (docket.example.com)')
    }
  })

  it('links to the swimmers that were chosen before it was sent, or later', async () => {
    const { db, round } = stage()
    const server = await mailServerForTest()
    const send = createSmtpSender(server.url, { from: 'Docket <docket@example.com>' })
    const jobs = await queueJobs(db, 1)
    const batch_id = jobs[0]?.batch_id ?? ''
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const request = { batch_id, email: 'ada@example.com', language: 'en' } as const
    const options = { swimmer: 'Roe, Ada', reminder: 20 }
    const ask = (chosen?: typeof options) =>
      requestMail({ db, log, sendsMail: true }, owner, { ...request, options: chosen })
    await ask(options)
    await endJobs(db, jobs, ['complete'])
    expect(await round(send)).toBe(1)
    const code = /shared\/([\w-]{16})/.exec(server.mails[0]?.text ?? '')?.[1] ?? ''
    expect(await viewSharedBatch(db, code, { isCounted: false })).toMatchObject({ options })
    await ask({ ...options, swimmer: 'Roe, Ben' })
    await ask()
    expect(await viewSharedBatch(db, code, { isCounted: false })).toMatchObject({
      options: { swimmer: 'Roe, Ben' },
    })
  })

  it('is not sent while its batch is running again', async () => {
    const { db, round, sent } = stage()
    const { batch_id, jobs } = await createEndedBatch(db, ['failed'])
    const id = await mailTo(batch_id)
    await db.query(
      `update jobs set status = 'queued', last_event = 'requeue' where batch_id = $1`,
      [batch_id],
    )
    expect(await round()).toBe(0)
    await endJobs(db, jobs, ['complete'])
    expect(await round()).toBe(1)
    expect(sent).toHaveLength(1)
    expect(await readState(id)).toMatchObject({ state: 'sent' })
  })

  it('is retried if the server definitely did not accept it, and fails in the end', async () => {
    const { db, round, sent, lines } = stage(({ to }) => ({
      kind: 'postponed',
      error: `451 <${to}> has no room`,
    }))
    const { batch_id } = await createEndedBatch(db)
    const id = await mailTo(batch_id)
    for (let attempt = 1; attempt <= 6; attempt++) {
      expect(await round()).toBe(1)
      const state = attempt < 6 ? 'waiting' : 'failed'
      expect(await readState(id)).toEqual({
        state,
        error: '451 <…> has no room',
        attempts: attempt,
      })
      expect(await round()).toBe(0)
      await makeDue(db)
    }
    expect(new Set(sent.map((mail) => mail.id))).toEqual(new Set([id]))
    expect(JSON.stringify(lines)).not.toContain('ada@')
  })

  it.each([
    ['refused', 'failed'],
    ['unknown', 'unknown'],
  ] as const)('that is %s is %s, and never sent again', async (kind, state) => {
    const { db, round, sent } = stage(() => ({ kind, error: 'No' }))
    const id = await mailTo((await createEndedBatch(db)).batch_id)
    await round()
    await makeDue(db)
    expect(await round()).toBe(0)
    expect([sent.length, (await readState(id))?.state]).toEqual([1, state])
  })

  it('is unknown and not resent if its sender crashed; a late outcome is recorded', async () => {
    const { db, round, sent, lines } = stage()
    const id = await mailTo((await createEndedBatch(db)).batch_id)
    const [claimed] = await claimMails(db, { limit: 1, seconds: 0 })
    expect(claimed).toMatchObject({ id, attempts: 1 })
    await round()
    expect([sent.length, (await readState(id))?.state]).toEqual([0, 'unknown'])
    expect(lines).toContainEqual(
      expect.objectContaining({ mail_id: id, message: 'email outcome unknown' }),
    )
    const word = { state: 'sent', error: null, delay_seconds: null } as const
    expect(await settleMail(db, { id, attempts: 2 }, word)).toEqual([])
    expect(await settleMail(db, { id, attempts: 1 }, word)).toEqual([{ id }])
    expect(await readState(id)).toMatchObject({ state: 'sent' })
  })

  it('is claimed by one of several concurrent senders', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), async (count) => {
        const { db, round, sent } = stage()
        const { batch_id } = await createEndedBatch(db)
        for (let n = 0; n < count; n++) await mailTo(batch_id, `ada${n}@example.com`)
        for (;;) {
          const done = await Promise.all([round(), round(), round()])
          if (done.every((one) => one === 0)) break
        }
        expect(sent.map(({ to }) => to).sort()).toEqual(
          Array.from({ length: count }, (_, n) => `ada${n}@example.com`).sort(),
        )
      }),
      { numRuns: 5 },
    )
  })

  it('is deleted along with its batch, and its address along with the batch results', async () => {
    const { db } = stage()
    const gone = await createEndedBatch(db)
    const deleted = await mailTo(gone.batch_id)
    await db.transaction((tx) => deleteJobs(tx, [gone.jobs[0]?.id ?? '']))
    expect(await readState(deleted)).toBeUndefined()
    const [old, young] = [await createEndedBatch(db), await createEndedBatch(db)]
    const [running] = await queueJobs(db, 1)
    const ids = [await mailTo(old.batch_id), await mailTo(young.batch_id)]
    const waiting = await mailTo(running?.batch_id ?? '')
    const age = (table: string, column: string, id: string) =>
      db.query(`update ${table} set ${column} = now() - interval '31 days' where id = $1`, [id])
    await age('batches', 'completed_at', old.batch_id)
    await age('batches', 'completed_at', young.batch_id)
    await age('mails', 'created_at', ids[0] ?? '')
    await age('mails', 'created_at', waiting)
    const days = { sourceDays: 7, resultDays: 365, batchDays: 30 }
    await sweep({ db, blobs: fsBlobs('/tmp/docket-no-files'), ...days })
    expect(await readState(ids[0] ?? '')).toBeUndefined()
    expect(await readState(ids[1] ?? '')).toMatchObject({ state: 'waiting' })
    expect(await readState(waiting)).toMatchObject({ state: 'waiting' })
  })
})
