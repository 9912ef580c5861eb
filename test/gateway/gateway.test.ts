import { beforeAll, describe, expect, it } from 'vitest'
import { encryptedPdf, pdfOfSize, samplePdf, scannedPdf, textPdf } from '../fixtures/pdfs.ts'
import { readError } from '../support/docket/visitor.ts'
import {
  type GatewayRequest,
  post,
  readGatewayError,
  startGateway,
  type TestGateway,
} from '../support/servers/gateway.ts'
import { createInvoice } from '../support/readings/invoice.ts'

const mapping = 'sample_invoice_v1'
const xml = { accept: 'application/xml' }
const json = { accept: 'application/json' }
const parties = [
  { name: 'PT Lentera Contoh', tin: '0012345674901000' },
  { name: 'CV Warung Imajinasi', tin: '0098765431109000' },
]
let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway({ maxUploadMb: 1, parties })
  return gateway.close
})

describe('POST /process', () => {
  it('returns the Coretax XML for a PDF and echoes the job name', async () => {
    const request = { file: await samplePdf(), mapping, pretty: 1, job_id: 'job-7', headers: xml }
    const response = await post(gateway, request)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'x-stage': 'done',
      'x-job-id': 'job-7',
      'x-needs-review': 'false',
    })
    expect(await response.text()).toContain('\n      <RefDesc>LC-2026-0042</RefDesc>\n')
    expect(gateway.log).toContainEqual(expect.objectContaining({ job_id: 'job-7', mapping }))
    await expect.poll(gateway.files).toEqual([])
  })

  it('returns the reading as JSON, on one line unless pretty is set', async () => {
    const file = await samplePdf()
    const short = await (await post(gateway, { file, mapping, headers: json })).text()
    const long = await (
      await post(gateway, { file, mapping, pretty: 'true', headers: json })
    ).text()
    expect(JSON.parse(short)).toMatchObject({ kind: 'invoice', number: 'LC-2026-0042' })
    expect(JSON.parse(long)).toEqual(JSON.parse(short))
    expect([short.split('\n').length, long.split('\n').length > 100]).toEqual([1, true])
  })

  it.each([
    ['sample_invoice_v1.json', '*/*', 'application/xml'],
    ['sample_invoice_v1.yaml', 'application/json;q=0.9, application/xml;q=0.1', 'application/json'],
    ['auto', 'text/html, application/*;q=0.5', 'application/xml'],
    ['document_text_v1', '*/*', 'application/json'],
    ['auto.yml', 'application/xml, application/json', 'application/xml'],
  ])('reads with %s and responds to %s with %s', async (name, accept, type) => {
    const response = await post(gateway, {
      file: await samplePdf(),
      mapping: name,
      headers: { accept },
    })
    expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([
      200,
      type,
    ])
  })

  it('returns all outputs if preferred, regardless of Accept', async () => {
    const headers = { ...xml, prefer: 'respond-async, outputs=all' }
    const response = await post(gateway, { file: await textPdf(), mapping: 'auto', headers })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/vnd.docket.extraction',
      'preference-applied': 'outputs=all',
      'x-needs-review': 'false',
    })
    const body = Buffer.from(await response.arrayBuffer())
    const headEnd = body.indexOf('\n') + 1
    const head = JSON.parse(body.subarray(0, headEnd).toString())
    const [jsonFile, txt] = head.outputs as { format: string; bytes: number }[]
    expect(head).toMatchObject({ mapping: 'document_text_v1', page_count: 1, review_reasons: [] })
    expect([jsonFile?.format, txt]).toEqual(['json', { format: 'txt', bytes: 27 }])
    expect(body.length).toBe(headEnd + (jsonFile?.bytes ?? 0) + 27)
    expect(body.toString()).toMatch(/\}\nPage 1\nThe quick brown fox\n$/)
  })

  it('writes XML for an uncertain invoice only if the user confirmed it, but always writes JSON', async () => {
    const request = { file: await samplePdf({ error: 1000 }), mapping }
    const refused = await post(gateway, { ...request, headers: xml })
    expect(await readGatewayError(refused)).toEqual([409, 'NOT_FILEABLE', 'read'])
    const confirmed = await post(gateway, { ...request, confirmed: 1, headers: xml })
    expect([confirmed.status, confirmed.headers.get('x-needs-review')]).toEqual([200, 'true'])
    const any = await post(gateway, { ...request, headers: { accept: '*/*' } })
    expect(await any.json()).toMatchObject({ kind: 'invoice', filing: { status: 'confirm' } })
  })

  it('ignores fields that other gateways use', async () => {
    const request = { file: await samplePdf(), mapping, template: 'invoice.json', pipeline: 'x' }
    expect((await post(gateway, request)).status).toBe(200)
  })

  it.each<[string, () => Promise<GatewayRequest>, unknown[]]>([
    ['no mapping', async () => ({ file: await samplePdf() }), [400, 'INVALID_REQUEST', 'receive']],
    [
      'an unknown mapping',
      async () => ({ file: await samplePdf(), mapping: 'nothing_v1.json' }),
      [400, 'UNKNOWN_MAPPING', 'receive'],
    ],
    ['no file', async () => ({ mapping }), [400, 'NO_FILE', 'receive']],
    ['an empty file', async () => ({ file: '', mapping }), [400, 'EMPTY_FILE', 'receive']],
    [
      'a name of the job that would break a header',
      async () => ({ file: await samplePdf(), mapping, job_id: 'a\r\nb' }),
      [400, 'INVALID_REQUEST', 'receive'],
    ],
    [
      'parameters that the mapping does not take',
      async () => ({ file: await samplePdf(), mapping, params: '{"x":"y"}' }),
      [400, 'INVALID_REQUEST', 'receive'],
    ],
    [
      'a type that nobody can answer with',
      async () => ({ file: await samplePdf(), mapping, headers: { accept: 'text/html' } }),
      [406, 'NOT_ACCEPTABLE', 'receive'],
    ],
    [
      'XML of a mapping that writes none',
      async () => ({ file: await samplePdf(), mapping: 'document_text_v1', headers: xml }),
      [406, 'NOT_ACCEPTABLE', 'read'],
    ],
    [
      'XML of an invoice that cannot be filed',
      async () => ({ file: await samplePdf({ buyer: 'PT Entah' }), mapping, headers: xml }),
      [409, 'NOT_FILEABLE', 'read'],
    ],
    [
      'XML of a document that turns out to have none',
      async () => ({ file: await textPdf(), mapping: 'auto', headers: xml }),
      [406, 'NOT_ACCEPTABLE', 'read'],
    ],
    [
      'too large a file',
      async () => ({ file: await pdfOfSize(1024 * 1024 + 1), mapping }),
      [413, 'TOO_LARGE', 'receive'],
    ],
    ['a picture', async () => ({ file: 'PNG', mapping }), [415, 'NOT_PDF', 'receive']],
    [
      'a locked PDF',
      async () => ({ file: await encryptedPdf(), mapping }),
      [422, 'ENCRYPTED_PDF', 'read'],
    ],
    ['a scan', async () => ({ file: await scannedPdf(), mapping }), [422, 'NO_TEXT', 'read']],
    [
      'another layout',
      async () => ({ file: await textPdf(), mapping }),
      [422, 'MAPPING_MISMATCH', 'read'],
    ],
  ])('rejects %s', async (_, make, expected) => {
    expect(await readGatewayError(await post(gateway, await make()))).toEqual(expected)
    await expect.poll(gateway.files).toEqual([])
  })

  it('rejects a body that is neither a form nor JSON', async () => {
    const { url } = gateway
    for (const type of ['application/pdf', 'text/plain', 'application/x-www-form-urlencoded']) {
      const init = { method: 'POST', body: '%PDF-1.4', headers: { 'content-type': type } }
      const response = await fetch(`${url}/process`, init)
      expect(await readGatewayError(response)).toEqual([415, 'NOT_PDF', 'receive'])
    }
  })
})

