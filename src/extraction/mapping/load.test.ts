import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { AppError } from '../../domain/errors/app-error.ts'
import { loadMappings, parseMapping } from './load.ts'

const good = `name: letter_v1
title: A letter
description: Reads letters.
reader: text
outputs: [txt]
`

function parseError(yaml: string, file = 'letter_v1.yaml'): AppError {
  try {
    parseMapping(yaml, file)
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown
    throw thrown
  }
  throw new Error('Expected an error')
}

describe('parseMapping', () => {
  it('reads a mapping', () => {
    expect(parseMapping(good, '/somewhere/letter_v1.yaml')).toEqual({
      name: 'letter_v1',
      title: 'A letter',
      description: 'Reads letters.',
      reader: 'text',
      params: [],
      outputs: ['txt'],
    })
  })

  it.each([
    ['no YAML', 'name: [\n', /^letter_v1\.yaml, line \d: Flow sequence/],
    ['an empty file', '', /^letter_v1\.yaml, line 1: must be keys with their values/],
    [
      'a missing key',
      good.replace(/description.*\n/, ''),
      /line 1: description: is missing; write a string/,
    ],
    ['a wrong value', good.replace('[txt]', '[txt, tx]'), /line 5: outputs\.1: .* mean "txt"\?/],
    ['a text instead of a list', good.replace('[txt]', 'txt'), /line 5: outputs: .* write \[txt\]/],
    ['a number instead of a text', good.replace('A letter', '7'), /line 2: title: .* write "7"/],
    [
      'an unknown reader',
      good.replace('text', 'mind'),
      /line 4: reader: must be text, invoice, generic, embedded, heat_sheet or fields/,
    ],
    [
      'an unknown key',
      `${good}colour: blue\n`,
      /line 6: unknown key "colour"; valid keys are name,/,
    ],
    [
      'a misspelt key',
      good.replace('title', 'titel'),
      /line 2: unknown key "titel"; did you mean "title"\?/,
    ],
    ['a key twice', `${good}title: Again\n`, /line 6: Map keys must be unique/],
    ['an alias', good.replace('A letter', '*other'), /line 2: .*\*other/],
  ])('reports the file and the line for %s', (_what, yaml, message) => {
    expect(parseError(yaml).code).toBe('BAD_SETTING')
    expect(parseError(yaml).message).toMatch(message)
  })

  it('reports all errors together', () => {
    const yaml = good.replace('[txt]', '[]').replace('letter_v1', 'Letter')
    expect(parseError(yaml).message.split('\n')).toEqual([
      'letter_v1.yaml, line 1: name: must look like my_layout_v1',
      'letter_v1.yaml, line 5: outputs: must not be empty',
    ])
  })

  it('requires the file name to match the mapping name', () => {
    expect(parseError(good, 'folder/brief_v1.yaml').message).toBe(
      'folder/brief_v1.yaml, line 1: name: the mapping file must be named letter_v1.yaml',
    )
  })
})

describe('an invoice mapping', () => {
  const invoice = `name: letter_v1
title: A letter
description: Reads letters.
reader: invoice
outputs: [json]
match: [Letter]
fields:
  number: Number
  date: [Date, { below: Dated, exact: true }]
table:
  columns: { description: [Item, Goods], amount: Amount }
  start: [amount]
  end: [^Total]
`

  it('treats the short form as equivalent to the long form', () => {
    expect(parseMapping(invoice, 'letter_v1.yaml')).toMatchObject({
      numbers: 'auto',
      fields: { number: [{ right: 'Number' }], date: [{ right: 'Date' }, { below: 'Dated' }] },
      table: {
        columns: { description: ['Item', 'Goods'], amount: ['Amount'] },
        start: { amount: '' },
        wrap: 'below',
        join: 'space',
        header: 'each_page',
      },
      totals: { charges: {}, withheld: {} },
    })
  })

  it.each([
    [
      'two ways to find a value',
      'Number',
      '{ right: A, below: B }',
      /line 8: .*requires exactly one/,
    ],
    ['no way to find it', 'Number', '{ exact: true }', /line 8: .*requires exactly one of right/],
    ['an empty label', 'Number', '":"', /line 8: fields\.number\.right: .*colons and dots/],
    [
      'a broken pattern',
      '^Total',
      '"("',
      /line 13: table\.end\.0: is not a valid regular expression/,
    ],
    [
      'a pattern with a lookahead',
      '^Total',
      '"^(?!Sub)Total"',
      /line 13: table\.end\.0: "\(\?!Sub\)" is a lookahead/,
    ],
    [
      'an exclusion without a text',
      'Number',
      '{ right: A, unless: B }',
      /line 8: .*unless.*only be used with text/,
    ],
    [
      'an exclusion with a lookbehind',
      'Number',
      '{ text: A, unless: "(?<=B)C" }',
      /line 8: fields\.number\.unless: .*is a lookbehind/,
    ],
    ['an unknown column', '{ description:', '{ colour:', /line 11: table\.columns\.?.*colour/],
    ['an unknown field', 'number:', 'seller.code:', /line 8: fields.*seller\.code/],
    ['a zeroth match', 'exact: true', 'nth: 0', /line 9: .*must be 1 or more/],
    ['an unavailable output', '[json]', '[txt]', /line 5: outputs\.0: /],
  ])('is rejected with the line for %s', (_what, good, bad, message) => {
    expect(parseError(invoice.replace(good, bad)).message).toMatch(message)
  })
})

describe('loadMappings', () => {
  function createFolder(files: Record<string, string>): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'docket-mappings-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text)
    return folder
  }

  it('loads the mappings in a folder in name order, ignoring other files', () => {
    const folder = createFolder({
      'note_v1.yaml': good.replace('letter_v1', 'note_v1'),
      'README.md': 'Mappings',
      'letter_v1.yaml': good,
    })
    expect([...loadMappings(folder).keys()]).toEqual(['letter_v1', 'note_v1'])
  })

  it('reports the invalid file in a folder', () => {
    const folder = createFolder({ 'letter_v1.yaml': 'name: letter_v1\n' })
    expect(() => loadMappings(folder)).toThrow(path.join(folder, 'letter_v1.yaml, line 1'))
  })

  it('loads the built-in mappings', () => {
    expect(loadMappings('mappings').get('document_text_v1')).toMatchObject({ reader: 'text' })
    expect(loadMappings('mappings').get('pt_simon_invoice_v1')).toMatchObject({ reader: 'invoice' })
  })

  it('rejects layouts longer than 30 lines', () => {
    const layouts = [...loadMappings('mappings').values()].filter(
      ({ reader }) => reader === 'invoice',
    )
    expect(layouts.length).toBeGreaterThan(5)
    for (const { name } of layouts) {
      const lines = readFileSync(`mappings/${name}.yaml`, 'utf8').trimEnd().split('\n')
      expect(lines.length).toBeLessThanOrEqual(30)
    }
  })

  it('reports a missing folder', () => {
    expect(() => loadMappings('/nowhere/at/all')).toThrow('/nowhere/at/all')
  })
})
