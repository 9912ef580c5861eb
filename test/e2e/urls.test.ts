import { expect, it, vi } from 'vitest'
import { findViolatedInvariants } from '../../chaos/invariants.ts'
import { textPdf } from '../fixtures/pdfs.ts'
import { runningDocket, temporaryFolder } from '../support/processes/command.ts'
import { databaseForTest } from '../support/database/database.ts'
import { readJob, visitor } from '../support/docket/visitor.ts'
import { fileServerForTest } from '../support/servers/file-server.ts'

const allowance = { ALLOW_LOOPBACK_URLS_FOR_TESTS: 'true' }

it('downloads and reads a URL from a web process in a worker process', {
  timeout: 120_000,
}, async () => {
  const pdf = await textPdf()
  const { url } = await fileServerForTest((_, response) => response.end(pdf))
  const { url: DATABASE_URL } = await databaseForTest()
  const folders = { DATABASE_URL, DATA_DIR: await temporaryFolder() }
  const env = { ...folders, ...allowance, NODE_ENV: 'test' }
  const web = await runningDocket('serve', env)
  await runningDocket('work', env)
  const person = visitor(web.url)
  const body = new FormData()
  body.set('url', `${url}/afar.pdf`)
  const job = await readJob(await person.ask('/api/upload', { method: 'POST', body }))
  await vi.waitFor(async () => expect((await person.job(job.id)).status).toBe('complete'), {
    timeout: 90_000,
    interval: 200,
  })
  expect(await findViolatedInvariants(DATABASE_URL)).toEqual([])
})

it('prevents a production server from starting with the test-only network setting', async () => {
  for (const verb of ['up', 'serve', 'work'] as const) {
    const startPromise = runningDocket(verb, { ...allowance, NODE_ENV: 'production' })
    await expect(startPromise).rejects.toThrow('ALLOW_LOOPBACK_URLS_FOR_TESTS')
  }
})
