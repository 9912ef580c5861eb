import type { RequestListener } from 'node:http'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { claimDeliveries, listDeliveries, redeliver } from '../../src/db/notify/deliveries.sql.ts'
import { deleteJobs } from '../../src/db/jobs/delete-job.sql.ts'
import { findWebhook, insertWebhook } from '../../src/db/notify/webhooks.sql.ts'
import { startNotifier } from '../../src/notify/notifier.ts'
import { createWebhookSecret } from '../../src/notify/webhook-signature.ts'
import { computeDeliveryDelay, WebhookEvent } from '../../src/domain/notify/webhook.ts'
import { createGuard } from '../../src/fetch/guard.ts'
import { createPost } from '../../src/fetch/post.ts'
import { createResolver } from '../../src/fetch/resolve.ts'
import { cloneDatabase, type TestDatabase } from '../support/database/database.ts'
import { createEndedBatch, makeDue } from '../support/database/ended-jobs.ts'
import { fileServerForTest, receiverForTest } from '../support/servers/file-server.ts'
import { failureText } from '../support/database/jobs.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const patience = 60_000
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Creates a webhook with its own owner, and a notifier. */
async function stage(
  onRequest: RequestListener = (_, response) => void response.end(),
  { events = [...WebhookEvent.options], allowLoopback = true, totalMs = 15_000 } = {},
) {
  const { db } = database
  const server = await receiverForTest(onRequest)
  const owner_id = `user:${uuidv7()}`
  const id = uuidv7()
  const secret = createWebhookSecret()
  await insertWebhook(db, { id, owner_id, url: `${server.url}/hook`, secret, events })
  const guard = createGuard({ resolve: createResolver(), allowLoopback })
  const start = () => {
    const post = createPost(guard, { totalMs, responseBytes: 64 * 1024 })
    const notifier = startNotifier({ db, log: silent, pollMs: 20, post })
    onTestFinished(() => notifier.stop())
    return notifier
  }
  const deliveries = () => listDeliveries(db, { webhook_id: id, after: null, limit: 50 })
  const waitForAttempts = async (times: number) => {
    await vi.waitFor(async () => {
      const [delivery] = await deliveries()
      expect(delivery?.tries.length).toBeGreaterThanOrEqual(times)
    }, patience)
    return (await deliveries())[0]
  }
  const findHook = async () => (await findWebhook(db, id, owner_id))[0]
  return {
    db,
    id,
    owner_id,
    secret,
    ...server,
    start,
    deliveries,
    tried: waitForAttempts,
    hook: findHook,
  }
}

