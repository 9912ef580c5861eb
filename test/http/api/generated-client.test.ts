import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { samplePdf } from '../../fixtures/pdfs.ts'
import { temporaryFolder, runToExit } from '../../support/processes/command.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { jwtSecret, createAuthHeaders } from '../../support/docket/tokens.ts'

/** A program that uses only what Docket's openapi.json describes. */
const program = `
import { openAsBlob } from 'node:fs'
import { defaults, downloadJob, downloadShared, getJob, type JobDetail, shareJob, upload } from './client.ts'

defaults.baseUrl = process.env.DOCKET ?? ''
defaults.headers = { authorization: process.env.AUTHORIZATION }

const file = await openAsBlob('invoice.pdf')
const { job } = await upload({ file }, { idempotencyKey: 'once' })
const read: JobDetail = await getJob(job.id, { wait: 50 })
const formats: string[] = read.outputs.map(({ format }) => format)
const { code } = await shareJob(job.id)
const { number } = await downloadShared(code, { format: 'json' })
const xml: unknown = await downloadJob(job.id, { format: 'ubl' })
const withheld = await downloadJob(job.id, { format: 'xml' }).catch(({ data }) => data.code)
const refusal = await downloadJob(job.id, { format: 'ics' }).catch(({ data }) => data.code)
console.log(JSON.stringify({ status: read.status, formats, number, xml, withheld, refusal }))
`

const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023']
const typeScript = [...strict, '--allowImportingTsExtensions', '--types', 'node', 'program.ts']

it('is complete enough for a third-party client generator', {
  timeout: 300_000,
}, async () => {
  const docket = await docketForTest({ tokens: { secret: jwtSecret } })
  docket.startWorking()
  const cwd = await temporaryFolder()
  const description = await (await fetch(`${docket.url}/openapi.json`)).text()
  await writeFile(path.join(cwd, 'openapi.json'), description)
  await writeFile(path.join(cwd, 'invoice.pdf'), await samplePdf())
  await writeFile(path.join(cwd, 'program.ts'), program)
  await writeFile(path.join(cwd, 'package.json'), '{ "type": "module" }')
  await mkdir(path.join(cwd, 'node_modules'))
  for (const name of ['@types', '@oazapfts']) {
    await symlink(path.resolve('node_modules', name), path.join(cwd, 'node_modules', name))
  }
  const run = async (name: string, args: string[], env = {}) => {
    const { code, stdout, stderr } = await runToExit(bin(name), args, { cwd, env })
    expect([name, code, stderr, code === 0 || stdout]).toEqual([name, 0, '', true])
    return stdout
  }
  await run('oazapfts', ['openapi.json', 'client.ts', '--optimistic', '--futureStripLegacyMethods'])
  await run('tsc', typeScript)
  const { authorization: AUTHORIZATION } = await createAuthHeaders('ada')
  const printed = await run('tsx', ['program.ts'], { DOCKET: docket.url, AUTHORIZATION })
  expect(JSON.parse(printed)).toEqual({
    status: 'complete',
    formats: expect.arrayContaining(['ubl', 'json', 'csv']),
    number: 'LC-2026-0042',
    xml: expect.stringContaining('<cbc:ID>'),
    withheld: 'NOT_FILEABLE',
    refusal: 'UNKNOWN_FORMAT',
  })
})

function bin(name: string): string {
  return path.resolve('node_modules/.bin', name)
}
