import { describe, expect, it, vi } from 'vitest'
import { verifyWebhook } from '../../../src/client/verify-webhook.ts'
import {
  type DeliveriesPage,
  type Webhook,
  WebhookEvent,
} from '../../../src/domain/notify/webhook.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, type Visitor, visitor } from '../../support/docket/visitor.ts'
import { receiverForTest } from '../../support/servers/file-server.ts'
import { notifierForTest } from '../../support/docket/notifier.ts'
import { createEndedBatch } from '../../support/database/ended-jobs.ts'
import { jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'

type CreatedWebhook = Webhook & { secret: string }

const send = (
  person: Visitor,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) =>
  person.ask(`/api/webhooks${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
  })

async function stage() {
  const docket = await docketForTest({ tokens: { secret: jwtSecret }, allowLoopback: false })
  const ada = visitor(docket.url, await createAuthHeaders('ada'))
  const eve = visitor(docket.url, await createAuthHeaders('eve'))
  const make = async (body: object = { url: 'https://hook.example.com/docket' }) =>
    (await (await send(ada, 'POST', '', body)).json()) as CreatedWebhook
  return { docket, ada, eve, make }
}

describe('webhooks', () => {
  it('are created with a secret that is shown once, listed, changed and deleted', async () => {
    const { docket, ada, make } = await stage()
    const response = await send(ada, 'POST', '', { url: 'https://Hook.Example.com/a#b' })
    expect(response.status).toBe(201)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const made = (await response.json()) as CreatedWebhook
    expect(made).toMatchObject({ url: 'https://hook.example.com/a', enabled: true })
    expect(made.events).toEqual([...WebhookEvent.options])
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const second = await make({
      url: 'http://hook.example.com/',
      events: ['job.failed', 'job.failed'],
    })
    expect(second.events).toEqual(['job.failed'])
    const list = await (await send(ada, 'GET', '')).text()
    expect(list).not.toContain('secret')
    expect(JSON.parse(list)).toMatchObject({ webhooks: [{ id: second.id }, { id: made.id }] })

    const off = await send(ada, 'PATCH', `/${made.id}`, { enabled: false })
    expect(await off.json()).toMatchObject({ enabled: false, disabled_by: 'owner' })
    const on = await send(ada, 'PATCH', `/${made.id}`, { enabled: true, events: ['batch.ended'] })
    expect(await on.json()).toMatchObject({
      enabled: true,
      disabled_by: null,
      events: ['batch.ended'],
    })
    expect((await send(ada, 'DELETE', `/${made.id}`)).status).toBe(204)
    expect((await send(ada, 'DELETE', `/${made.id}`)).status).toBe(404)
    expect(JSON.stringify(docket.log)).not.toContain('whsec_')
  })

  it('are created once per Idempotency-Key', async () => {
    const { ada } = await stage()
    const body = { url: 'https://hook.example.com/' }
    const key = { 'idempotency-key': 'once' }
    const first = await send(ada, 'POST', '', body, key)
    const again = await send(ada, 'POST', '', body, key)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await again.json()).toEqual(await first.json())
    const list = (await (await send(ada, 'GET', '')).json()) as { webhooks: Webhook[] }
    expect(list.webhooks).toHaveLength(1)
  })

  it('have a paged delivery log and repeat a delivery on request', async () => {
    const { docket, ada, make } = await stage()
    const { id } = await make()
    await createEndedBatch(docket.db, ['complete', 'complete'], { owner_id: 'user:ada' })
    const page = async (query: string) =>
      (await (await send(ada, 'GET', `/${id}/deliveries${query}`)).json()) as DeliveriesPage
    const whole = await page('')
    expect(whole.deliveries.map(({ type }) => type).sort()).toEqual([
      'batch.ended',
      'job.complete',
      'job.complete',
    ])
    const first = await page('?limit=2')
    const rest = await page(`?limit=2&cursor=${first.next_cursor}`)
    expect([...first.deliveries, ...rest.deliveries]).toEqual(whole.deliveries)
    expect(rest.next_cursor).toBeNull()

    const delivery = whole.deliveries[0]?.id
    const error = { code: 'delivery_rejected', params: { status: 503 } }
    const tries = [{ at: '2026-01-01T00:00:00Z', status: 503, seconds: 1, error }]
    await docket.db.query('update webhook_deliveries set tries = $1', [JSON.stringify(tries)])
    await docket.db.query(`update webhook_deliveries set state = 'failed'`)
    const again = await send(ada, 'POST', `/${id}/deliveries/${delivery}/redeliver`)
    expect(again.status).toBe(202)
    expect(await again.json()).toMatchObject({
      id: delivery,
      state: 'pending',
      tries: [{ error: { ...error, message: 'The server responded with 503.' } }],
    })
    const indonesian = { 'accept-language': 'id' }
    const log = await send(ada, 'GET', `/${id}/deliveries`, undefined, indonesian)
    expect(((await log.json()) as DeliveriesPage).deliveries[0]?.tries).toMatchObject([
      { error: { ...error, message: 'Server menjawab 503.' } },
    ])
    expect((await send(ada, 'POST', `/${id}/deliveries/${id}/redeliver`)).status).toBe(404)
    await send(ada, 'PATCH', `/${id}`, { enabled: false })
    const off = await readError(await send(ada, 'POST', `/${id}/deliveries/${delivery}/redeliver`))
    expect(off.slice(0, 2)).toEqual([409, 'WEBHOOK_DISABLED'])
  })

  it('receive a test event signed with the new and the previous secret after a rotation', async () => {
    const receiver = await receiverForTest((_, response) => void response.end())
    const { received } = receiver
    const docket = await docketForTest({ tokens: { secret: jwtSecret } })
    await notifierForTest(docket)
    const ada = visitor(docket.url, await createAuthHeaders('ada'))
    const hook = { url: `${receiver.url}/hook`, events: ['job.failed'] }
    const made = (await (await send(ada, 'POST', '', hook)).json()) as CreatedWebhook
    const rotation = await send(ada, 'POST', `/${made.id}/rotate-secret`)
    expect(rotation.headers.get('cache-control')).toBe('no-store')
    const rotated = (await rotation.json()) as CreatedWebhook
    expect(rotated).toMatchObject({ id: made.id, secret: expect.stringMatching(/^whsec_/) })
    expect(rotated.secret).not.toBe(made.secret)
    const test = await send(ada, 'POST', `/${made.id}/test`)
    expect([test.status, await test.json()]).toMatchObject([
      202,
      { type: 'webhook.test', state: 'pending', batch_id: null },
    ])
    await vi.waitFor(() => expect(received).toHaveLength(1), 60_000)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    expect(JSON.parse(body)).toMatchObject({ type: 'webhook.test', data: { webhook_id: made.id } })
    for (const { secret } of [made, rotated]) {
      expect(await verifyWebhook({ secret, headers, body })).toBe(true)
    }
    await send(ada, 'PATCH', `/${made.id}`, { enabled: false })
    const [status, code] = await readError(await send(ada, 'POST', `/${made.id}/test`))
    expect([status, code]).toEqual([409, 'WEBHOOK_DISABLED'])
  })

  it('belong to their owner alone', async () => {
    const { docket, eve, make } = await stage()
    const { id } = await make()
    expect(await (await send(eve, 'GET', '')).json()).toEqual({ webhooks: [] })
    const requests = [
      await send(eve, 'PATCH', `/${id}`, { enabled: false }),
      await send(eve, 'DELETE', `/${id}`),
      await send(eve, 'GET', `/${id}/deliveries`),
      await send(eve, 'POST', `/${id}/deliveries/${id}/redeliver`),
    ]
    for (const response of requests) {
      expect((await readError(response)).slice(0, 2)).toEqual([403, 'FORBIDDEN'])
    }
    const lines = docket.log.filter(
      ({ msg }) => msg === 'access denied: webhook belongs to another owner',
    )
    expect(lines).toHaveLength(requests.length)
  })

  it('are rejected if they lead to a private network, or nowhere', async () => {
    const { ada, make } = await stage()
    const wrong = [
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://[::1]/',
      'https://10.1.2.3/x',
      'http://169.254.169.254/latest/meta-data/',
      'https://hook.example.com:8443/',
      'https://me:pass@hook.example.com/',
      'ftp://hook.example.com/',
    ]
    for (const url of wrong) {
      expect(await (await send(ada, 'POST', '', { url })).json(), url).toMatchObject({
        status: 422,
        code: 'BLOCKED_URL',
        detail: expect.stringMatching(/cannot call this URL.*WEBHOOK_ALLOWED_NETWORKS/),
        errors: [{ pointer: '/url' }],
      })
    }
    expect(await (await send(ada, 'POST', '', { url: 'hook' })).json()).toMatchObject({
      status: 400,
      errors: [{ pointer: '/url', code: 'wrong_format', params: { format: 'url' } }],
    })
    for (const body of [
      {},
      { url: 'https://a.example.com', events: [] },
      { url: 'x', events: ['x'] },
    ]) {
      const rejected = await readError(await send(ada, 'POST', '', body))
      expect(rejected.slice(0, 2)).toEqual([400, 'INVALID_REQUEST'])
    }
    for (let n = 0; n < 20; n++) await make()
    const last = await readError(await send(ada, 'POST', '', { url: 'https://a.example.com' }))
    expect(last[2]).toContain('already have 20 webhooks')
  })

  it("move to the account together with the session's jobs, and stay disabled until re-enabled", async () => {
    const { docket, ada } = await stage()
    const browser = visitor(docket.url)
    const made = (await (
      await send(browser, 'POST', '', { url: 'https://hook.example.com/' })
    ).json()) as CreatedWebhook
    const other = (await (
      await send(browser, 'POST', '', { url: 'https://off.example.com/' })
    ).json()) as CreatedWebhook
    await send(browser, 'PATCH', `/${other.id}`, { enabled: false })
    const claimer = visitor(docket.url, await createAuthHeaders('ada'))
    claimer.become(browser)
    await claimer.ask('/api/session/claim', { method: 'POST' })
    const list = (await (await send(ada, 'GET', '')).json()) as { webhooks: Webhook[] }
    expect(list.webhooks).toMatchObject([
      { id: other.id, enabled: false, disabled_by: 'owner' },
      { id: made.id, enabled: false, disabled_by: 'claim' },
    ])
    const on = await send(ada, 'PATCH', `/${made.id}`, { enabled: true })
    expect(await on.json()).toMatchObject({ enabled: true, disabled_by: null })
  })
})
