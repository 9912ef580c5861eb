import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createDocket, routes } from '../../../src/client/docket.ts'
import type { Route } from '../../../src/domain/api/route.ts'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, visitor } from '../../support/docket/visitor.ts'
import { jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'

const app = 'https://app.example.com'
const preflight = (origin: string) => ({
  method: 'OPTIONS',
  headers: { origin, 'access-control-request-method': 'POST' },
})

describe('headers for browsers', () => {
  it('allow only our own scripts, and forbid frames and type sniffing', async () => {
    const docket = await docketForTest()
    for (const address of ['/', '/api/healthz', '/api/nothing', '/openapi.json']) {
      const { headers } = await fetch(docket.url + address)
      const policy = headers.get('content-security-policy')?.split(';') ?? []
      expect(policy).toEqual([
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "script-src-attr 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('origin-agent-cluster')).toBe('?1')
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('require https if the server uses https', async () => {
    const docket = await docketForTest({ isHttps: true })
    const { headers } = await fetch(docket.url)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
  })
})

describe('headers for caches', () => {
  it('forbid reuse of API responses without revalidation, and storage of secrets', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const every: Route[] = Object.values(routes)
    for (const { method, path } of every) {
      const leaving = new AbortController()
      const address = path.replace(/:\w+/g, randomUUID())
      const { signal } = leaving
      const { headers } = await person.ask(address, { method, signal, redirect: 'manual' })
      leaving.abort()
      const expectedPolicy = method === 'GET' ? /no-cache|no-store/ : /no-store/
      expect([method, path, headers.get('cache-control')]).toEqual([
        method,
        path,
        expect.stringMatching(expectedPolicy),
      ])
    }
    for (const [method, address, expectedPolicy] of [
      ['GET', '/api/me', 'private, no-cache'],
      ['HEAD', '/api/keys', 'private, no-cache'],
      ['GET', '/api/nothing', 'private, no-cache'],
      ['GET', '/api/shares', 'no-store'],
      ['POST', '/api/stream-tickets', 'no-store'],
    ] as const) {
      const { headers } = await person.ask(address, { method })
      expect([address, headers.get('cache-control')]).toEqual([address, expectedPolicy])
    }
  })

  it('keep shared results out of search engines', async () => {
    const docket = await docketForTest()
    const robots = async (address: string) =>
      (await fetch(docket.url + address)).headers.get('x-robots-tag')
    expect(await robots('/result/abc')).toBe('noindex')
    expect(await robots('/api/result/abc')).toBe('noindex')
    expect(await robots('/')).toBeNull()
  })
})

describe('another website', () => {
  it('can use the API if it is configured', async () => {
    const docket = await docketForTest({ corsOrigin: app })
    const response = await fetch(`${docket.url}/api/upload`, preflight(app))
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe(app)
    expect(response.headers.get('access-control-allow-headers')).toContain('authorization')
    const headers = { origin: app, 'sec-fetch-site': 'cross-site' }
    const ticketResponse = await fetch(`${docket.url}/api/stream-tickets`, {
      method: 'POST',
      headers,
    })
    expect(ticketResponse.status).toBe(201)
    expect(ticketResponse.headers.get('access-control-allow-origin')).toBe(app)
    expect(ticketResponse.headers.get('vary')).toContain('Origin')
    const page = await fetch(docket.url, { headers })
    expect(page.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('can send everything the client sends, and read response headers', async () => {
    const server = await docketForTest({ corsOrigin: app, tokens: { secret: jwtSecret } })
    const sent = new Set<string>()
    const { authorization } = await createAuthHeaders('ada')
    const docket = createDocket({
      baseUrl: server.url,
      token: authorization.replace('Bearer ', ''),
      fetch(input, init) {
        for (const name of new Headers(init?.headers).keys()) sent.add(name)
        return fetch(input, init)
      },
    })
    const submission = docket.upload(new Blob([makeUnique(await textPdf())]))
    const { id, batch_id } = await submission
    let isBegun = false
    await submission.wait({
      onProgress() {
        if (!isBegun) server.startWorking()
        isBegun = true
      },
    })
    for await (const _ of docket.watch(batch_id, { lastEventId: '0' })) continue
    for await (const _ of docket.jobs({ status: 'complete' })) continue
    const body = { expires_in_hours: 1 }
    await docket.call(routes.shareJob, { params: { id }, body })
    await expect(docket.call(routes.retryJob, { params: { id } })).rejects.toMatchObject({
      code: 'NOT_RETRYABLE',
    })
    sent.delete('accept')
    expect([...sent].sort()).toEqual([
      'authorization',
      'content-type',
      'idempotency-key',
      'if-none-match',
      'last-event-id',
    ])
    const { headers } = await fetch(`${server.url}/api/upload`, preflight(app))
    const listHeader = (name: string) => headers.get(name)?.split(', ')
    expect(listHeader('access-control-allow-headers')).toEqual(expect.arrayContaining([...sent]))
    expect(listHeader('access-control-expose-headers')).toEqual(
      expect.arrayContaining(['x-request-id', 'idempotency-replayed', 'deprecation', 'link']),
    )
  })

  it.each([
    'https://evil.example',
    'http://app.example.com',
    'https://app.example.com.evil.example',
    'https://app.example.com:8443',
    'https://APP.example.com',
    'null',
  ])('is rejected if it is %s', async (origin) => {
    const docket = await docketForTest({ corsOrigin: app })
    const response = await fetch(`${docket.url}/api/upload`, preflight(origin))
    expect(response.ok).toBe(false)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    const init = { method: 'POST', headers: { origin } }
    const ticketResponse = await fetch(`${docket.url}/api/stream-tickets`, init)
    expect(ticketResponse.headers.get('access-control-allow-origin')).toBeNull()
    expect((await readError(ticketResponse)).slice(0, 2)).toEqual([403, 'CROSS_SITE'])
  })

  it('is not same-origin behind a proxy that changes the host', async () => {
    const docket = await docketForTest({ origin: 'https://docket.example.com' })
    const post = async (headers: Record<string, string>) =>
      (await fetch(`${docket.url}/api/stream-tickets`, { method: 'POST', headers })).status
    expect(await post({ origin: 'https://docket.example.com' })).toBe(201)
    expect(await post({ origin: 'https://docket.example.org' })).toBe(403)
    expect(await post({ 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await post({ 'sec-fetch-site': 'same-origin' })).toBe(201)
    expect(await post({ 'sec-fetch-site': 'none' })).toBe(201)
    expect(await post({})).toBe(201)
  })
})
