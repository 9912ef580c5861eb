import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { memoryRateLimiter } from '../../../src/cache/rate-limiter.ts'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { sendBatch } from '../../support/docket/batches.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, visitor } from '../../support/docket/visitor.ts'
import { connectTo, buildFormRequest, part, parseStatus } from '../../support/docket/raw-http.ts'

/** Creates a rate limiter whose clock stands still, so that every test fits into one minute. */
const stopped = () => memoryRateLimiter(() => 100)

const pdf = makeUnique.bind(null, new Uint8Array(await textPdf()))

const json = { 'content-type': 'application/json' }

function uploadFrom(url: string, forwarded: string): Promise<Response> {
  const body = new FormData()
  body.set('file', new Blob([pdf()]), 'a.pdf')
  const headers = { 'x-forwarded-for': forwarded }
  return fetch(`${url}/api/upload`, { method: 'POST', body, headers })
}

describe('rate limits', () => {
  it('429: limits uploads per owner and minute; a batch counts once', async () => {
    const docket = await docketForTest({
      rates: stopped(),
      uploads: { per_minute: 3, per_minute_and_address: 100 },
    })
    const person = visitor(docket.url)
    await person.ask('/api/jobs')
    const documents = ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => ({ name, bytes: pdf() }))
    const first = await sendBatch(person, documents)
    expect(first.status).toBe(202)
    expect(first.headers.get('ratelimit-policy')).toBe(
      '"uploads-address";q=100;w=60, "uploads";q=3;w=60',
    )
    expect(first.headers.get('ratelimit')).toMatch(
      /"uploads-address";r=99;t=60, "uploads";r=2;t=60/,
    )
    expect((await person.upload(pdf())).status).toBe(202)
    expect((await person.upload(pdf())).status).toBe(202)
    const before = await docket.files()
    const rejected = await person.upload(pdf())
    expect(rejected.headers.get('ratelimit')).toContain('"uploads";r=0;')
    const wait = Number(rejected.headers.get('retry-after'))
    expect(wait).toBe(60)
    const [status, code, sentence] = await readError(rejected)
    expect([status, code]).toEqual([429, 'RATE_LIMITED'])
    expect(sentence).toContain(
      `Limit of 3 uploads per minute exceeded. Please try again in ${wait} s`,
    )
    expect(await docket.files()).toEqual(before)
    expect((await person.ask('/api/jobs')).status).toBe(200)
    expect((await visitor(docket.url).upload(pdf())).status).toBe(202)
  })

  it('429: limits requests that a user sends to webhooks and callbacks, and new links', async () => {
    const docket = await docketForTest({ rates: stopped() })
    const person = visitor(docket.url)
    const post = (address: string, body = '{}') =>
      person.ask(address, { method: 'POST', headers: json, body })
    const created = await post('/api/webhooks', '{"url":"https://example.com/hook"}')
    const { id } = (await created.json()) as { id: string }
    const delivery = randomUUID()
    const addresses = [
      ...Array.from({ length: 28 }, () => `/api/webhooks/${id}/test`),
      `/api/webhooks/${id}/deliveries/${delivery}/redeliver`,
      `/api/callbacks/${delivery}/redeliver`,
    ]
    for (const address of addresses) expect((await post(address)).status).not.toBe(429)
    for (const address of addresses.slice(-3)) expect((await post(address)).status).toBe(429)
    const rows = await docket.db.query('select 1 from webhook_deliveries')
    expect(rows).toHaveLength(28)
    const links = `/api/batch/${delivery}/links`
    for (let nth = 0; nth < 30; nth++) expect((await post(links)).status).toBe(404)
    expect((await post(links)).status).toBe(429)
  })

  it.each([
    ['20 imports', '/api/parties/import', { 'content-type': 'text/csv' }, 'name,tin\n'],
    ['20 imports', '/api/parties/numbers', json, '{"numbers":[{"name":"PT Contoh","tin":"1"}]}'],
    ['60 bulk changes', '/api/jobs/cancel', json, '{"filter":{"q":"a"}}'],
    ['60 bulk changes', `/api/uploads/${randomUUID()}/cancel`, json, '{}'],
    ['1,200 changes', `/api/jobs/${randomUUID()}/retry`, json, '{}'],
    ['1,200 changes', '/api/stream-tickets', json, '{}'],
  ])('429: limits each owner to %s per minute', async (limit, address, headers, body) => {
    const docket = await docketForTest({ rates: stopped() })
    const person = visitor(docket.url)
    await person.ask('/api/jobs')
    const post = () => person.ask(address, { method: 'POST', headers, body })
    const most = Number(limit.replace(/\D/g, ''))
    for (let sent = 0; sent < most; sent += 20) {
      const responses = await Promise.all(Array.from({ length: 20 }, post))
      expect(responses.filter(({ status }) => status === 429)).toEqual([])
      for (const response of responses) await response.arrayBuffer()
    }
    const [status, code, sentence] = await readError(await post())
    expect([status, code]).toEqual([429, 'RATE_LIMITED'])
    expect(sentence).toContain(`Limit of ${limit} per minute exceeded`)
    expect((await person.ask('/api/jobs')).status).toBe(200)
  })

  it('429: limits uploads per client address, however many owners it uses', async () => {
    const docket = await docketForTest({
      rates: stopped(),
      uploads: { per_minute: 10, per_minute_and_address: 2 },
    })
    const statuses = []
    for (const _ of '1234') statuses.push((await visitor(docket.url).upload(pdf())).status)
    expect(statuses).toEqual([202, 202, 429, 429])
    const sessions = await docket.db.query('select id from sessions')
    expect(sessions).toHaveLength(2)
  })

  it('429: have a separate quota for routes that fetch external pages', async () => {
    const docket = await docketForTest({
      rates: stopped(),
      uploads: { per_minute: 1, per_minute_and_address: 100 },
    })
    const person = visitor(docket.url)
    expect((await person.upload(pdf())).status).toBe(202)
    const discover = () =>
      person.ask('/api/discover-heatsheets', {
        method: 'POST',
        body: JSON.stringify({ url: 'http://10.0.0.1/' }),
        headers: { 'content-type': 'application/json' },
      })
    const statuses = []
    for (let nth = 0; nth < 11; nth++) statuses.push((await discover()).status)
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429])
  })

  it("ignore clients' forwarding headers", async () => {
    const docket = await docketForTest({
      rates: stopped(),
      uploads: { per_minute: 10, per_minute_and_address: 1 },
    })
    expect((await uploadFrom(docket.url, '192.0.2.1')).status).toBe(202)
    expect((await uploadFrom(docket.url, '192.0.2.2')).status).toBe(429)
  })

  it('use the nearest address reported by a trusted proxy', async () => {
    const uploads = { per_minute: 10, per_minute_and_address: 1 }
    const docket = await docketForTest({
      rates: stopped(),
      uploads,
      trustedProxies: ['127.0.0.0/8'],
    })
    expect((await uploadFrom(docket.url, '192.0.2.1')).status).toBe(202)
    expect((await uploadFrom(docket.url, '192.0.2.2')).status).toBe(202)
    expect((await uploadFrom(docket.url, '198.51.100.9, 192.0.2.2')).status).toBe(429)
    const [row] = await docket.db.query<{ client_ip: string }>(
      'select client_ip from batches order by created_at limit 1',
    )
    expect(row?.client_ip).toBe('192.0.2.1')
  })

  it('treat all spellings of an address from a trusted proxy as the same address', async () => {
    const uploads = { per_minute: 10, per_minute_and_address: 1 }
    const trustedProxies = ['127.0.0.0/8']
    const docket = await docketForTest({ rates: stopped(), uploads, trustedProxies })
    expect((await uploadFrom(docket.url, '192.0.2.1')).status).toBe(202)
    const spellings = ['::ffff:192.0.2.1', '192.0.2.1:4711', '[::ffff:192.0.2.1]:80', '127.0.0.9']
    const statuses = []
    for (const one of spellings) statuses.push((await uploadFrom(docket.url, one)).status)
    expect(statuses).toEqual([429, 429, 429, 202])
  })

  it('count stored bytes per address, however the proxy spells it', async () => {
    const docket = await docketForTest({
      trustedProxies: ['127.0.0.0/8'],
      byteLimits: { stored_and_address: pdf().length },
      store: { get: async () => [], set: async () => undefined },
    })
    expect((await uploadFrom(docket.url, '::ffff:192.0.2.1')).status).toBe(202)
    expect((await uploadFrom(docket.url, '192.0.2.1')).status).toBe(429)
    expect((await uploadFrom(docket.url, '192.0.2.2')).status).toBe(202)
  })

  it('do not let a client forge the host that the cross-site check uses', async () => {
    const docket = await docketForTest()
    const headers = { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }
    const response = await fetch(`${docket.url}/api/stream-tickets`, { method: 'POST', headers })
    expect((await readError(response)).slice(0, 2)).toEqual([403, 'CROSS_SITE'])
  })

  it('503: limit concurrent uploads; running uploads continue', async () => {
    const docket = await docketForTest({ maxConcurrentUploads: 2 })
    const pendingUploads = [1, 2].map(() => {
      const bytes = buildFormRequest([part('name="file"; filename="a.pdf"', pdf())])
      const socket = connectTo(docket.url)
      socket.write(bytes.subarray(0, -10))
      return { answer: text(socket), goOn: () => socket.write(bytes.subarray(-10)) }
    })
    await expect.poll(docket.files).toHaveLength(2)
    const busy = await visitor(docket.url).upload(pdf())
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '5'])
    for (const { answer: response, goOn } of pendingUploads) {
      goOn()
      expect(parseStatus(await response)).toBe(202)
    }
    expect(await docket.files()).toHaveLength(2)
    expect((await visitor(docket.url).upload(pdf())).status).toBe(202)
  })

  it('free an upload slot, however early its client disconnects', async () => {
    const docket = await docketForTest({ maxConcurrentUploads: 1 })
    const person = visitor(docket.url)
    await person.ask('/api/jobs')
    const { hostname, port } = new URL(docket.url)
    const waiting = `select 1 from pg_locks where not granted and relation = 'sessions'::regclass
      and database = (select oid from pg_database where datname = current_database())`
    await docket.db.transaction(async (tx) => {
      await tx.query('lock table sessions in access exclusive mode')
      const socket = connect(Number(port), hostname)
      socket.write(
        `POST /api/upload HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${person.cookie()}\r\n` +
          'content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000\r\n\r\n--x',
      )
      await vi.waitFor(async () => expect(await tx.query(waiting)).toHaveLength(1))
      socket.destroy()
      // The server handles later requests only after it has noticed the disconnection.
      await fetch(`${docket.url}/healthz`)
    })
    await person.ask('/api/jobs')
    expect((await person.upload(pdf())).status).toBe(202)
  })
})

it('stores a bounded number of upload ids, however many a client makes up', async () => {
  const keys = new Set<string>()
  const rates = stopped()
  const docket = await docketForTest({
    rates: {
      take: (key, quota) => {
        keys.add(key)
        return rates.take(key, quota)
      },
    },
    uploads: { per_minute: 1, per_minute_and_address: 2 },
  })
  const person = visitor(docket.url)
  await person.ask('/api/jobs')
  for (let nth = 0; nth < 150; nth++) {
    await person.ask(`/api/upload?upload_id=${nth}`, { method: 'POST' })
  }
  // Enough for ten minutes at both limits, plus the requests that follow one large upload.
  expect(keys.size).toBeLessThan(120)
})
