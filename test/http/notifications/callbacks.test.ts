import { describe, expect, it, vi } from 'vitest'
import { createDocket } from '../../../src/client/docket.ts'
import { verifyWebhook } from '../../../src/client/verify-webhook.ts'
import type { DeliveriesPage } from '../../../src/domain/notify/webhook.ts'
import type { JobsPage } from '../../../src/domain/api/routes/jobs.ts'
import type { BatchResponse } from '../../../src/domain/job/batch.ts'
import { textPdfBytes } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, readJob, sendJson, visitor } from '../../support/docket/visitor.ts'
import { endJobs, makeDue } from '../../support/database/ended-jobs.ts'
import { receiverForTest } from '../../support/servers/file-server.ts'
import { notifierForTest } from '../../support/docket/notifier.ts'
import { createAuthHeaders, jwtSecret } from '../../support/docket/tokens.ts'

const patience = 60_000
async function stage(status = 200) {
  const receiver = await receiverForTest((_, response) => void response.writeHead(status).end())
  const docket = await docketForTest({ tokens: { secret: jwtSecret } })
  await notifierForTest(docket)
  const headers = await createAuthHeaders('ada')
  const ada = visitor(docket.url, headers)
  const eve = visitor(docket.url, await createAuthHeaders('eve'))
  const callbacks = async (query = '', person = ada) =>
    ((await (await person.ask(`/api/callbacks${query}`)).json()) as DeliveriesPage).deliveries
  const messages = () =>
    receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: object })
  return { ...receiver, docket, ada, eve, headers, callbacks, messages }
}

describe('a client reference', () => {
  it('is returned with jobs and batches, in lists and in search, and filters', async () => {
    const { docket, ada, eve, headers } = await stage()
    const bytes = await textPdfBytes('A reference')
    const client_reference = 'order 4711/Ä'
    const job = await readJob(await ada.upload(bytes, { client_reference }))
    expect(job.client_reference).toBe(client_reference)
    expect(await ada.job(job.id)).toMatchObject({ client_reference, callback_url: null })
    await ada.upload(await textPdfBytes('Another'), {})
    await eve.upload(bytes, { client_reference })
    const list = async (query: string) =>
      ((await (await ada.ask(`/api/jobs?${query}`)).json()) as JobsPage).jobs
    const filter = `client_reference=${encodeURIComponent(client_reference)}`
    expect(await list(filter)).toMatchObject([{ id: job.id, client_reference }])
    expect(await list('client_reference=order')).toEqual([])
    expect(await list('q=4711')).toMatchObject([{ id: job.id }])
    const cancelled = await sendJson(ada)('POST', '/api/jobs/cancel', {
      filter: { client_reference },
    })
    expect(await cancelled.json()).toMatchObject({ changed_count: 1 })

    const token = headers['authorization']?.slice('Bearer '.length) ?? ''
    const client = createDocket({ baseUrl: docket.url, token })
    const sources = [new Blob([await textPdfBytes('One')]), new Blob([await textPdfBytes('Two')])]
    const { batch, items } = await client.batch(sources, { clientReference: 'both' })
    expect(batch.client_reference).toBe('both')
    expect(items.map((item) => item.job?.client_reference)).toEqual(['both', 'both'])
  })

  it('keeps an upload apart from an unfinished one of the same document', async () => {
    const { ada } = await stage()
    const bytes = await textPdfBytes('Twice')
    const first = await readJob(await ada.upload(bytes))
    expect((await readJob(await ada.upload(bytes))).id).toBe(first.id)
    const second = await readJob(await ada.upload(bytes, { client_reference: 'second' }))
    expect(second).toMatchObject({ client_reference: 'second', status: 'queued' })
    expect(second.id).not.toBe(first.id)
  })

  it('has 1 to 200 characters', async () => {
    const { ada } = await stage()
    const post = sendJson(ada)
    const url = 'https://example.com/a.pdf'
    for (const client_reference of ['', 'x'.repeat(201)]) {
      const response = await post('POST', '/api/upload', { url, client_reference })
      expect(await response.json()).toMatchObject({
        code: 'INVALID_REQUEST',
        errors: [{ pointer: '/client_reference' }],
      })
    }
    const form = await ada.upload(await textPdfBytes('Long'), { client_reference: 'x'.repeat(201) })
    expect((await readError(form)).slice(0, 2)).toEqual([400, 'INVALID_REQUEST'])
  })
})

