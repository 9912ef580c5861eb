import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { fictionalItems, writeFictionalMapping } from '../../../test/fixtures/fictional-invoice.ts'
import { parseMapping } from '../mapping/load.ts'
import { readInvoice } from './read-invoice.ts'

const page = `
Made Up Ltd          Number   : MU-17
                     Date     : 5 Mei 2025
${fictionalItems}
Sub Total                         5.500
Total                             5.500

Reference: MU-17`

const yaml = `${writeFictionalMapping({ number: 'Number', end: 'Sub Total' })}
totals: { subtotal: Sub Total, grand_total: { right: Total, exact: true } }
expect:
  number: [A-9]
  agrees: { number: Reference }
  heads: []
  amounts: []
  only_items: true
  totals: [subtotal, grand_total]
`

/** Replaces part of the page or of the mapping, and returns the review reasons' codes and paths. */
function reasons(part = '', other = '', [from, to] = ['', '']): string[] {
  const mapping = parseMapping(yaml.replace(from, to), 'made_up_v1.yaml')
  if (mapping.reader !== 'invoice') throw new Error('Not an invoice mapping')
  const { review } = readInvoice(drawnPages(page.replace(part, other)), mapping)
  return review.reasons.map(({ code, path }) => `${code} ${path}`)
}

describe('layout expectations', () => {
  it('accept a document that meets them', () => {
    expect(reasons()).toEqual([])
  })

  it('report an invoice number in an unusual format', () => {
    expect(reasons(': MU-17', ': 2025/17')).toContain('number_unusual number')
  })

  it('report a second location with a different value, but not an empty location', () => {
    expect(reasons('Reference: MU-17', 'Reference: MU-18')).toEqual(['value_ambiguous number'])
    expect(reasons('Reference: MU-17')).toEqual([])
  })

  it('report an unknown column', () => {
    const [header, changed] = ['Price    Amount', 'Price    Amount   Tax']
    expect(reasons(header, changed)).toEqual(['column_unknown lines'])
    expect(reasons(header, changed, ['heads: []', 'heads: [Tax]'])).toEqual([])
    expect(reasons(header, changed, ['  heads: []\n', ''])).toEqual([])
  })

  it('report an amount among the totals that no rule reads', () => {
    const [total, more] = ['\nTotal  ', '\nDeposit                             500\nTotal  ']
    expect(reasons(total, more)).toEqual(['amount_unexplained totals'])
    expect(reasons(total, more, ['amounts: []', 'amounts: [Deposit]'])).toEqual([])
  })

  it('report a line with several amounts that does not start an item', () => {
    const [wick, more] = ['\nWick  ', '\nVoucher                 0,00     0,00\nWick  ']
    const start: [string, string] = ['start: [quantity, amount]', "start: { quantity: '[1-9]' }"]
    expect(reasons(wick, more, start)).toEqual(['item_possibly_missed lines'])
  })

  it('report a printed sum of the lines that no rule reads', () => {
    const [net, sums] = ['\nSub Total ', '\n                  12             5.500\nOther     ']
    expect(reasons(net, sums, ['[^Sub Total]', '[^Other]'])).toContain('amount_unexplained totals')
  })

  it('report a total that is not printed', () => {
    expect(reasons('Sub Total ', 'Net       ', ['[^Sub Total]', '[^Net, ^Sub]'])).toContain(
      'total_not_printed totals.subtotal',
    )
  })
})

describe('a table with two kinds of lines', () => {
  it('starts an item at a line that fits either rule', () => {
    const mapping = parseMapping(
      yaml.replace('  end:', '  or_start: [[amount]]\n  end:'),
      'made_up_v1.yaml',
    )
    if (mapping.reader !== 'invoice') throw new Error('Not an invoice mapping')
    const drawn = page.replace('Wick               10     250 ', 'Fee                          ')
    expect(readInvoice(drawnPages(drawn), mapping).lines).toMatchObject([
      { description: 'Lamp, brass', quantity: '2', amount: '3000' },
      { description: 'Fee', quantity: null, amount: '2500' },
    ])
  })
})