describe('JSON input', () => {
  const tin = '0012345674901000'
  const numbers = {
    seller: { name: 'PT Contoh Makmur', tin },
    buyer: { name: 'PT Pembeli Setia', code: null, address: 'Jalan Contoh 1', tin },
  }
  const reading = JSON.stringify(createInvoice(numbers))

  it('yields XML, as a file or as the body', async () => {
    const file = { file: reading, filename: 'reading.json', type: 'application/json' }
    const byForm = await post(gateway, { ...file, mapping: 'auto', headers: xml })
    const init = { method: 'POST', body: reading, headers: { 'content-type': 'application/json' } }
    const byBody = await fetch(`${gateway.url}/process?mapping=${mapping}.json&job_id=b`, init)
    expect([byForm.status, byBody.status, byBody.headers.get('x-job-id')]).toEqual([200, 200, 'b'])
    const written = await byForm.text()
    expect(written).toContain('<RefDesc>INV/2025/001</RefDesc>')
    expect(await byBody.text()).toBe(written)
  })

  it('is checked again: the response reports whether it needs review, regardless of the input', async () => {
    const send = (invoice: object, fields = {}) => {
      const request = { file: JSON.stringify(invoice), type: 'application/json', mapping: 'auto' }
      return post(gateway, { ...request, ...fields })
    }
    const certain = await send(createInvoice(numbers))
    expect(certain.headers.get('x-needs-review')).toBe('false')
    const doubtful = createInvoice({ ...numbers, totals: { grand_total: '9' } })
    expect(await readGatewayError(await send(doubtful))).toEqual([409, 'NOT_FILEABLE', 'read'])
    const confirmed = await send(doubtful, { confirmed: 1 })
    expect([confirmed.status, confirmed.headers.get('x-needs-review')]).toEqual([200, 'true'])
  })

  it.each<[string, GatewayRequest, unknown[]]>([
    ['to be answered with JSON', { file: reading, headers: json }, [406, 'NOT_ACCEPTABLE', 'read']],
    [
      'for a mapping without XML',
      { file: reading, mapping: 'document_text_v1' },
      [406, 'NOT_ACCEPTABLE', 'read'],
    ],
    ['that is none', { file: '{"kind":' }, [422, 'INVALID_READING', 'read']],
    ['of something else', { file: '{"kind":"text"}' }, [422, 'INVALID_READING', 'read']],
    ['that is empty', { file: '' }, [400, 'EMPTY_FILE', 'receive']],
  ])('is rejected %s', async (_, request, expected) => {
    const response = await post(gateway, { mapping: 'auto', type: 'application/json', ...request })
    expect(await readGatewayError(response)).toEqual(expected)
  })
})

