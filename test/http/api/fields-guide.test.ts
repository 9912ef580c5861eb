import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseMapping } from '../../../src/extraction/mapping/load.ts'
import { extract } from '../../../src/extraction/extract.ts'
import { loadReferenceData } from '../../../src/extraction/reference-data/reference-data.ts'
import { samplePdf } from '../../fixtures/pdfs.ts'
import { bash, temporaryFolder } from '../../support/processes/command.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readCode } from '../../support/docket/guide-text.ts'
import { createAuthHeaders, jwtSecret } from '../../support/docket/tokens.ts'

const code = readCode('docs/fields.md')
const find = (section: string, language: string) =>
  code.find((block) => block.section === section && block.language === language)?.text ?? ''
const schema = find('Custom fields', 'json')

/** Starts a server, and creates a folder with the schema and one invoice for each of these numbers. */
async function prepareGuide(invoiceNumbers: Record<string, string>) {
  const docket = await docketForTest({ tokens: { secret: jwtSecret } })
  docket.startWorking()
  const cwd = await temporaryFolder()
  await writeFile(path.join(cwd, 'schema.json'), schema)
  for (const [file, number] of Object.entries(invoiceNumbers))
    await writeFile(path.join(cwd, file), await samplePdf({ number }))
  const { authorization } = await createAuthHeaders('ada')
  return { url: docket.url, token: authorization.slice(7), cwd }
}

describe('docs/fields.md', () => {
  it('shows the object that the schema yields', async () => {
    const { outputs } = await extract(
      await samplePdf({ number: 'LC-2026-0042' }),
      'auto',
      loadReferenceData({ folder: '.' }),
      { params: { schema } },
    )
    const shown = find('Custom fields', '')
    expect(shown).not.toBe('')
    expect(outputs[0]?.format).toBe('fields')
    expect(outputs[0]?.body.slice(0, shown.length)).toBe(shown)
  })

  it('has a valid mapping', () => {
    const yaml = find('Fields in a mapping', 'yaml')
    expect(parseMapping(yaml, 'delivery_note_v1.yaml')).toMatchObject({ reader: 'fields' })
  })

  it('has no untested code', () => {
    expect(code.map(({ section, language }) => `${section}: ${language}`)).toEqual([
      'Custom fields: json',
      'Custom fields: ',
      'Command line: sh',
      'Command line: sh',
      'API: sh',
      'Client: ts', // test/http/api/client-package.test.ts runs it
      'Fields in a mapping: yaml',
    ])
  })

  it('has working examples for the command line', { timeout: 120_000 }, async () => {
    const { url, token, cwd } = await prepareGuide({ 'invoice.pdf': 'LC-2026-0042' })
    const env = { DOCKET_URL: url, DOCKET_TOKEN: token }
    const [local = '', remote = ''] = code
      .filter(({ section }) => section === 'Command line')
      .map(({ text }) => text)
    const shown = find('Custom fields', '')
    const here = await bash(local, { cwd, env })
    expect(here.code, here.stderr.slice(-2000)).toBe(0)
    expect(here.stdout.slice(0, shown.length)).toBe(shown)
    expect(here.stdout).toContain('"data.total"')
    expect((await readFile(path.join(cwd, 'result.json'), 'utf8')).slice(0, shown.length)).toBe(
      shown,
    )
    const there = await bash(
      `${remote} || exit $?`.replace('docket ', 'command node dist/main.js '),
      {
        cwd,
        env,
      },
    )
    expect(there.code, there.stderr.slice(-2000)).toBe(3)
    expect(there.stdout.slice(0, shown.length)).toBe(shown)
  })

  it('has working API examples', { timeout: 120_000 }, async () => {
    const numbers = { 'invoice.pdf': 'GUIDE-1', 'second.pdf': 'GUIDE-2' }
    const { url, token, cwd } = await prepareGuide(numbers)
    const env = { DOCKET: url, TOKEN: token }
    const script = find('API', 'sh')
    const { code: ended, stdout, stderr } = await bash(script, { cwd, env })
    expect(ended, `${stdout.slice(-2000)}\n${stderr.slice(-2000)}`).toBe(0)
    const object: unknown = JSON.parse(await readFile(path.join(cwd, 'object.json'), 'utf8'))
    expect(object).toMatchObject({ invoice_number: 'GUIDE-1', total: 6999660 })
    expect(stdout).toContain('custom_value_missing')
  })
})
