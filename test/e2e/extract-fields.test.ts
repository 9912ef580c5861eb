import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { FieldsReading } from '../../src/domain/fields/fields-reading.ts'
import { samplePdf } from '../fixtures/pdfs.ts'
import { docket, temporaryFolder } from '../support/processes/command.ts'

const schema = {
  type: 'object',
  properties: { nomor_faktur: { type: 'string' }, total: { type: 'number' } },
}

async function prepare() {
  const cwd = await temporaryFolder()
  await writeFile(path.join(cwd, 'a.pdf'), await samplePdf({ number: 'OWN-3' }))
  await writeFile(path.join(cwd, 's.json'), JSON.stringify(schema))
  return cwd
}

describe('docket extract --schema', () => {
  it('prints exactly the object, or the reading with its evidence', async () => {
    const cwd = await prepare()
    const object = await docket(['extract', '--schema', 's.json', 'a.pdf'], { cwd })
    expect([object.code, object.stderr]).toEqual([0, ''])
    expect(JSON.parse(object.stdout)).toEqual({ nomor_faktur: 'OWN-3', total: 6999660 })
    const whole = await docket(['extract', '--schema', 's.json', '--format', 'json', 'a.pdf'], {
      cwd,
    })
    const { evidence } = FieldsReading.parse(JSON.parse(whole.stdout))
    expect(Object.keys(evidence)).toEqual(['data.nomor_faktur', 'data.total'])
    const file = ['extract', '--schema', 's.json', '-o', 'out.json', 'a.pdf']
    expect((await docket(file, { cwd })).code).toBe(0)
    const written: unknown = JSON.parse(await readFile(path.join(cwd, 'out.json'), 'utf8'))
    expect(written).toEqual({ nomor_faktur: 'OWN-3', total: 6999660 })
  })

  it('rejects a schema with the path of the fault, before any document is read', async () => {
    const cwd = await prepare()
    await writeFile(path.join(cwd, 'bad.json'), '{"type":"object","properties":{"a":{"type":"x"}}}')
    const bad = await docket(['extract', '--schema', 'bad.json', 'missing.pdf'], { cwd })
    expect(bad.code).toBe(2)
    expect(bad.stderr).toContain('schema.properties.a.type')
    await writeFile(path.join(cwd, 'no.json'), '{')
    expect((await docket(['extract', '--schema', 'no.json', 'a.pdf'], { cwd })).stderr).toContain(
      'not valid JSON',
    )
    const none = await docket(['extract', '--schema', 'none.json', 'a.pdf'], { cwd })
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringContaining('The schema none.json does not exist.'),
    ])
  })

  it('reads the fields that a mapping lists', async () => {
    const cwd = await prepare()
    const yaml = `name: my_fields_v1
title: My fields
description: Two values
reader: fields
fields:
  - { name: number, labels: [Invoice number] }
  - { name: due, type: date, labels: [Due] }
`
    await writeFile(path.join(cwd, 'my_fields_v1.yaml'), yaml)
    const { code, stdout } = await docket(['extract', '--mapping', 'my_fields_v1.yaml', 'a.pdf'], {
      cwd,
    })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ number: 'OWN-3', due: '2026-02-04' })
  })
})
