import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { routes } from '../../../src/domain/api/routes/routes.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError } from '../../support/docket/visitor.ts'

describe('general API routes', () => {
  it('lists mappings and limits', async () => {
    const docket = await docketForTest()
    const response = await (await fetch(`${docket.url}/api/mappings`)).json()
    const facts = { title: expect.any(String), description: expect.any(String), params: [] }
    expect(response).toMatchObject({
      default_mapping: 'auto',
      max_upload_bytes: 52_428_800,
      max_pdfs_per_batch: 15,
      mappings: expect.arrayContaining([
        {
          ...facts,
          name: 'auto',
          kind: 'auto',
          is_draft: false,
          outputs: ['json', 'xml', 'csv', 'ubl', 'ics', 'txt'],
          params: expect.arrayContaining([
            { name: 'time_zone', title: expect.any(String), required: false, kind: 'time_zone' },
          ]),
        },
        {
          name: 'document_text_v1',
          kind: 'text',
          is_draft: false,
          outputs: ['json', 'txt'],
          ...facts,
        },
        {
          name: 'pt_simon_invoice_v1',
          kind: 'invoice',
          is_draft: false,
          outputs: ['json', 'xml', 'csv', 'ubl'],
          ...facts,
        },
      ]),
    })
  })

  it('reports its health without querying the database', async () => {
    const docket = await docketForTest()
    await docket.db.query('alter table jobs rename to gone')
    const response = await fetch(`${docket.url}/api/healthz`)
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: 'ok', version: 'test' },
    ])
  })

  it('responds to an unknown API path with a problem', async () => {
    const docket = await docketForTest()
    const headers = { accept: 'text/html' }
    const [status, code] = await readError(await fetch(`${docket.url}/api/nothing`, { headers }))
    expect([status, code]).toEqual([404, 'NOT_FOUND'])
  })

  it('responds to an undecodable URL with a problem', async () => {
    const docket = await docketForTest()
    const [status, code] = await readError(await fetch(`${docket.url}/api/%ff`))
    expect([status, code]).toEqual([400, 'INVALID_REQUEST'])
  })

  it('responds to an unexpected error with UNKNOWN, and logs the details', async () => {
    const docket = await docketForTest()
    await docket.db.query('alter table jobs rename column priority to gone')
    const [status, code, sentence] = await readError(await fetch(`${docket.url}/api/jobs`))
    expect([status, code]).toEqual([500, 'UNKNOWN'])
    expect(sentence).not.toContain('column')
    expect(JSON.stringify(docket.log)).toContain('column \\"priority\\" does not exist')
  })
})

describe('OpenAPI', () => {
  it('describes every route, at /openapi.json and as a page at /docs', async () => {
    const docket = await docketForTest()
    const document = (await (await fetch(`${docket.url}/openapi.json`)).json()) as {
      openapi: string
      paths: Record<string, Record<string, Operation>>
      components: { schemas: object; securitySchemes: object }
      security: object[]
    }
    expect(document.openapi).toBe('3.1.0')
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const known = Object.values(routes).map(
      (route) => `${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`,
    )
    expect(described.sort()).toEqual(known.sort())
    const upload = document.paths['/api/upload']?.post
    expect(upload?.responses).toHaveProperty('202')
    expect(upload?.requestBody?.content).toMatchObject({
      'multipart/form-data': { schema: { properties: { file: {}, url: {} } } },
      'application/json': { schema: { properties: { url: {} }, required: ['url'] } },
    })
    const named = Object.keys(document.components.schemas)
    expect(named).toEqual(expect.arrayContaining(['Batch', 'Job', 'Problem', 'Share']))
    expect(named.filter((name) => name.endsWith('Input'))).toEqual([])
    expect(document.security).toEqual([
      { token: [] },
      { api_key: [] },
      { sign_in: [] },
      { session: [] },
    ])
    const schemes = Object.keys(document.components.securitySchemes)
    expect(schemes).toEqual(['token', 'api_key', 'sign_in', 'session'])
    expect(document.paths['/api/healthz']?.get?.security).toEqual([])
    expect(document.paths['/api/upload']?.post?.security).toBeUndefined()
    const page = await fetch(`${docket.url}/docs`)
    expect(page.headers.get('content-security-policy')).not.toContain('https:')
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
  })
})

it('compresses long responses if accepted', async () => {
  const docket = await docketForTest()
  const ask = (coding: string) =>
    fetch(`${docket.url}/api/units?limit=200`, { headers: { 'accept-encoding': coding } })
  const [plain, small] = [await ask('identity'), await ask('gzip, br')]
  const [long = 0, short = 0] = [plain, small].map(({ headers }) =>
    Number(headers.get('content-length')),
  )
  expect(short).toBeLessThan(long / 4)
  expect([plain, small].map(({ headers }) => headers.get('content-encoding'))).toEqual([
    null,
    'gzip',
  ])
  expect(plain.headers.get('vary')).toContain('accept-encoding')
  expect(small.headers.get('vary')).toContain('accept-encoding')
  expect(await small.json()).toEqual(await plain.json())
})

describe('the pages', () => {
  it('have a policy that allows only our own scripts', async () => {
    const docket = await docketForTest()
    for (const address of ['/', '/queue']) {
      const response = await fetch(`${docket.url}${address}`)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('<div id="root">')
      const policy = response.headers.get('content-security-policy')
      expect(policy).toContain("default-src 'self'")
      expect(policy).not.toContain('unsafe')
      expect(policy).not.toContain('upgrade-insecure-requests')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('show unknown addresses as not found', async () => {
    const docket = await docketForTest()
    const response = await fetch(`${docket.url}/nothing`, { headers: { accept: 'text/html' } })
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('<div id="root">')
  })

  it('preload existing files, each once', async () => {
    const docket = await docketForTest()
    const first = await fetch(docket.url)
    expect(first.headers.get('link')).toBeNull()
    const queue = await fetch(`${docket.url}/queue`)
    const link = queue.headers.get('link') ?? ''
    const files = [...link.matchAll(/<([^>]+)>; rel=modulepreload/g)].map(([, file = '']) => file)
    expect(files.some((file) => file.startsWith('/assets/queue-page-'))).toBe(true)
    const page = await queue.text()
    for (const file of files) {
      expect(page).not.toContain(file)
      expect((await fetch(docket.url + file)).headers.get('content-type')).toMatch(/javascript/)
    }
  })

  it('are never cached, but their hashed files are immutable', async () => {
    const docket = await docketForTest()
    const page = await fetch(docket.url)
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const [, script = ''] = /src="(\/assets\/start-[^"]+)"/.exec(await page.text()) ?? []
    const headers = { 'accept-encoding': 'br, gzip' }
    const file = await fetch(`${docket.url}${script}`, { headers })
    expect(file.headers.get('content-encoding')).toBe('br')
    expect(await file.text()).toContain('index.html has no #root')
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })
})

describe('closing', () => {
  it('does not wait forever for an unfinished upload', async () => {
    const docket = await docketForTest()
    const socket = connect(Number(new URL(docket.url).port), '127.0.0.1')
    socket.write(
      'POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
        'Content-Length: 100000\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; ' +
        'filename="a.pdf"\r\n\r\n%PDF-1.4 ',
    )
    await expect.poll(docket.files).toHaveLength(1)
    const closed = new Promise((resolve) => socket.on('error', resolve).on('close', resolve))
    await docket.close()
    await closed
    await expect.poll(docket.files).toEqual([])
  })
})

interface Operation {
  security?: object[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, unknown>
}
