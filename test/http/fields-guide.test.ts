import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseMapping } from '../../src/extraction/mapping/load.ts'
import { extract } from '../../src/extraction/extract.ts'
import { loadReferenceData } from '../../src/extraction/reference-data/reference-data.ts'
import { samplePdf } from '../fixtures/pdfs.ts'
import { bash, temporaryFolder } from '../support/command.ts'
import { docketForTest } from '../support/docket.ts'
import { readCode } from '../support/guide-text.ts'
import { createAuthHeaders, jwtSecret } from '../support/tokens.ts'

const code = readCode('docs/fields.md')
const find = (section: string, language: string) =>
  code.find((block) => block.section === section && block.language === language)?.text ?? ''
const schema = find('Custom fields', 'json')

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

  it('has working API examples', { timeout: 120_000 }, async () => {
    const docket = await docketForTest({ tokens: { secret: jwtSecret } })
    docket.startWorking()
    const cwd = await temporaryFolder()
    await writeFile(path.join(cwd, 'schema.json'), schema)
    await writeFile(path.join(cwd, 'invoice.pdf'), await samplePdf({ number: 'GUIDE-1' }))
    await writeFile(path.join(cwd, 'second.pdf'), await samplePdf({ number: 'GUIDE-2' }))
    const { authorization } = await createAuthHeaders('ada')
    const env = { DOCKET: docket.url, TOKEN: authorization.slice(7) }
    const script = find('API', 'sh')
    const { code: ended, stdout, stderr } = await bash(script, { cwd, env })
    expect(ended, `${stdout.slice(-2000)}\n${stderr.slice(-2000)}`).toBe(0)
    const object: unknown = JSON.parse(await readFile(path.join(cwd, 'object.json'), 'utf8'))
    expect(object).toMatchObject({ invoice_number: 'GUIDE-1', total: 6999660 })
    expect(stdout).toContain('custom_value_missing')
  })
})
