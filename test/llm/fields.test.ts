import { describe, expect, it } from 'vitest'
import type { FieldsReading } from '../../src/domain/fields/fields-reading.ts'
import type { JobDetail } from '../../src/domain/job/job.ts'
import { samplePdf } from '../fixtures/pdfs.ts'
import { docketForTest } from '../support/docket/docket.ts'
import { readJob, visitor } from '../support/docket/visitor.ts'
import { complete, fakeLlm, pageText, respondWithError } from '../support/servers/fake-llm.ts'

const schema = JSON.stringify({
  type: 'object',
  properties: {
    invoice_number: { type: 'string' },
    town: { type: 'string', description: 'Town of the seller' },
    carrier: { type: 'string' },
    lamps: { type: 'integer' },
  },
})

async function read(respond: Parameters<typeof fakeLlm>[0]) {
  const llm = await fakeLlm(respond)
  const docket = await docketForTest({ model: llm.settings })
  docket.startWorking()
  const person = visitor(docket.url)
  const pdf = new Uint8Array(await samplePdf({ number: 'OWN-7' }))
  const { id } = await readJob(await person.upload(pdf, { schema }))
  const job = (await (await person.ask(`/api/jobs/${id}?wait=50`)).json()) as JobDetail
  const json = await person.ask(`/api/jobs/${id}/download?format=json`)
  return { llm, job, reading: (await json.json()) as FieldsReading }
}

describe('a language model', () => {
  it('is asked only for null values, and only its values on the page are accepted', async () => {
    const { llm, job, reading } = await read((response) =>
      complete(response, { value_1: 'Kota Fajar', value_2: 'Flying Carpets Ltd', value_3: 'many' }),
    )
    expect(job).toMatchObject({ status: 'complete', llm: { calls: 1 } })
    expect(reading.data).toEqual({
      invoice_number: 'OWN-7',
      town: 'Kota Fajar',
      carrier: null,
      lamps: null,
    })
    expect(reading.evidence['data.town']).toMatchObject({ page: 1, source: 'llm' })
    expect(reading.review.reasons.map(({ code, path }) => [code, path])).toEqual([
      ['custom_value_from_model', 'data.town'],
      ['custom_value_missing', 'data.carrier'],
      ['custom_value_missing', 'data.lamps'],
    ])
    expect(reading.language_model).toMatchObject({
      asked: ['data.town', 'data.carrier', 'data.lamps'],
      found: 1,
      not_on_page: 2,
    })
    const [request] = llm.requests
    expect(pageText(request)).toContain('Kota Fajar')
    expect(JSON.stringify(request?.response_format)).toContain('Town of the seller')
  })

  it('that fails leaves the values null', async () => {
    const { job, reading } = await read((response) => respondWithError(response, 400))
    expect(job.status).toBe('complete')
    expect(reading.data).toMatchObject({ invoice_number: 'OWN-7', town: null })
    expect(reading.language_model).toMatchObject({ answered: false })
  })
})
