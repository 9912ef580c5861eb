import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { samplePdf } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readCode, readGuideMapping } from '../../support/docket/guide-text.ts'
import { adminKey, createAuthHeaders, jwtSecret } from '../../support/docket/tokens.ts'
import { readJob, settle, visitor } from '../../support/docket/visitor.ts'
import { bash, temporaryFolder } from '../../support/processes/command.ts'

/** Pages whose calls other tests run. */
const testedElsewhere = [
  'README.md',
  'docs/api.md',
  'docs/fields.md',
  'docs/identities.md',
  'docs/integrations.md',
  'docs/mcp.md',
]

const readCalls = (page: string) =>
  readCode(page)
    .map(({ text }) => text)
    .filter((text) => /\bcurl /.test(text))

const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
  .filter((page) => page.endsWith('.md') && !testedElsewhere.includes(page))
  .filter((page) => readCalls(page).length > 0)

it.each(pages)('%s has working HTTP calls', { timeout: 120_000 }, async (page) => {
  const docket = await docketForTest({ tokens: { secret: jwtSecret, adminKey } })
  docket.startWorking()
  const cwd = await temporaryFolder()
  const pdf = await samplePdf()
  await writeFile(path.join(cwd, 'invoice.pdf'), pdf)
  const yaml = readGuideMapping().yaml.replace(/^name: .*/m, 'name: my_layout_v1')
  await writeFile(path.join(cwd, 'my_layout_v1.yaml'), yaml)
  const headers = await createAuthHeaders('ada')
  const ada = visitor(docket.url, headers)
  const job = await settle(ada, (await readJob(await ada.upload(new Uint8Array(pdf)))).id)
  const env = {
    DOCKET: docket.url,
    AUTH: `Authorization: ${headers.authorization}`,
    JOB: job.id,
    ADMIN_KEY: adminKey,
  }
  const { code, stdout, stderr } = await bash(readCalls(page).join('\n'), { cwd, env })
  expect(code, `${stdout.slice(-1000)}\n${stderr.slice(-2000)}`).toBe(0)
})
