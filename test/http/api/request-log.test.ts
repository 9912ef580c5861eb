import { describe, expect, it, vi } from 'vitest'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { docketForTest, type TestDocket } from '../../support/docket/docket.ts'
import { readJob, visitor } from '../../support/docket/visitor.ts'

/** Request log lines, in order of completion. */
const requestLines = ({ log }: TestDocket) => log.filter((line) => 'route' in line)

describe('the log', () => {
  it('has one line per request, with route, job, status and duration', async () => {
    const docket = await docketForTest()
    const person = visitor(docket.url)
    const { id } = await readJob(await person.upload(makeUnique(await textPdf())))
    const unknown = '0190a0a0-0000-7000-8000-000000000000'
    const addresses = [
      [`/api/jobs/${id}`, '/api/jobs/:id', 200, id],
      [`/api/job-status/${id}`, '/api/job-status/:id', 200, id],
      [`/api/jobs/${id}/download?format=xml`, '/api/jobs/:id/download', 409, id],
      [`/api/jobs/${unknown}`, '/api/jobs/:id', 404, unknown],
      ['/api/jobs?q=secret', '/api/jobs', 200, undefined],
      ['/api/healthz', '/api/healthz', 200, undefined],
    ] as const
    for (const [address] of addresses) await (await person.ask(address)).text()
    await vi.waitFor(() => expect(requestLines(docket)).toHaveLength(1 + addresses.length))
    const expected = [
      { method: 'POST', route: '/api/upload', status: 202, job_id: id },
      ...addresses.map(([, route, status, job_id]) => ({ method: 'GET', route, status, job_id })),
    ]
    for (const [index, line] of requestLines(docket).entries()) {
      const { job_id, ...rest } = expected[index] ?? {}
      expect(line).toMatchObject({ ...rest, msg: 'request', ms: expect.any(Number) })
      expect(line.job_id).toBe(job_id)
      expect(line.request_id).toMatch(/^[\da-f-]{36}$/)
    }
    expect(docket.log.filter(({ msg }) => /incoming|completed/.test(String(msg)))).toEqual([])
    expect(JSON.stringify(docket.log)).not.toContain('secret')
  })
})

describe('GET /readyz', () => {
  it('responds with 503 while the storage is unavailable', async () => {
    const docket = await docketForTest()
    const ask = async (address: string) => {
      const response = await fetch(docket.url + address)
      return [response.status, await response.json()]
    }
    for (const address of ['/readyz', '/api/readyz']) {
      expect(await ask(address)).toEqual([200, { status: 'ready' }])
    }
    const { blobs } = docket.services
    blobs.open = async () => {
      throw new Error('down')
    }
    await vi.waitFor(async () =>
      expect(await ask('/readyz')).toMatchObject([503, { code: 'STORAGE_DOWN' }]),
    )
    expect((await ask('/api/healthz'))[0]).toBe(200)
  })
})
