import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { render } from '../../domain/i18n/render.ts'
import { lintMapping } from './lint.ts'
import { loadMappings } from './load.ts'

const good = `name: letter_v1
title: A letter
description: Reads letters.
reader: invoice
outputs: [json]
match: [Letter, Amount]
fields:
  number: Number
  date: Date
  currency: { constant: IDR }
  buyer.name: { below: To }
  buyer.address: { under: buyer.name }
table:
  columns: { description: Item, quantity: Qty, amount: Amount }
  start: [amount]
  end: [^Total]
totals: { grand_total: Total }
`

/** Replaces part of the mapping and returns `line:column severity message` for each finding. */
function findingsFor(part = '', other = ''): string[] {
  return lintMapping(good.replace(part, other), 'letter_v1.yaml').findings.map(
    ({ line, column, severity, message }) => `${line}:${column} ${severity} ${message}`,
  )
}

describe('lintMapping', () => {
  it('accepts a valid mapping', () => {
    expect(lintMapping(good, 'letter_v1.yaml')).toMatchObject({ lines: 17, findings: [] })
  })

  it.each([
    [
      'below: To',
      'belwo: To',
      '11:17 error fields.buyer.name: unknown key "belwo"; did you mean "below"?',
    ],
    [
      'quantity: Qty',
      'qantity: Qty',
      '14:33 error table.columns: unknown key "qantity"; did you mean "quantity"?',
    ],
    ['[^Total]', '^Total', '16:8 error table.end: must be a list; write [^Total]'],
    [
      '[amount]',
      '[price]',
      '15:10 error table.start: unknown key "price"; valid keys are no, sku,',
    ],
    [
      '[amount]',
      '[unit]',
      '15:10 error table.start.unit: the table has no column unit; its columns are description, quantity, amount',
    ],
    ['[^Total]', '["(?=a)b"]', '16:9 error table.end.0: "(?=a)" is a lookahead, which patterns'],
    ['[^Total]', '["^ Total"]', '16:9 error table.end.0: no line begins with a space'],
    [
      'constant: IDR',
      "text: '(a)\\1'",
      '10:21 error fields.currency.text: "\\1" is a backreference',
    ],
    [
      'Qty',
      'item',
      '14:43 error table.columns.quantity: "item" is already a header of description',
    ],
    [
      'under: buyer.name',
      'under: seller.name',
      '12:27 error fields.buyer.address.under: must refer to an earlier field',
    ],
    [
      '[^Total]',
      '[^Total]\\n  defaults: { quantity: one }',
      '17:25 error table.defaults.quantity: must be a plain number',
    ],
    [
      '[^Total]',
      '[^Total]\\n  untaxed: { sku: x }',
      '17:19 error table.untaxed.sku: the table has no column sku',
    ],
    [
      '[^Total]',
      '[^Total]\\n  or_start: [[unit]]',
      '17:14 error table.or_start.0.unit: the table has no column unit',
    ],
    [
      '[^Total]',
      '[^Total]\\n  optional: [description, quantity, amount]',
      '17:13 error table.optional: must not list every column: at least one has to be required',
    ],
    [
      '[^Total]',
      '[^Total]\\n  other: [qty]',
      '17:11 error table.other.0: "qty" is already a header of quantity',
    ],
    [
      'Total }',
      'Total }\\nexpect: { agrees: { date: { text: "(?=a)b" } } }',
      '18:35 error expect.agrees.date.text: "(?=a)" is a lookahead',
    ],
  ])('reports %j → %j', (part, other, finding) => {
    expect(findingsFor(part, other.replace('\\n', '\n')).join('\n')).toContain(finding)
  })

  it('reports codes that both languages render', () => {
    const { findings } = lintMapping(good.replace('[^Total]', '^Total'), 'letter_v1.yaml')
    expect(findings).toMatchObject([
      { code: 'yaml_list_needed', path: 'table.end', params: { written: '^Total' } },
    ])
    expect(findings.map((finding) => render(finding, 'id'))).toEqual([
      'table.end: harus berupa daftar; tulis [^Total]',
    ])
  })

  it.each([
    ['[Letter, Amount]', '[Letter]', '6:8 hint match: a single phrase may also occur'],
    ['  number: Number\n', '', '8:3 hint fields: there is no rule for number'],
    ['grand_total: Total', 'subtotal: Total', '17:9 hint totals: without grand_total'],
    ['date: Date', 'date: number', '9:9 hint fields.date: date has the same rule as number'],
    [
      'Total }\n',
      `Total }\n${'# more\n'.repeat(14)}`,
      '31:1 hint has 31 lines; 30 should be enough',
    ],
    [
      'Total }\n',
      `Total }\nlearned: { from: 1 }\n${'# more\n'.repeat(23)}`,
      '41:1 hint has 41 lines; 40 should be enough',
    ],
  ])('warns about %j → %j', (part, other, hint) => {
    expect(findingsFor(part, other).join('\n')).toContain(hint)
  })

  it('accepts the built-in mappings', () => {
    for (const name of loadMappings('mappings').keys()) {
      const file = `mappings/${name}.yaml`
      expect(lintMapping(readFileSync(file, 'utf8'), file).findings).toEqual([])
    }
  })
})
