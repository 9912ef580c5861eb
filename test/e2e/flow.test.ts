import { describe, expect, it, vi } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { samplePdf } from '../fixtures/pdfs.ts'
import { runningDocket, temporaryFolder } from '../support/processes/command.ts'

/** Returns a fetch function that keeps cookies, as a browser does. */
function fetchWithCookies(): typeof fetch {
  let cookie = ''
  return async (input, init) => {
    const response = await fetch(input, { ...init, headers: { ...(cookie && { cookie }) } })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
}

/** Settings for each way to read documents: in the worker, or with a gateway that runs until the test ends. */
const readers: Record<string, () => Promise<Record<string, string>>> = {
  itself: async () => ({}),
  'a gateway': async () => {
    const gateway = await runningDocket('gateway', { DATA_DIR: await temporaryFolder() })
    return { GATEWAY_URL: gateway.url }
  },
}

describe.each(Object.entries(readers))(
  'docket up, with documents read by %s',
  { timeout: 120_000 },
  (_, openReader) => {
    it('P25: converts a PDF and serves the result, even after a restart', async () => {
      const env = { DATA_DIR: await temporaryFolder(), ...(await openReader()) }
      const send = fetchWithCookies()
      const first = await runningDocket('up', env)
      const docket = createClient({ baseUrl: first.url, fetch: send })
      const file = new Blob([new Uint8Array(await samplePdf())])
      const { id } = await docket.upload({ file, filename: 'sample.pdf' })
      await vi.waitFor(async () => expect((await docket.getJob(id)).status).toBe('complete'))
      expect(await docket.getJob(id)).toMatchObject({
        mapping: 'auto',
        read_by: 'sample_invoice_v1',
        needs_review: true,
      })
      const before = await (await docket.download(id, 'ubl')).text()
      expect(before).toContain('<cbc:ID>LC-2026-0042</cbc:ID>')
      first.child.kill('SIGTERM')
      expect(await first.ended).toBe(0)

      const second = await runningDocket('up', env)
      const restartedClient = createClient({ baseUrl: second.url, fetch: send })
      const { jobs } = await restartedClient.listJobs()
      expect(jobs.map((job) => [job.id, job.status])).toEqual([[id, 'complete']])
      expect(await (await restartedClient.download(id, 'ubl')).text()).toBe(before)
    })
  },
)
