import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { samplePdf, scannedPdf } from '../../fixtures/pdfs.ts'
import { bash, temporaryFolder } from '../../support/processes/command.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readJob, visitor } from '../../support/docket/visitor.ts'
import { fileServerForTest } from '../../support/servers/file-server.ts'
import { readCode } from '../../support/docket/guide-text.ts'
import { createAuthHeaders, jwtSecret } from '../../support/docket/tokens.ts'

it('docs/integrations.md has working HTTP calls', async () => {
  const docket = await docketForTest({ tokens: { secret: jwtSecret } })
  docket.startWorking()
  const cwd = await temporaryFolder()
  await writeFile(path.join(cwd, 'invoice.pdf'), await samplePdf({ number: 'MAIL-1' }))
  const pdfs = [await samplePdf({ number: 'LINK-1' }), await samplePdf({ number: 'LINK-2' })]
  const site = await fileServerForTest((request, response) => {
    response.end(pdfs[request.url === '/one.pdf' ? 0 : 1])
  })
  const headers = await createAuthHeaders('ada')
  // Uploads a document that fails, so that there is one to retry.
  const ada = visitor(docket.url, headers)
  const failing = await readJob(await ada.upload(new Uint8Array(await scannedPdf())))
  await expect.poll(async () => (await ada.job(failing.id)).status).toBe('failed')
  const blocks = readCode('docs/integrations.md')
  expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(['sh']))
  const script = blocks.map(({ text }) => text).join('\n')
  const env = { DOCKET: docket.url, TOKEN: headers.authorization.slice(7) }
  const { code, stdout, stderr } = await bash(
    script.replaceAll(/https:\/\/example\.com(?=\/(one|two))/g, site.url),
    { cwd, env },
  )
  expect(code, `${stdout.slice(-1000)}\n${stderr.slice(-2000)}`).toBe(0)
  expect(stdout).toContain('"MAIL-1","2026-01-05","PT Lentera Contoh"')
  // A worker may have claimed the retried job before the response was written.
  expect(stdout).toMatch(/^(?:queued|processing)$/m)
  const history = await ada.ask(`/api/jobs/${failing.id}/events`)
  expect(await history.json()).toMatchObject({
    events: expect.arrayContaining([expect.objectContaining({ type: 'requeue' })]),
  })
  expect(await readFile(path.join(cwd, 'results.json'), 'utf8')).toContain('LINK-2')
  expect((await readFile(path.join(cwd, 'month.xlsx'))).subarray(0, 2).toString()).toBe('PK')
})