describe('a callback', () => {
  it('reports the end of a job once, signed with the secret for callbacks', async () => {
    const { docket, url, ada, callbacks, received, messages } = await stage()
    const rotate = async () =>
      (
        (await (await ada.ask('/api/callbacks/rotate-secret', { method: 'POST' })).json()) as {
          secret: string
        }
      ).secret
    const secret = await rotate()
    const fields = { callback_url: `${url}/done?id=1`, client_reference: 'order 1' }
    const { id } = await readJob(await ada.upload(await textPdfBytes('Call back'), fields))
    expect(await ada.job(id)).toMatchObject({ callback_url: fields.callback_url })
    await endJobs(docket.db, [{ id }], ['needs_review'])
    await vi.waitFor(() => expect(received).toHaveLength(1), patience)
    expect(messages()).toMatchObject([
      { type: 'job.complete', data: { id, client_reference: 'order 1', needs_review: true } },
    ])
    const [{ headers, body, address } = { headers: {}, body: '', address: '' }] = received
    expect(address).toBe('/done?id=1')
    expect(await verifyWebhook({ secret, headers, body })).toBe(true)
    await vi.waitFor(
      async () => expect(await callbacks(`?job_id=${id}`)).toMatchObject([{ state: 'delivered' }]),
      patience,
    )
    expect(await (await ada.ask('/api/webhooks')).json()).toEqual({ webhooks: [] })

    // The same document again is complete immediately, and its callback is called too.
    const renewed = await rotate()
    const again = await readJob(await ada.upload(await textPdfBytes('Call back'), fields))
    expect(again.status).toBe('complete')
    await vi.waitFor(() => expect(received).toHaveLength(2), patience)
    const second = received[1] ?? { headers: {}, body: '' }
    for (const one of [secret, renewed]) {
      expect(await verifyWebhook({ ...second, secret: one })).toBe(true)
    }
  })

  it('reports a batch when all its documents have ended, and a cancelled job', async () => {
    const { url, ada, received, messages } = await stage()
    const form = new FormData()
    form.set('callback_url', `${url}/batch`)
    form.set('client_reference', 'both')
    for (const text of ['One', 'Two'])
      form.append('file', new Blob([await textPdfBytes(text)]), `${text}.pdf`)
    const sent = await ada.ask('/api/batch/extract', { method: 'POST', body: form })
    const { batch } = (await sent.json()) as BatchResponse
    expect(batch.callback_url).toBe(`${url}/batch`)
    await ada.ask(`/api/batch/${batch.id}/cancel`, { method: 'POST' })
    await vi.waitFor(() => expect(received).toHaveLength(1), patience)
    expect(messages()).toMatchObject([
      { type: 'batch.ended', data: { id: batch.id, client_reference: 'both', cancelled: 2 } },
    ])
    const json = { url: 'https://example.com/a.pdf', callback_url: `${url}/job` }
    const { id } = await readJob(await sendJson(ada)('POST', '/api/upload', json))
    await ada.ask(`/api/jobs/${id}/cancel`, { method: 'POST' })
    await vi.waitFor(() => expect(received).toHaveLength(2), patience)
    expect(messages()[1]).toMatchObject({ type: 'job.cancelled', data: { id } })
  })

  it('is retried, listed for its owner and sent again on request', async () => {
    const { docket, url, ada, eve, callbacks, received } = await stage(503)
    const fields = { callback_url: `${url}/busy` }
    const { id } = await readJob(await ada.upload(await textPdfBytes('Busy'), fields))
    await ada.ask(`/api/jobs/${id}/cancel`, { method: 'POST' })
    const attempted = (count: number) =>
      vi.waitFor(async () => {
        const [delivery] = await callbacks()
        expect(delivery?.tries).toHaveLength(count)
        return delivery
      }, patience)
    const first = await attempted(1)
    expect(first).toMatchObject({ url: `${url}/busy`, state: 'pending', job_id: id })
    await makeDue(docket.db)
    await attempted(2)
    const redeliver = `/api/callbacks/${first?.id}/redeliver`
    expect((await ada.ask(redeliver, { method: 'POST' })).status).toBe(202)
    await attempted(3)
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([first?.id]),
    )
    expect(await callbacks('', eve)).toEqual([])
    expect((await eve.ask(redeliver, { method: 'POST' })).status).toBe(403)
    const unknown = await ada.ask(`/api/callbacks/${id}/redeliver`, { method: 'POST' })
    expect(unknown.status).toBe(404)
  })

  it('ends at 410, without affecting other callbacks', async () => {
    const { url, ada, callbacks } = await stage(410)
    for (const text of ['Gone', 'Gone too']) {
      const { id } = await readJob(
        await ada.upload(await textPdfBytes(text), { callback_url: url }),
      )
      await ada.ask(`/api/jobs/${id}/cancel`, { method: 'POST' })
      await vi.waitFor(
        async () => expect(await callbacks(`?job_id=${id}`)).toMatchObject([{ state: 'failed' }]),
        patience,
      )
    }
  })

  it('survives the claim of an anonymous session, whose secret still signs it', async () => {
    const { docket, url, callbacks, received } = await stage()
    const browser = visitor(docket.url)
    const rotated = await browser.ask('/api/callbacks/rotate-secret', { method: 'POST' })
    const { secret } = (await rotated.json()) as { secret: string }
    const { id } = await readJob(
      await browser.upload(await textPdfBytes('Mine'), { callback_url: url }),
    )
    const claimer = visitor(docket.url, await createAuthHeaders('ada'))
    claimer.become(browser)
    await claimer.ask('/api/session/claim', { method: 'POST' })
    await claimer.ask(`/api/jobs/${id}/cancel`, { method: 'POST' })
    await vi.waitFor(() => expect(received).toHaveLength(1), patience)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    expect(await verifyWebhook({ secret, headers, body })).toBe(true)
    expect(await callbacks()).toMatchObject([{ job_id: id }])
  })

  it('is rejected with the upload if its URL may not be called', async () => {
    const docket = await docketForTest({ tokens: { secret: jwtSecret }, allowLoopback: false })
    const ada = visitor(docket.url, await createAuthHeaders('ada'))
    for (const [callback_url, status, code] of [
      ['http://10.1.2.3/', 422, 'BLOCKED_URL'],
      ['http://127.0.0.1:1/', 422, 'BLOCKED_URL'],
      ['ftp://a.example', 422, 'BLOCKED_URL'],
      ['x', 400, 'INVALID_REQUEST'],
    ] as const) {
      const response = await ada.upload(await textPdfBytes('Blocked'), { callback_url })
      expect(await response.json()).toMatchObject({
        status,
        code,
        errors: [{ pointer: '/callback_url' }],
      })
    }
    expect(((await (await ada.ask('/api/jobs')).json()) as JobsPage).jobs).toEqual([])
  })
})
