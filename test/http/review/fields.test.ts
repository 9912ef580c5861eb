import { describe, expect, it } from 'vitest'
import { FieldsReading } from '../../../src/domain/fields/fields-reading.ts'
import type { BatchResponse } from '../../../src/domain/job/batch.ts'
import { createDocket } from '../../../src/client/docket.ts'
import { samplePdf } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { sendJson, type Visitor, visitor } from '../../support/docket/visitor.ts'
import type { Job } from '../../../src/domain/job/job.ts'
import type { Problem } from '../../../src/domain/errors/problem.ts'

const schema = {
  type: 'object',
  properties: {
    nomor_faktur: { type: 'string' },
    total: { type: 'number' },
    purchase_order: { type: 'string' },
  },
}

type Body = Problem & { job: Job; deduped_from?: string }

async function upload(person: Visitor, given: unknown, mapping = 'auto') {
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  const pdf = new Uint8Array(await samplePdf({ number: 'OWN-1' }))
  const response = await person.upload(pdf, { filename: 'own.pdf', schema: text, mapping })
  return { status: response.status, body: (await response.json()) as Body }
}

async function start() {
  const docket = await docketForTest()
  docket.startWorking()
  return visitor(docket.url)
}

describe('an upload with a schema', () => {
  it('returns exactly the requested object, and its evidence in the reading', async () => {
    const person = await start()
    const { status, body } = await upload(person, schema)
    expect(status).toBe(202)
    const { id } = body.job
    const job = await (await person.ask(`/api/jobs/${id}?wait=50`)).json()
    expect(job).toMatchObject({
      status: 'complete',
      needs_review: true,
      params: {},
      read_by: 'fields_v1',
      summary: { kind: 'fields', values: 'OWN-1 · 6999660' },
    })
    const object = await person.ask(`/api/jobs/${id}/download`)
    expect(object.headers.get('content-disposition')).toContain('own.fields.json')
    expect(await object.json()).toEqual({
      nomor_faktur: 'OWN-1',
      total: 6999660,
      purchase_order: null,
    })
    const json = await person.ask(`/api/jobs/${id}/download?format=json`)
    const reading = FieldsReading.parse(await json.json())
    expect(reading.evidence['data.total']).toMatchObject({ page: 1 })
    expect(reading.review.reasons).toMatchObject([
      { code: 'custom_value_missing', path: 'data.purchase_order' },
    ])
  })

  it('shares the result only with an upload that has the same schema', async () => {
    const person = await start()
    const first = await upload(person, schema)
    await person.ask(`/api/jobs/${first.body.job.id}?wait=50`)
    const spaced = await upload(person, JSON.stringify(schema, null, 4))
    expect(spaced.body.deduped_from).toBe(first.body.job.id)
    const { total } = schema.properties
    const other = await upload(person, { type: 'object', properties: { total } })
    expect(other.body.deduped_from).toBeUndefined()
  })

  it('is typed by the client', async () => {
    const docket = await docketForTest()
    docket.startWorking()
    const client = createDocket({ baseUrl: docket.url })
    const file = new Blob([new Uint8Array(await samplePdf({ number: 'OWN-2' }))])
    const { job, reading } = await client.extract<{ total: number | null }>(file, { schema })
    expect(job.read_by).toBe('fields_v1')
    expect(reading.data.total).toBe(6999660)
    expect(reading.evidence['data.total']?.page).toBe(1)
  })

  it('applies to every document of a batch, and to URLs as JSON', async () => {
    const person = await start()
    const form = new FormData()
    form.set('schema', new Blob([JSON.stringify(schema)]), 'schema.json')
    for (const number of ['OWN-4', 'OWN-5'])
      form.append('file', new Blob([new Uint8Array(await samplePdf({ number }))]), 'a.pdf')
    const response = await person.ask('/api/batch/extract', { method: 'POST', body: form })
    const { items } = (await response.json()) as BatchResponse
    const objects = items.map(async ({ job }) => {
      await person.ask(`/api/jobs/${job?.id}?wait=50`)
      return (await person.ask(`/api/jobs/${job?.id}/download`)).json() as Promise<object>
    })
    expect(await Promise.all(objects)).toMatchObject([
      { nomor_faktur: 'OWN-4' },
      { nomor_faktur: 'OWN-5' },
    ])
    const send = sendJson(person)
    const url = 'https://example.com/a.pdf'
    const wrong = { url, schema: { type: 'array' } }
    expect((await send('POST', '/api/upload', wrong)).status).toBe(400)
    expect((await send('POST', '/api/upload', { url, schema })).status).toBe(202)
  })

  it('is rejected with the path of each fault', async () => {
    const person = await start()
    const wrong = { type: 'object', properties: { total: { type: 'money' }, 'a.b': {} } }
    const { status, body } = await upload(person, wrong)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'INVALID_REQUEST',
      errors: [
        { pointer: '/schema/properties/total/type', code: 'not_one_of' },
        { code: 'schema_name' },
      ],
    })
    const slow = { type: 'object', properties: { a: { type: 'string', pattern: '(?=x)' } } }
    expect((await upload(person, slow)).body.errors).toMatchObject([
      { pointer: '/schema/properties/a/pattern', code: 'pattern_looks_around' },
    ])
    const nested = { type: 'string', pattern: '('.repeat(15_000) + ')'.repeat(15_000) }
    const deep = await upload(person, { type: 'object', properties: { a: nested } })
    expect([deep.status, deep.body.errors]).toMatchObject([400, [{ code: 'text_too_long' }]])
    const field = { type: 'string', pattern: '[\\p{L}\\p{N}]'.repeat(20) }
    const many = Object.fromEntries(Array.from({ length: 90 }, (_, nth) => [`k${nth}`, field]))
    const costly = await upload(person, { type: 'object', properties: many })
    expect(costly.body.errors).toMatchObject([
      { pointer: '/schema/properties/k4/pattern', code: 'patterns_too_large' },
    ])
    const cut = await upload(person, '{"type":')
    expect([cut.status, cut.body.errors]).toMatchObject([400, [{ code: 'schema_not_json' }]])
    const large = await upload(person, `"${'x'.repeat(40_000)}"`)
    expect([large.status, large.body.errors]).toMatchObject([400, [{ code: 'schema_too_large' }]])
    expect((await upload(person, schema, 'document_text_v1')).body.reason).toBe('params_not_taken')
  })
})
