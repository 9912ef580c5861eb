import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import type { Job } from '../../../src/domain/job/job.ts'
import { WebhookEvent } from '../../../src/domain/notify/webhook.ts'
import { routes } from '../../../src/domain/api/routes/routes.ts'
import type { Route } from '../../../src/domain/api/route.ts'
import { bodyExamples } from '../../../src/http/openapi/examples.ts'
import { drawMeet, springSplash } from '../../fixtures/meets.ts'
import { samplePdf, textPdf } from '../../fixtures/pdfs.ts'
import { loadContract } from '../../support/docket/contract.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, visitor } from '../../support/docket/visitor.ts'
import { jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'

async function stage() {
  const docket = await docketForTest({ tokens: { secret: jwtSecret } })
  const description = await (await fetch(`${docket.url}/openapi.json`)).text()
  return { docket, description }
}

describe('openapi.json', () => {
  it('passes the linter', async () => {
    const { description } = await stage()
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // Each client sets the URL of its Docket.
        'no-empty-servers': 'off',
        // All errors have one schema, listed under `default`.
        'operation-4xx-response': 'off',
      },
    })
    const found = await lintFromString({ source: description, config })
    const lines = found.map(({ severity, ruleId, message, location: [place] }) =>
      [severity, ruleId, place?.pointer, message].join(' '),
    )
    expect(lines).toEqual([])
  })

  it('names every operation after its route', async () => {
    const { description } = await stage()
    const { paths } = JSON.parse(description) as { paths: Record<string, object> }
    const operations = Object.values(paths).flatMap((path) => Object.values(path)) as {
      operationId: string
    }[]
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      Object.keys(routes).sort(),
    )
  })

  it('names its servers, its webhooks and every problem, with an example', async () => {
    const { description } = await stage()
    const { servers, webhooks, paths } = JSON.parse(description) as {
      servers: object[]
      webhooks: object
      paths: Record<string, Record<string, { responses: Record<string, { content: object }> }>>
    }
    expect(servers).toEqual([{ url: '/' }])
    expect(Object.keys(webhooks)).toEqual([...WebhookEvent.options, 'webhook.test'])
    const { responses } = paths['/api/upload']?.['post'] ?? { responses: {} }
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['202', '400', '401', '403', '409', '413', '415', '422', '429']),
    )
    expect(responses['429']?.content).toMatchObject({
      'application/problem+json': {
        example: { type: '/problems/RATE_LIMITED', code: 'RATE_LIMITED', status: 429 },
      },
    })
  })

  it('has valid examples of JSON bodies and of events', async () => {
    const { description } = await stage()
    for (const [name, example] of Object.entries(bodyExamples)) {
      const { body, json: schema = body }: Route = routes[name as keyof typeof routes]
      expect([name, schema?.safeParse(example).success]).toEqual([name, true])
      expect(description).toContain(JSON.stringify(example))
    }
    const { webhooks } = JSON.parse(description) as {
      webhooks: Record<string, { post: { requestBody: { content: Record<string, Media> } } }>
    }
    for (const [type, { post }] of Object.entries(webhooks)) {
      const { schema, example } = post.requestBody.content['application/json'] ?? {}
      expect(example).toMatchObject({ type })
      const names = Object.keys(schema?.properties.data.properties ?? {})
      expect(Object.keys(example?.data ?? {}).sort()).toEqual(names.sort())
    }
  })

  it('is summarised for assistants', async () => {
    const docket = await docketForTest()
    const response = await fetch(`${docket.url}/llms.txt`)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await response.text()
    expect(text).toMatch(/^# Docket\n.*`POST \/api\/upload`: Upload one PDF/s)
    const [start = ''] = text.split('\n## ')
    for (const name of ['file', 'url', 'schema', 'callback_url'])
      expect([name, start.includes(`\`${name}\``)]).toEqual([name, true])
  })

  it('omits disabled routes', async () => {
    const docket = await docketForTest({ isBatchApiEnabled: false })
    const { operations } = await loadContract(docket.url)
    const off = Object.entries(routes).filter(([, { path }]) => path.startsWith('/api/batch/'))
    expect(off).not.toHaveLength(0)
    expect(off.filter(([name]) => operations.has(name))).toEqual([])
    expect(operations.has('upload')).toBe(true)
  })

  it('describes relevant headers, optional bodies and booleans', async () => {
    const docket = await docketForTest()
    const { operations } = await loadContract(docket.url)
    const listParameters = (name: string) => operations.get(name)?.parameters ?? []
    const listHeaders = (name: string) =>
      listParameters(name)
        .filter((one) => one.in === 'header')
        .map((one) => [one.name, one.required])
    expect(listHeaders('upload')).toEqual([['Idempotency-Key', false]])
    expect(listHeaders('listJobs')).toEqual([['If-None-Match', false]])
    expect(listHeaders('jobSource')).toEqual([
      ['If-None-Match', false],
      ['Range', false],
      ['If-Range', false],
    ])
    expect(listHeaders('streamBatch')).toEqual([['Last-Event-ID', false]])
    expect(listHeaders('correctReading')).toEqual([['If-Match', true]])
    const isBodyNeeded = (name: string) => operations.get(name)?.requestBody?.required
    expect(['shareJob', 'createKey', 'upload'].map(isBodyNeeded)).toEqual([false, true, true])
    const flags = {
      listJobs: 'needs_review',
      downloadBatch: 'skip_incomplete',
      jobSource: 'inline',
    }
    for (const [name, flag] of Object.entries(flags)) {
      const schema = listParameters(name).find((one) => one.name === flag)?.schema
      expect(schema).toEqual({ type: 'string', enum: ['true', 'false'], default: 'false' })
    }
  })

  // access.test.ts checks the responses of every route for every caller.
  it('describes results and conditional requests', async () => {
    const { docket } = await stage()
    docket.startWorking()
    const contract = await loadContract(docket.url)
    const ada = visitor(docket.url, await createAuthHeaders('ada'))
    const seen = new Set<string>()
    const ask = async (name: string, address: string, init: RequestInit = {}) => {
      const response = await ada.ask(address, init)
      const body = await response.text()
      expect([address, ...contract.findFaults(name, response, body)]).toEqual([address])
      seen.add(`${response.status} ${response.headers.get('content-type')?.split(';')[0] ?? ''}`)
      return { response, body }
    }
    const pdfs = [await samplePdf(), await textPdf(), await drawMeet(springSplash)]
    const wanted = [{}, {}, { params: JSON.stringify({ swimmer: 'Ida Tamm' }) }]
    for (const [index, pdf] of pdfs.entries()) {
      const { id } = await readJob(await ada.upload(new Uint8Array(pdf), wanted[index]))
      const { body } = await ask('getJob', `/api/jobs/${id}?wait=50`)
      for (const { format } of (JSON.parse(body) as Job).outputs) {
        const address = `/api/jobs/${id}/download?format=${format}`
        const { response } = await ask('downloadJob', address)
        const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
        expect((await ask('downloadJob', address, { headers })).response.status).toBe(304)
      }
      await ask('correctReading', `/api/jobs/${id}/reading`, { method: 'PATCH', ...json({}) })
      await ask('getReading', `/api/jobs/${id}/reading`)
      const source = `/api/jobs/${id}/source`
      await ask('jobSource', source)
      for (const [range, status] of Object.entries({ '0-9': 206, '999999999-': 416 })) {
        const part = await ask('jobSource', source, { headers: { range: `bytes=${range}` } })
        expect(part.response.status).toBe(status)
      }
      const share = await ask('shareJob', `/api/jobs/${id}/share`, { method: 'POST' })
      const { code } = JSON.parse(share.body) as { code: string }
      await ask('downloadShared', `/api/result/${code}/download`)
    }
    const address = '/api/jobs'
    const { response } = await ask('listJobs', address)
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
    expect((await ask('listJobs', address, { headers })).response.status).toBe(304)
    for (const format of ['zip', 'xml', 'csv', 'ics']) {
      const order = json({ filter: {}, format, skip_incomplete: true })
      await ask('exportJobs', '/api/jobs/export', { method: 'POST', ...order })
    }
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await samplePdf())]), 'a.pdf')
    const extracted = await ask('extract', '/api/extract', { method: 'POST', body: form })
    expect(JSON.parse(extracted.body)).toMatchObject({ number: 'LC-2026-0042' })
    const types = ['json', 'xml', 'pdf', 'zip'].map((type) => `200 application/${type}`)
    const texts = ['plain', 'csv', 'calendar'].map((type) => `200 text/${type}`)
    for (const kind of [...types, ...texts, '304 ', '201 application/json']) {
      expect(seen).toContain(kind)
    }
  })
})

interface Media {
  schema: { properties: { data: { properties: object } } }
  example: { type: string; data: object }
}

const json = (body: object) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