describe('a gateway', () => {
  it('reports its health and describes itself', async () => {
    const { url } = gateway
    expect(await (await fetch(`${url}/health`)).json()).toEqual({
      status: 'healthy',
      service: 'gateway',
      product: 'docket',
      version: 'test',
    })
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object }
    expect(Object.keys(paths)).toEqual(['/process', '/health'])
    expect((await readError(await fetch(`${url}/nothing`))).slice(0, 2)).toEqual([404, 'NOT_FOUND'])
  })

  it('405: lists the allowed methods', async () => {
    const { url } = gateway
    for (const [address, method, allow] of [
      ['/process', 'GET', 'POST'],
      ['/process', 'PUT', 'POST'],
      ['/health', 'POST', 'GET, HEAD'],
    ] as const) {
      const body = method === 'GET' ? null : 'something'
      const response = await fetch(url + address, { method, body })
      expect([address, method, response.headers.get('allow')]).toEqual([address, method, allow])
      expect((await readError(response)).slice(0, 2)).toEqual([405, 'METHOD_NOT_ALLOWED'])
    }
  })

  it('rejects requests from other websites', async () => {
    const headers = { origin: 'https://evil.example' }
    const response = await post(gateway, { file: await samplePdf(), mapping, headers })
    expect((await readError(response)).slice(0, 2)).toEqual([403, 'CROSS_SITE'])
  })
})
