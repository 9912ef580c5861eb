import { describe, expect, it, vi } from 'vitest'
import { samplePdf } from '../fixtures/pdfs.ts'
import { docketForTest } from '../support/docket/docket.ts'
import { readJob, visitor } from '../support/docket/visitor.ts'
import { gatewayForTest, startThirdPartyGateway } from '../support/servers/gateway.ts'

const pdf = new Uint8Array(await samplePdf())

/**
 * Starts a third-party gateway that returns XML for every document and records the names of the mappings that it
 * receives.
 */
async function foreignGateway(health: object | undefined) {
  const mappings: (string | undefined)[] = []
  const url = await startThirdPartyGateway((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === '/health') {
        const [status, body] = health ? [200, JSON.stringify(health)] : [404, 'Not found']
        return response.writeHead(status, { 'content-type': 'application/json' }).end(body)
      }
      const form = Buffer.concat(chunks).toString('latin1')
      mappings.push(/name="mapping"\r\n\r\n(.*)\r\n/.exec(form)?.[1])
      return response.writeHead(200, { 'content-type': 'application/xml' }).end('<Foreign/>')
    })
  })
  return { url, mappings }
}

type DocketOptions = NonNullable<Parameters<typeof docketForTest>[0]>

/** Uploads the sample with a mapping. `replacement` is written to the database before a worker claims the job. */
async function read(options: DocketOptions, mapping: string, replacement = mapping) {
  const docket = await docketForTest(options)
  const person = visitor(docket.url)
  const { id } = await readJob(await person.upload(pdf, { mapping }))
  await docket.db.query('update jobs set mapping = $1 where id = $2', [replacement, id])
  docket.startWorking()
  await vi.waitFor(
    async () => expect(['complete', 'failed']).toContain((await person.job(id)).status),
    { interval: 50 },
  )
  return person.job(id)
}

describe('a third-party gateway', () => {
  it('receives mapping names with the configured suffix', async () => {
    const { url, mappings } = await foreignGateway(undefined)
    const options = { gatewayUrl: url, gatewayMappingSuffix: '.json' }
    const job = await read(options, 'invoice_v1')
    expect(job).toMatchObject({ status: 'complete', mapping: 'invoice_v1', read_by: 'invoice_v1' })
    expect(mappings).toEqual(['invoice_v1.json'])
  })

  it('never receives a mapping unknown to the worker', async () => {
    const { url, mappings } = await foreignGateway(undefined)
    const job = await read({ gatewayUrl: url }, 'invoice_v1', 'ghost_v1')
    expect(job).toMatchObject({
      status: 'failed',
      error_code: 'UNKNOWN_MAPPING',
      error_message: 'The mapping "ghost_v1" no longer exists.',
      attempt_count: 1,
    })
    expect(mappings).toEqual([])
  })

  it.each([
    ['without a health check', undefined],
    ['with the health check of another product', { status: 'healthy', service: 'gateway' }],
  ])('%s never receives auto: the worker reads the document itself', async (_, health) => {
    const { url, mappings } = await foreignGateway(health)
    const job = await read({ gatewayUrl: url, gatewayMappingSuffix: '.json' }, 'auto')
    expect(job).toMatchObject({ status: 'complete', read_by: 'sample_invoice_v1' })
    expect(job.outputs.map(({ format }) => format)).toContain('json')
    expect(mappings).toEqual([])
  })
})

it('sends auto to docket gateway, with or without a suffix', async () => {
  for (const gatewayMappingSuffix of [undefined, '.json']) {
    const gateway = await gatewayForTest()
    const job = await read({ gatewayUrl: gateway.url, gatewayMappingSuffix }, 'auto')
    expect(job).toMatchObject({ status: 'complete', read_by: 'sample_invoice_v1' })
    expect(gateway.log).toContainEqual(expect.objectContaining({ job_id: job.id }))
  }
})

it('keeps documents with mapping auto in the queue while the gateway is down', async () => {
  const { url } = await foreignGateway(undefined)
  const docket = await docketForTest({ gatewayUrl: url.replace(/\d+$/, '1') })
  const person = visitor(docket.url)
  const { id } = await readJob(await person.upload(pdf, { mapping: 'auto' }))
  docket.startWorking()
  await vi.waitFor(async () => expect(await person.job(id)).toMatchObject({ error_code: 'GW_5XX' }))
  expect((await person.job(id)).outputs).toEqual([])
})
