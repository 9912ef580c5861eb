import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import type { InvoiceMapping } from '../../domain/mapping/mapping.ts'
import { parseMapping } from '../mapping/load.ts'
import { readInvoice } from './read-invoice.ts'

const usualTotals =
  'totals: { subtotal: Sub Total, tax: VAT, grand_total: Total, charges: { Freight: Freight } }'

/** Returns a mapping with this table and otherwise default settings. */
function layout(
  table: string,
  totals = usualTotals,
  address = '{ under: buyer.name }',
): InvoiceMapping {
  const yaml = `name: made_up_v1
title: Made up
description: An invented layout
reader: invoice
outputs: [json]
match: [Made Up]
fields:
  number: Number
  date: Date
  currency: { constant: IDR }
  buyer.name: { below: To }
  buyer.address: ${address}
table:
${table.replace(/^/gm, '  ')}
${totals}
`
  const mapping = parseMapping(yaml, 'made_up_v1.yaml')
  if (mapping.reader !== 'invoice') throw new Error('Not an invoice mapping')
  return mapping
}

const columns =
  'columns: { no: No, sku: Article, description: Name, quantity: Qty, unit_price: Price, amount: Amount }'

const read = (table: string, ...pages: string[]) => readInvoice(drawnPages(...pages), layout(table))

function readRows(table: string, ...pages: string[]): string[] {
  return read(table, ...pages).lines.map(({ no, sku, description, quantity, amount }) =>
    [no, sku, description, quantity, amount].join(' | '),
  )
}

const headerRow = 'No  Article   Name              Qty   Price    Amount'
const lamp = '1   L-1       Lamp, brass         2   1.500     3.000'
const wick = '2   W-1       Wick               10     250     2.500'

const simple = `
Made Up Ltd          Number   : MU-17
                     Date     : 5 Mei 2025
To
Some Buyer
Somewhere 5

${headerRow}
${lamp}
            20 cm high
${wick}

Sub Total                             Rp    5.500,00
Freight                                       500,00
VAT 11%                               605     605,00
Total                                       6.605,00`

it.each([['               : 7 days'], ['Attention : Ada'], ['Tel: 021 555']])(
  'ends an address before %j',
  (line) => {
    const page = simple.replace('Somewhere 5', `Somewhere 5\n12345 Anywhere\n${line.trim()}`)
    const table = `${columns}\nstart: [no, amount]\nend: [Sub Total]`
    expect(read(table, page).buyer.address).toBe('Somewhere 5 12345 Anywhere')
  },
)

it('reads a printed seller tax number', () => {
  const mapping = layout(`${columns}\nstart: [no, amount]\nend: [Sub Total]`)
  mapping.fields['seller.tin'] = [{ right: 'NPWP' }]
  const page = simple.replace('Made Up Ltd  ', 'Made Up Ltd\nNPWP : 01.234.567.4-901.000\n')
  expect(readInvoice(drawnPages(page), mapping).seller.tin).toBe('012345674901000')
})

it('reads an address after a gap only if the mapping allows it', () => {
  const page = simple.replace('Somewhere 5', '\n\nSomewhere 5\n12345 Anywhere')
  const table = `${columns}\nstart: [no, amount]\nend: [Sub Total]`
  const readAddress = (address: string) =>
    readInvoice(drawnPages(page), layout(table, usualTotals, address)).buyer.address
  expect(readAddress('{ under: buyer.name }')).toBeNull()
  expect(readAddress('{ under: buyer.name, gap: 3 }')).toBe('Somewhere 5 12345 Anywhere')
  expect(() => layout(table, usualTotals, '{ below: To, gap: 3 }')).toThrow()
})

