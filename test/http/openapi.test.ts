import { createConfig, lintFromString } from '@redocly/openapi-core'
import { type Document, OpenAPIClientAxios, type UnknownParamsObject } from 'openapi-client-axios'
import { describe, expect, it } from 'vitest'
import { routes } from '../../src/domain/routes.ts'
import { samplePdf } from '../fixtures/pdfs.ts'
import { docketForTest } from '../support/docket.ts'
import { present } from '../support/present.ts'
import { jwtSecret, signedIn } from '../support/tokens.ts'

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
        // A client is told where its Docket is.
        'no-empty-servers': 'off',
        // All problems are of one shape, under `default`.
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

  it('gives another maker’s client all that it needs to upload and download', async () => {
    const { docket, description } = await stage()
    docket.startWorking()
    const headers = await signedIn('ada')
    const definition = JSON.parse(description) as Document
    const api = new OpenAPIClientAxios({
      definition,
      axiosConfigDefaults: { baseURL: docket.url, headers },
    })
    const client = await api.init()
    const call = (name: string, params: UnknownParamsObject, body?: unknown) =>
      present(client[name])(params, body)
    const form = new FormData()
    form.set('file', new File([new Uint8Array(await samplePdf())], 'invoice.pdf'))
    const { data: uploaded } = await call('upload', {}, form)
    const { data: job } = await call('getJob', { id: uploaded.job.id, wait: 30 })
    expect(job.status).toBe('complete')
    const { data: xml } = await call('downloadJob', { id: job.id, format: 'xml' })
    expect(xml).toContain('<TaxInvoiceBulk')
  })
})