describe('a webhook', () => {
  it('receives its events, with a signature that another implementation verifies', async () => {
    const { db, owner_id, secret, received, start, deliveries } = await stage()
    const { jobs, batch_id } = await createEndedBatch(db, ['complete', 'needs_review', 'failed'], {
      owner_id,
      original_filename: 'näme "1".pdf',
    })
    start()
    await vi.waitFor(() => expect(received).toHaveLength(5), patience)
    const verifier = new StandardWebhook(secret)
    const messages = received.map(
      ({ headers, body }) => verifier.verify(body, headers) as { type: string; data: object },
    )
    const [first, second, third] = jobs.map(({ id }) => id)
    const delivered = messages.map(({ type, data }) => `${type} ${(data as { id: string }).id}`)
    expect(new Set(delivered)).toEqual(
      new Set([
        `batch.ended ${batch_id}`,
        `job.complete ${first}`,
        `job.complete ${second}`,
        `job.failed ${third}`,
        `job.needs_review ${second}`,
      ]),
    )
    expect(messages.find(({ type }) => type === 'job.failed')?.data).toEqual({
      id: third,
      batch_id,
      sequence: 3,
      client_reference: null,
      original_filename: 'näme "1".pdf',
      mapping: 'document_text_v1',
      read_by: null,
      status: 'failed',
      needs_review: false,
      error_code: 'BROKEN_PDF',
      error_detail: { code: 'page_damaged', params: { page: 2 } },
      error_message: failureText,
    })
    expect(messages.find(({ type }) => type === 'batch.ended')?.data).toMatchObject({
      status: 'partial',
      total: 3,
      complete: 2,
      failed: 1,
      needs_review: 1,
    })
    const ids = received.map(({ headers }) => headers['webhook-id'])
    await vi.waitFor(async () => {
      const log = await deliveries()
      expect(log.map(({ state }) => state)).toEqual(Array(5).fill('delivered'))
      expect(new Set(log.map(({ id }) => id))).toEqual(new Set(ids))
    }, patience)
  })

  it('does not receive anything about other owners, other events or deleted jobs', async () => {
    const { db, owner_id, deliveries, id } = await stage(undefined, { events: ['job.failed'] })
    await createEndedBatch(db, ['failed'])
    await createEndedBatch(db, ['complete'], { owner_id })
    const { jobs } = await createEndedBatch(db, ['failed', 'failed'], { owner_id })
    expect(await deliveries()).toHaveLength(2)
    await db.transaction((tx) => deleteJobs(tx, [jobs[0]?.id ?? '']))
    expect(await deliveries()).toMatchObject([{ job_id: jobs[1]?.id }])
    await db.query('delete from webhooks where id = $1', [id])
  })

  it('is retried after a failure with the same id and a new signature until it responds', async () => {
    let isWell = false
    const { db, owner_id, secret, received, start, tried, hook } = await stage(
      // Retry-After delays the next attempt until the test changes its due time.
      (_, response) => response.writeHead(isWell ? 204 : 503, { 'retry-after': '3600' }).end(),
      { events: ['batch.ended'] },
    )
    await createEndedBatch(db, ['complete'], { owner_id })
    start()
    expect(await tried(1)).toMatchObject({
      state: 'pending',
      tries: [{ status: 503, error: { code: 'delivery_rejected', params: { status: 503 } } }],
    })
    await vi.waitFor(async () => expect((await hook())?.failing_since).not.toBeNull(), patience)
    isWell = true
    await makeDue(db)
    expect(await tried(2)).toMatchObject({ state: 'delivered', next_try_at: null })
    await vi.waitFor(async () => expect((await hook())?.failing_since).toBeNull(), patience)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    for (const { headers, body } of received) new StandardWebhook(secret).verify(body, headers)
  })

  it('gets a limited number of deliveries, which time out, if it hangs', async () => {
    const hanging = await stage(() => undefined, { events: ['job.complete'], totalMs: 8000 })
    const healthyHook = await stage(undefined, { events: ['batch.ended'] })
    const many = Array.from({ length: 40 }, () => 'complete' as const)
    await createEndedBatch(hanging.db, many, { owner_id: hanging.owner_id })
    hanging.start()
    await vi.waitFor(() => expect(hanging.received.length).toBeGreaterThan(0), patience)
    await createEndedBatch(healthyHook.db, ['complete'], { owner_id: healthyHook.owner_id })
    await vi.waitFor(() => expect(healthyHook.received).toHaveLength(1), patience)
    await vi.waitFor(async () => {
      const tries = (await hanging.deliveries()).flatMap((delivery) => delivery.tries)
      expect(tries[0]).toMatchObject({ status: null, error: { code: 'delivery_timed_out' } })
    }, patience)
    // Four deliveries at first. After the first failure, one at a time.
    expect(hanging.received.length).toBeLessThan(10)
  })

  it('is not followed if it redirects, even to this machine', async () => {
    const inner = await fileServerForTest((_, response) => void response.end())
    const { db, owner_id, start, tried } = await stage(
      (_, response) => response.writeHead(307, { location: `${inner.url}/secret` }).end(),
      { events: ['batch.ended'] },
    )
    await createEndedBatch(db, ['complete'], { owner_id })
    start()
    const delivery = await tried(1)
    expect(delivery?.tries[0]).toMatchObject({
      status: 307,
      error: { code: 'delivery_redirected', params: { status: 307 } },
    })
    expect(inner.requests).toEqual([])
  })

  it('counts as delivered despite an endless response', async () => {
    const { db, owner_id, start, tried } = await stage(
      (_, response) => {
        response.writeHead(200)
        const writeMore = () => {
          while (!response.destroyed && response.write(Buffer.alloc(16 * 1024)));
        }
        response.on('drain', writeMore)
        writeMore()
      },
      { events: ['batch.ended'] },
    )
    await createEndedBatch(db, ['complete'], { owner_id })
    start()
    expect(await tried(1)).toMatchObject({ state: 'delivered' })
  })

  it('is not called in a private network', async () => {
    const { db, owner_id, received, start, tried } = await stage(undefined, {
      events: ['batch.ended'],
      allowLoopback: false,
    })
    await createEndedBatch(db, ['complete'], { owner_id })
    start()
    const delivery = await tried(1)
    expect(delivery?.tries[0]).toMatchObject({
      status: null,
      error: { code: 'delivery_blocked' },
    })
    expect(received).toEqual([])
  })

  it('is not called if its name resolves to a private address, even if the address was public before', async () => {
    const guard = createGuard({ resolve: async () => ['10.0.0.7'], allowLoopback: false })
    const post = createPost(guard)
    const sent = post(
      'https://hook.example.com/',
      { headers: {}, body: '{}' },
      new AbortController().signal,
    )
    await expect(sent).rejects.toMatchObject({ code: 'BLOCKED_URL' })
  })

  it('fails after eight attempts, within about a day', async () => {
    const { db, owner_id, start, tried, id } = await stage(
      (_, response) => response.writeHead(500).end(),
      { events: ['batch.ended'] },
    )
    await createEndedBatch(db, ['complete'], { owner_id })
    await db.query('update webhook_deliveries set attempts = 7 where webhook_id = $1', [id])
    start()
    expect(await tried(1)).toMatchObject({ state: 'failed', next_try_at: null })
    const delays = Array.from({ length: 7 }, (_, n) => computeDeliveryDelay(n + 1, 0, 0.5) ?? 0)
    const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3600
    expect(hours).toBeGreaterThan(20)
    expect(hours).toBeLessThan(26)
    expect(computeDeliveryDelay(8, 0)).toBeUndefined()
    expect(computeDeliveryDelay(1, 3600, 0.5)).toBe(3600)
  })

  it('is disabled after days of failures or a 410 response', async () => {
    let status = 500
    const { db, owner_id, start, hook, id, deliveries } = await stage(
      (_, response) => response.writeHead(status).end(),
      { events: ['batch.ended'] },
    )
    await db.query(`update webhooks set failing_since = now() - interval '4 days' where id = $1`, [
      id,
    ])
    await createEndedBatch(db, ['complete'], { owner_id })
    start()
    await vi.waitFor(async () => {
      expect(await hook()).toMatchObject({ enabled: false, disabled_by: 'failures' })
    }, patience)
    await createEndedBatch(db, ['complete'], { owner_id })
    expect(await deliveries()).toHaveLength(1)
    status = 410
    await db.query(
      'update webhooks set disabled_at = null, disabled_by = null, failing_since = null where id = $1',
      [id],
    )
    await makeDue(db)
    await vi.waitFor(async () => {
      expect(await hook()).toMatchObject({ enabled: false, disabled_by: 'gone' })
    }, patience)
  })

  it('is called by another worker if the worker that held the delivery has crashed', async () => {
    const { db, owner_id, received, start, deliveries } = await stage(undefined, {
      events: ['batch.ended'],
    })
    await createEndedBatch(db, ['complete'], { owner_id })
    const lost = await claimDeliveries(db, { limit: 9, perWebhook: 4, seconds: 1, busy: [] })
    expect(lost.length).toBeGreaterThan(0)
    start()
    await vi.waitFor(() => expect(received).toHaveLength(1), patience)
    await vi.waitFor(async () => {
      expect(await deliveries()).toMatchObject([{ state: 'delivered' }])
    }, patience)
  })

  it('is called again on request, with the same id', async () => {
    const { db, id, owner_id, received, start, tried } = await stage(undefined, {
      events: ['batch.ended'],
    })
    await createEndedBatch(db, ['complete'], { owner_id })
    start()
    const delivery = await tried(1)
    const [again] = await redeliver(db, delivery?.id ?? '', id)
    expect(again).toMatchObject({ state: 'pending' })
    await vi.waitFor(() => expect(received).toHaveLength(2), patience)
    expect(received[0]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id'])
    expect(received[0]?.body).toBe(received[1]?.body)
  })
})