describe('readInvoice', () => {
  it('reads header, lines and totals', () => {
    const table = `${columns}\nstart: [quantity, amount]\nend: ['^Sub Total']\ndefaults: { unit: PCS }`
    const { checks, review, ...facts } = read(table, simple)
    expect({ ...facts, evidence: {} }).toEqual({
      kind: 'invoice',
      evidence: {},
      number: 'MU-17',
      date: '2025-05-05',
      currency: 'IDR',
      seller: { name: null, tin: null },
      buyer: { name: 'Some Buyer', code: null, address: 'Somewhere 5', tin: null },
      lines: [
        {
          no: '1',
          sku: 'L-1',
          hs_code: null,
          description: 'Lamp, brass 20 cm high',
          quantity: '2',
          unit: 'PCS',
          unit_price: '1500',
          discount: null,
          amount: '3000',
          taxable: true,
        },
        {
          no: '2',
          sku: 'W-1',
          hs_code: null,
          description: 'Wick',
          quantity: '10',
          unit: 'PCS',
          unit_price: '250',
          discount: null,
          amount: '2500',
          taxable: true,
        },
      ],
      totals: {
        subtotal: '5500',
        tax_base: null,
        tax: '605',
        grand_total: '6605',
        charges: [{ name: 'Freight', amount: '500' }],
        withheld: [],
      },
    })
    expect(checks).toContainEqual(expect.objectContaining({ name: 'rows', passed: true }))
    expect(review.needed).toBe(review.reasons.length > 0)
  })

  it('records evidence for each value, but not for constants and defaults', () => {
    const table = `${columns}\nstart: [quantity, amount]\nend: ['^Sub Total']\ndefaults: { unit: PCS }`
    const { evidence } = read(table, simple)
    expect(evidence['lines.0.description']).toEqual({
      page: 1,
      box: [60, 101, 125, 120],
      text: 'Lamp, brass 20 cm high',
      confidence: 0.9,
      source: 'rule',
    })
    expect(evidence.number).toMatchObject({ page: 1, text: ': MU-17', confidence: 1 })
    expect(evidence['totals.charges.0.amount']).toMatchObject({ text: '500,00' })
    expect(Object.keys(evidence)).not.toContain('currency')
    expect(Object.keys(evidence)).not.toContain('lines.0.unit')
  })

  it('excludes untaxed lines from the tax base', () => {
    const table = `${columns}\nstart: [quantity, amount]\nend: ['^Sub Total']`
    const untaxed = `${table}\nuntaxed: { description: '^wick' }`
    const readTax = (tax: string) =>
      simple.replace(/^Freight.*\n/m, '').replace(/^VAT.*\nTotal.*/m, tax)
    const onLamps = readTax('VAT   330,00\nTotal   5.830,00')
    const { lines, review } = read(untaxed, onLamps)
    expect(lines.map(({ taxable }) => taxable)).toEqual([true, false])
    expect(review.reasons).toEqual([])
    expect(read(table, onLamps).review.reasons).toMatchObject([{ code: 'tax_differs' }])
    const onAll = readTax('VAT   605,00\nTotal   6.105,00')
    expect(read(untaxed, onAll).review.reasons).toMatchObject([{ code: 'tax_differs' }])
    expect(read(table, onAll).review.reasons).toEqual([])
  })

  it('reads a row of totals and the amount due', () => {
    const table = `${columns}\nstart: [quantity, amount]\nend: ['^Totals']`
    const sums = simple.replace(
      /^Sub Total[^]*/m,
      `Totals                          12           5.500\nNow due 30 %                                 1.650`,
    )
    const totals = 'totals: { row: Totals, instalment: Now due }'
    const mapping = layout(table, totals)
    expect(readInvoice(drawnPages(sums), mapping).totals).toMatchObject({
      subtotal: '5500',
      quantity: '12',
      instalment: '1650',
    })
    const wrong = sums.replace('12  ', '13  ')
    expect(readInvoice(drawnPages(wrong), mapping).review.reasons).toContainEqual(
      expect.objectContaining({ code: 'quantity_differs', path: 'totals.quantity' }),
    )
  })

  it('flags inconsistent amounts', () => {
    const table = `${columns}\nstart: [quantity, amount]\nend: ['^Sub Total']`
    const wrong = simple.replace('3.000', '3.001')
    expect(read(table, wrong).review.needed).toBe(true)
  })

  it('leaves missing values empty', () => {
    const table = `${columns}\nstart: [quantity, amount]\nend: ['^Sub Total']`
    expect(read(table, 'Made Up Ltd')).toMatchObject({
      number: null,
      date: null,
      buyer: { name: null, address: null },
      lines: [],
      totals: { subtotal: null, charges: [] },
      review: { needed: true },
    })
  })
})

