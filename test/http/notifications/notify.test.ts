import { describe, expect, it, vi } from 'vitest'
import { memoryRateLimiter } from '../../../src/cache/rate-limiter.ts'
import type { Notice } from '../../../src/domain/notify/mail.ts'
import type { SharedBatch } from '../../../src/domain/results/share.ts'
import { samplePdf, textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, readError, type Visitor, visitor } from '../../support/docket/visitor.ts'
import { notifierForTest } from '../../support/docket/notifier.ts'

const patience = 60_000

/** A Docket with a real mail server, and a visitor with a batch. */
async function stage() {
  const docket = await docketForTest({ sendsMail: true })
  const server = await notifierForTest(docket)
  const ada = visitor(docket.url)
  const { id, batch_id } = await readJob(await ada.upload(new Uint8Array(await samplePdf())))
  return { docket, server, ada, id, batch: batch_id }
}

function ask(
  person: Visitor,
  batch: string,
  email: unknown = 'ada@example.com',
  headers: Record<string, string> = {},
): Promise<Response> {
  return person.ask(`/api/batch/${batch}/notify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email }),
  })
}

const readNotice = async (response: Response) => (await response.json()) as Notice

describe('an email about a batch', () => {
  it('is sent once when the batch has ended, in the requested language', async () => {
    const { docket, server, ada, batch } = await stage()
    const response = await ask(ada, batch, ' ada@example.com ', {
      'accept-language': 'id-ID,en;q=0.5',
    })
    expect(response.status).toBe(202)
    expect(await readNotice(response)).toEqual({ email: 'ada@example.com', state: 'waiting' })
    await ask(ada, batch, 'ADA@example.com')
    docket.startWorking()
    await vi.waitFor(() => expect(server.mails).toHaveLength(1), patience)
    expect(server.mails[0]?.subject).toContain('Docket: 1 dokumen siap')
    await vi.waitFor(async () => {
      const listed = await ada.ask(`/api/batch/${batch}/notify`)
      expect(await listed.json()).toEqual({
        notices: [{ email: 'ada@example.com', state: 'sent' }],
      })
    }, patience)
    // The batch has ended, so an email for a new request is sent at once, in the other language.
    await ask(ada, batch, 'bob@example.com')
    await vi.waitFor(() => expect(server.mails).toHaveLength(2), patience)
    expect(server.mails[1]?.subject).toContain('Docket: 1 document ready')
    expect(server.recipients).toEqual(['ada@example.com', 'bob@example.com'])
    expect(JSON.stringify(docket.log)).not.toContain('@example.com')
  })

  it('stops when its recipient unsubscribes, and resumes when they undo that', async () => {
    const { docket, server, ada, batch } = await stage()
    await ask(ada, batch)
    docket.startWorking()
    await vi.waitFor(() => expect(server.mails).toHaveLength(1), patience)
    const header = server.mails[0]?.headers.find(({ key }) => key === 'list-unsubscribe')?.value
    const link = /^<(.*)>$/.exec(header ?? '')?.[1] ?? ''
    expect(server.mails[0]?.text).toContain(link.replace('/api/', '/'))
    // The link leads to a confirmation, because programs open links in emails.
    const opened = await fetch(link, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      new URL(link).pathname.replace('/api/', '/'),
    ])
    const secondJob = await readJob(
      await ada.upload(new Uint8Array(await textPdf({ text: 'Again' }))),
    )
    await ask(ada, secondJob.batch_id, 'ada@example.com')
    const oneClick = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(oneClick.status).toBe(204)
    const third = await readJob(await ada.upload(new Uint8Array(await textPdf({ text: 'Third' }))))
    expect((await readError(await ask(ada, third.batch_id))).slice(0, 2)).toEqual([
      409,
      'UNSUBSCRIBED',
    ])
    expect((await fetch(link, { method: 'DELETE' })).status).toBe(204)
    expect((await ask(ada, third.batch_id)).status).toBe(202)
    await vi.waitFor(async () => {
      const codes = server.mails.flatMap(
        ({ text }) => /\/shared\/([\w-]{16})/.exec(text ?? '')?.[1] ?? [],
      )
      const opened = codes.map(async (code) => {
        const response = await visitor(docket.url).ask(`/api/result/${code}/batch`)
        return (await response.json()) as SharedBatch
      })
      const ids = (await Promise.all(opened)).flatMap(({ documents }) => documents)
      expect(ids.map(({ id }) => id)).toContain(third.id)
    }, patience)
    const forgedLink = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect((await fetch(forgedLink, { method: 'POST' })).status).toBe(404)
    const logged = JSON.stringify(docket.log)
    expect(logged).not.toContain(new URL(link).pathname.split('/').at(-1))
    expect(await docket.db.query('select * from mail_suppressions')).toEqual([])
  })

  it('may be requested five times a minute', async () => {
    const docket = await docketForTest({ sendsMail: true, rates: memoryRateLimiter(() => 100) })
    const ada = visitor(docket.url)
    const { batch_id } = await readJob(await ada.upload(new Uint8Array(await textPdf())))
    for (let n = 0; n < 5; n++) expect((await ask(ada, batch_id)).status).toBe(202)
    const [status, code, sentence] = await readError(await ask(ada, batch_id))
    expect([status, code]).toEqual([429, 'RATE_LIMITED'])
    expect(sentence).toContain('Limit of 5 mails per minute')
  })

  it('may be requested for valid addresses, up to five per batch, with a limit per address', async () => {
    const always = { isAllowed: true, remaining: 1, wait_seconds: 0 }
    const docket = await docketForTest({ sendsMail: true, rates: { take: async () => always } })
    const ada = visitor(docket.url)
    const { batch_id: batch } = await readJob(await ada.upload(new Uint8Array(await textPdf())))
    const wrong = [
      'ada',
      'ada@',
      'ada@example.com, eve@example.com',
      'ada@example.com\r\nBcc: eve@example.com',
      'Ada <ada@example.com>',
      `${'a'.repeat(65)}@example.com`,
      `a@${'b'.repeat(250)}.com`,
      '',
      7,
    ]
    for (const email of wrong) {
      const rejected = (await readError(await ask(ada, batch, email))).slice(0, 2)
      expect([email, ...rejected]).toEqual([email, 400, 'INVALID_REQUEST'])
    }
    for (let n = 0; n < 5; n++) {
      expect((await ask(ada, batch, `ada${n}@example.com`)).status).toBe(202)
    }
    const sixth = await readError(await ask(ada, batch, 'ada5@example.com'))
    expect(sixth[2]).toContain('5 addresses')
    await docket.db.query(`update mails set address = 'eve@example.com' where address like 'ada0%'`)
    const { batch_id: next } = await readJob(
      await ada.upload(new Uint8Array(await textPdf({ text: 'Next' }))),
    )
    await docket.db.query(
      `with others as (
        insert into batches (id, owner_id, mapping, total, queued)
        select gen_random_uuid(), 'session:other', 'auto', 1, 1 from generate_series(1, 29)
        returning id
      )
      insert into mails (id, batch_id, address, language)
      select id, id, 'EVE@example.com', 'en' from others`,
    )
    const [status, code, sentence] = await readError(await ask(ada, next, 'eve@example.com'))
    expect([status, code]).toEqual([429, 'RATE_LIMITED'])
    expect(sentence).toContain('in the last hour')
  })

  it('is unavailable if there is no mail server, and the web app knows this', async () => {
    const docket = await docketForTest()
    const ada = visitor(docket.url)
    const { batch_id } = await readJob(await ada.upload(new Uint8Array(await textPdf())))
    const [status, code, sentence] = await readError(await ask(ada, batch_id))
    expect([status, code]).toEqual([404, 'DISABLED'])
    expect(sentence).toContain('Email is not configured')
    expect(await (await ada.ask('/api/mappings')).json()).toMatchObject({ sends_mail: false })
  })
})
