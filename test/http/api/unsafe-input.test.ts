import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Route } from '../../../src/domain/api/route.ts'
import { routes } from '../../../src/domain/api/routes/routes.ts'
import { textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, visitor } from '../../support/docket/visitor.ts'
import { createTeamForTest, userForTest } from '../../support/docket/teams.ts'
import { adminKey, bearer, jwtSecret } from '../../support/docket/tokens.ts'
import { sendRaw, buildFormRequest, part, parseStatus } from '../../support/docket/raw-http.ts'

const url = 'https://example.com/a.pdf'
const json = (body: string, method = 'POST') => ({
  method,
  body,
  headers: { 'content-type': 'application/json', 'if-match': '"1"' },
})
const form = async (fields: Record<string, string>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('file', new Blob([new Uint8Array(await textPdf())]), 'a.pdf')
  return { method: 'POST', body }
}

describe('400: text that a database cannot store', () => {
  it.each(['\\u0000', '\\ud800'])('%s in any position', async (odd) => {
    const docket = await docketForTest()
    const params = `{"swimmer":"a${odd}b"}`
    const mapping = 'heat_sheet_v1'
    const requests: [string, RequestInit][] = [
      ['/api/upload', await form({ mapping, params })],
      ['/api/upload', json(`{"url":"${url}","mapping":"${mapping}","params":${params}}`)],
      ['/api/upload', json(`{"url":"${url}","mapping":"a${odd}b"}`)],
      ['/api/upload', json(`{"url":"${url}${odd}"}`)],
      ['/api/batch/extract', await form({ mapping, params })],
      ['/api/batch/extract', json(`{"urls":["${url}"],"mapping":"auto","params":${params}}`)],
      ['/api/extractUrl', json(`{"url":"${url}","mapping":"${mapping}","params":${params}}`)],
      ['/api/jobs/export', json(`{"filter":{"q":"${odd}"}}`)],
      ['/api/parties', json(`{"name":"PT ${odd}","tin":"0123456782012000"}`)],
      ['/api/keys', json(`{"name":"${odd}"}`)],
      [
        `/api/jobs/${randomUUID()}/reading`,
        json(`{"changes":[{"path":"number","value":"${odd}"}]}`, 'PATCH'),
      ],
    ]
    for (const [address, init] of requests) {
      const [status, code, sentence] = await readError(await fetch(docket.url + address, init))
      expect([address, status, code]).toEqual([address, 400, 'INVALID_REQUEST'])
      expect(sentence).toMatch(/contains a NUL character or a lone surrogate/)
    }
    expect(await docket.files()).toEqual([])
  })

  it('in a query, and raw in a field or a table', async () => {
    const docket = await docketForTest()
    const [status, code] = await readError(await fetch(`${docket.url}/api/jobs?q=%00`))
    expect([status, code]).toEqual([400, 'INVALID_REQUEST'])
    const table = { method: 'POST', body: 'name\nPT \0', headers: { 'content-type': 'text/csv' } }
    expect((await fetch(`${docket.url}/api/parties/import`, table)).status).toBe(400)
    const raw = buildFormRequest([part('name="mapping"', 'a\0b'), part('name="url"', url)])
    expect(parseStatus(await sendRaw(docket.url, raw))).toBe(400)
  })
})

describe('a NUL character in a path', () => {
  it('is rejected as a malformed request, wherever a caller may read', async () => {
    const docket = await docketForTest({ tokens: { secret: jwtSecret, adminKey } })
    const user = await userForTest(docket, 'ada')
    const admin = visitor(docket.url, bearer(adminKey))
    for (const { method, path } of Object.values<Route>(routes)) {
      if (method !== 'GET' || !path.includes(':')) continue
      const person = path.startsWith('/api/admin') ? admin : user
      const [status, code] = await readError(await person.ask(path.replace(/:\w+/g, 'a%00b')))
      expect([path, status, code]).toEqual([path, 400, 'INVALID_REQUEST'])
    }
  })

  it('causes no server error on any route with a parameter', async () => {
    const docket = await docketForTest({ tokens: { secret: jwtSecret, adminKey } })
    const user = await userForTest(docket, 'ada')
    await createTeamForTest(user)
    const admin = visitor(docket.url, bearer(adminKey))
    for (const { method, path } of Object.values<Route>(routes)) {
      if (!path.includes(':')) continue
      const address = path.replace(/:\w+/g, 'a%00b')
      for (const person of [user, admin]) {
        const init = { method, headers: { 'if-match': '"1"' } }
        const { status } = await person.ask(address, init)
        expect([method, address, status < 500]).toEqual([method, address, true])
      }
    }
  })
})

describe('400: deeply nested JSON', () => {
  it('in a body, or in a form part', async () => {
    const docket = await docketForTest()
    const deep = '['.repeat(60_000) + ']'.repeat(60_000)
    const change = json(`{"changes":[{"path":"number","value":${deep}}]}`, 'PATCH')
    const address = `/api/jobs/${randomUUID()}/reading`
    const [status, code, sentence] = await readError(await fetch(docket.url + address, change))
    expect([status, code]).toEqual([400, 'INVALID_REQUEST'])
    expect(sentence).toContain('more than 50 levels deep')
    const params = new Blob(['['.repeat(30_000) + ']'.repeat(30_000)], { type: 'application/json' })
    const body = Buffer.concat([
      Buffer.from(
        '--x\r\nContent-Disposition: form-data; name="params"\r\nContent-Type: application/json\r\n\r\n',
      ),
      Buffer.from(await params.arrayBuffer()),
      Buffer.from('\r\n'),
    ])
    const response = await sendRaw(docket.url, buildFormRequest([body]))
    expect(response).toContain('more than 50 levels deep')
  })
})