describe('invoice lines', () => {
  const below = `${columns}\nstart: [quantity, amount]\nend: ['^Page']`

  it('continue across pages with repeated headers, up to the end marker on each page', () => {
    const first = `${headerRow}\n${lamp}\nPage 1`
    const second = `Made Up Ltd   Number: 1\n${headerRow}\n${wick}\nPage 2\n${lamp}`
    expect(readRows(below, first, second)).toEqual([
      '1 | L-1 | Lamp, brass | 2 | 3000',
      '2 | W-1 | Wick | 10 | 2500',
    ])
  })

  it('continue across pages without a header only if the mapping allows it', () => {
    const pages = [`${headerRow}\n${lamp}`, wick]
    expect(readRows(below, ...pages)).toHaveLength(1)
    expect(readRows(`${below}\nheader: first_page`, ...pages)).toHaveLength(2)
  })

  it('stop at the end marker if only the first page has a header', () => {
    const pages = [`${headerRow}\n${lamp}\nPage`, wick]
    expect(readRows(`${below}\nheader: first_page`, ...pages)).toHaveLength(1)
  })

  it('include text that wraps onto the next page', () => {
    const pages = [`${headerRow}\n${lamp}`, `${headerRow}\n${' '.repeat(14)}20 cm high\n${wick}`]
    expect(readRows(below, ...pages)[0]).toBe('1 | L-1 | Lamp, brass 20 cm high | 2 | 3000')
  })

  it('split the text between two lines at the widest gap', () => {
    const drawing = `${headerRow}

              Lamp,
1   L-1                           2   1.500     3.000
              brass

              Wick,
2   W-1                          10     250     2.500
              cotton`
    expect(readRows(`${below}\nwrap: around`, drawing)).toEqual([
      '1 | L-1 | Lamp, brass | 2 | 3000',
      '2 | W-1 | Wick, cotton | 10 | 2500',
    ])
  })

  it('join a broken word only where the document has no space', () => {
    const drawing = `${headerRow}
1   L-1       Lamp with br        2   1.500     3.000
              ass base␣
              and bulb`
    const row = (join: string) => readRows(`${below}\njoin: ${join}`, drawing)[0]
    expect(row('exact')).toBe('1 | L-1 | Lamp with brass base and bulb | 2 | 3000')
    expect(row('space')).toBe('1 | L-1 | Lamp with br ass base and bulb | 2 | 3000')
  })

  it('start where a pattern matches, with numbers on a later line', () => {
    const drawing = `${headerRow}
1   L-1       Lamp, brass
                                  2   1.500     3.000
2   W-1       Wick
                                 10     250     2.500`
    expect(readRows(`${columns}\nstart: { no: '^\\d+$' }\nend: ['^Page']`, drawing)).toEqual([
      '1 | L-1 | Lamp, brass | 2 | 3000',
      '2 | W-1 | Wick | 10 | 2500',
    ])
  })

  it('skip excluded rows and remarks between items', () => {
    const drawing = `${headerRow}\n${lamp}\n              CE\nPlease handle with care\n${wick}`
    expect(readRows(`${below}\nskip: ['^CE$']`, drawing)[0]).toBe(
      '1 | L-1 | Lamp, brass | 2 | 3000',
    )
  })

  it('split columns that share a header, and drop text between them', () => {
    const table = `columns: { no: No, description: Goods, quantity: Qty, amount: Amount }
start: { no: '^\\d+$' }
end: ['^Page']
split: { description: [sku, { drop: '^\\w{1,2}$' }, description], quantity: [quantity, unit] }`
    const drawing = `
No  Goods                      Qty       Amount
1   L-1    4D   Lamp, brass    2 pcs      3.000
2   W-1         Wick           10   m     2.500`
    expect(read(table, drawing).lines).toMatchObject([
      { sku: 'L-1', description: 'Lamp, brass', quantity: '2', unit: 'pcs' },
      { sku: 'W-1', description: 'Wick', quantity: '10', unit: 'm' },
    ])
  })

  it('extract codes from the text and drop unwanted text', () => {
    const table = `${below}
take: { hs_code: { from: description, pattern: 'HS (\\d+)' } }
drop: { description: ', brass' }`
    const drawing = `${headerRow}\n${lamp}\n              HS 9405 Made up`
    expect(read(table, drawing).lines).toMatchObject([
      { hs_code: '9405', description: 'Lamp Made up' },
    ])
  })

  it('distinguish similar numbers', () => {
    const drawing = `${headerRow}
10  L-1       Lamp 20             2   1.500     3.000
10  L-1       Lamp 20             2   1.500     3.000`
    const row = '10 | L-1 | Lamp 20 | 2 | 3000'
    expect(readRows(below, drawing)).toEqual([row, row])
  })

  it('keep a number at the end of long text, even next to a unit column', () => {
    const table = `columns: { no: "#", description: Name, quantity: Qty, unit: Unit, amount: Amount }
start: [quantity, amount]
end: [^Total]`
    const drawing = `#   Name                                   Qty  Unit   Amount
1   Lamp                                     1  PCS     3.000
2   Lamp                                     1  PCS     3.000
3   A lamp with a long name of up to 12      1  PCS     3.000`
    expect(read(table, drawing).lines).toMatchObject([
      { description: 'Lamp', quantity: '1', unit: 'PCS' },
      { description: 'Lamp', quantity: '1', unit: 'PCS' },
      { description: 'A lamp with a long name of up to 12', quantity: '1', unit: 'PCS' },
    ])
  })

  it('convert a percentage discount to an amount', () => {
    const table = `columns: { description: Name, quantity: Qty, unit_price: Price, discount: Disc, amount: Amount }
start: [quantity, amount]
end: [^Total]`
    const drawing = `Name       Qty   Price    Disc    Amount
Lamp         3    9,99    10 %     26,97
Wick         1    9,99              9,99`
    expect(read(table, drawing)).toMatchObject({
      lines: [{ discount: '2.997' }, { discount: null }],
      checks: [{ name: 'rows', passed: true }],
    })
  })
})
