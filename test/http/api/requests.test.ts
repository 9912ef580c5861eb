import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Route } from '../../../src/domain/api/route.ts'
import { routes } from '../../../src/domain/api/routes/routes.ts'
import { textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, visitor } from '../../support/docket/visitor.ts'
import { sendRaw } from '../../support/docket/raw-http.ts'
import { jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'

const pdf = new Uint8Array(await textPdf())
const createRequest = (type: string, body: RequestInit['body'] = 'x', method = 'POST') => ({
  method,
  body,
  headers: { 'content-type': type },
})

describe('415: unsupported content type', () => {
  it.each([
    ['a raw PDF', '/api/upload', createRequest('application/pdf', pdf), 'application/pdf'],
    [
      'an HTML form',
      '/api/upload',
      createRequest('application/x-www-form-urlencoded', 'url=https%3A%2F%2Fexample.com'),
      'application/x-www-form-urlencoded',
    ],
    ['plain text', '/api/batch/extract', createRequest('text/plain; charset=utf-8'), 'text/plain'],
    ['an invalid type', '/api/upload', createRequest('pdf'), 'no Content-Type'],
    ['no type', '/api/upload', { method: 'POST', body: pdf }, 'no Content-Type'],
  ])('%s', async (_what, address, init, contentType) => {
    const docket = await docketForTest()
    const [status, code, sentence] = await readError(await fetch(docket.url + address, init))
    expect([status, code]).toEqual([415, 'UNSUPPORTED_TYPE'])
    expect(sentence).toBe(
      `Send a form (multipart/form-data, with the PDF as its field "file") or JSON (application/json). The request body has ${contentType === 'no Content-Type' ? contentType : `the type ${contentType}`}.`,
    )
    expect(await docket.files()).toEqual([])
  })

  it('lists the accepted types, and drains a large body so that the response arrives', async () => {
    const docket = await docketForTest()
    const readSentence = async (address: string, init: RequestInit) =>
      (await readError(await fetch(docket.url + address, init)))[2]
    const large = createRequest('application/pdf', new Uint8Array(20 * 1024 * 1024))
    expect(await readSentence('/api/jobs/export', createRequest('text/csv'))).toMatch(
      /^Send JSON \(/,
    )
    expect(await readSentence('/api/extract', large)).not.toContain('JSON')
    expect(
      await readSentence('/api/parties/import', createRequest('application/json', '{}')),
    ).toMatch(/^Send a table \(text\/csv\)\./)
    const form = { method: 'POST', body: new FormData() }
    expect(await readSentence(`/api/jobs/${randomUUID()}/share`, form)).toMatch(/^Send JSON/)
  })

  it('rejects an unexpected body', async () => {
    const docket = await docketForTest()
    const address = `${docket.url}/api/jobs/${randomUUID()}/retry`
    const [status, code] = await readError(
      await fetch(address, createRequest('application/pdf', pdf)),
    )
    expect([status, code]).toEqual([415, 'UNSUPPORTED_TYPE'])
  })

  it('checks the caller first', async () => {
    const docket = await docketForTest({ authMode: 'token' })
    const init = createRequest('application/pdf', pdf)
    expect((await fetch(`${docket.url}/api/upload`, init)).status).toBe(401)
  })
})

describe('413', () => {
  it.each([
    ['JSON', '/api/webhooks', 'application/json', 16 * 1024],
    ['a table', '/api/parties/import', 'text/csv', 4 * 1024 * 1024],
  ])('rejects %s that is too long, with the limit', async (_what, address, type, most_bytes) => {
    const docket = await docketForTest()
    const init = createRequest(type, ' '.repeat(most_bytes + 1))
    const response = await fetch(docket.url + address, init)
    expect(await response.json()).toMatchObject({
      status: 413,
      code: 'TOO_LARGE',
      reason: 'body_too_large',
      params: { most_bytes },
      detail: `The request body is larger than ${most_bytes.toLocaleString('en')} bytes. Send it in smaller parts.`,
    })
  })
})

describe('405', () => {
  const fillParams = (path: string) => path.replace(/:\w+/g, randomUUID())
  const every: Route[] = Object.values(routes)

  it('rejects every unsupported method on every API path', async () => {
    const docket = await docketForTest({ tokens: { secret: jwtSecret } })
    const ada = visitor(docket.url, await createAuthHeaders('ada'))
    for (const path of new Set(every.map((route) => route.path))) {
      const here = every.filter((route) => route.path === path)
      const known = here.map(({ method }): string => method)
      if (known.includes('GET')) known.push('HEAD')
      const allow = known.toSorted().join(', ')
      const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
      for (const method of others.filter((one) => !known.includes(one))) {
        const response = await ada.ask(fillParams(path), { method })
        const actual = [method, path, response.status, response.headers.get('allow')]
        expect(actual).toEqual([method, path, 405, allow])
      }
    }
    expect(await docket.db.query('select 1 from sessions')).toEqual([])
  })

  it('lists the allowed methods for every request', async () => {
    const docket = await docketForTest()
    const init = createRequest('application/pdf', pdf, 'PUT')
    const sentence = 'This address does not support PUT, only POST.'
    for (const address of ['/api/upload', '/api/upload/', '/api/upload?mapping=auto']) {
      const rejection = await readError(await fetch(docket.url + address, init))
      expect(rejection).toEqual([405, 'METHOD_NOT_ALLOWED', sentence])
    }
    const traced = await sendRaw(
      docket.url,
      'TRACE /api/jobs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    )
    expect(traced).toMatch(/^HTTP\/1\.1 405 /)
    expect(traced).toMatch(/\r\nallow: GET, HEAD\r\n/i)
  })

  it('does not affect 404s, HEAD or CORS preflights', async () => {
    const origin = 'https://app.example.com'
    const docket = await docketForTest({ corsOrigin: origin })
    expect((await fetch(`${docket.url}/api/nothing`, { method: 'PUT' })).status).toBe(404)
    expect((await fetch(`${docket.url}/api/jobs`, { method: 'HEAD' })).status).toBe(200)
    const headers = { origin, 'access-control-request-method': 'POST' }
    const response = await fetch(`${docket.url}/api/upload`, { method: 'OPTIONS', headers })
    expect(response.status).toBe(204)
    const api = (await (await fetch(`${docket.url}/openapi.json`)).json()) as { paths: object }
    expect(JSON.stringify(api)).not.toContain('"trace"')
  })
})
