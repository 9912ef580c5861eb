import { describe, expect, it } from 'vitest'
import { meetGrammar } from '../../../../test/support/readings/meet-grammar.ts'
import { drawnPages } from '../../../../test/fixtures/drawn-page.ts'
import { explain } from '../../../extraction/mapping/explain.ts'
import { loadMappings, parseMapping } from '../../../extraction/mapping/load.ts'
import { explanationText } from './explain-text.ts'

const yaml = `name: lamps_v1
title: Lamps
description: Lamps
reader: invoice
outputs: [json]
match: [Lamp Works, Qty]
fields:
  number: [Invoice, Number]
  date: Date
  currency: { constant: IDR }
  buyer.name: { below: Buyer, exact: true }
  buyer.address: { under: buyer.name }
  buyer.code: { text: 'C-(\\d+)' }
table:
  columns: { description: Item, quantity: Qty, amount: Amount }
  start: [quantity, amount]
  skip: [^CE$]
  end: [^Total]
totals: { grand_total: { right: Total, nth: 2 }, charges: { Freight: Freight } }
`

const drawing = `Lamp Works         Number  7
                   Date    soon
Buyers
A Buyer

Item               Qty      Amount
Lamp, brass          2       3.000
CE
20 cm high
Wick                10       2.500
Total                        5.500
Freght                         500`

const wicks = parseMapping(
  yaml.replace('lamps_v1', 'wicks_v1').replace('[Lamp Works, Qty]', '[Wick Works, Qty]'),
  'wicks_v1.yaml',
)

const explainDrawing = (mapping: string, ...pages: string[]) =>
  explanationText(
    explain(drawnPages(...pages), parseMapping(mapping, 'lamps_v1.yaml'), {
      mappings: new Map([[wicks.name, wicks]]),
      meet_grammar: meetGrammar,
    }),
  ).join('\n')

describe('explanationText', () => {
  it('reports what each step found and where, or why it found nothing', () => {
    expect(explainDrawing(yaml, drawing, 'Thank you')).toBe(`  match
    ✓  "Lamp Works"  page 1
    ✓  "Qty"         page 1
  formats
    numbers  undecided (0 for 1.234,56, 0 for 1,234.56)
    dates    day first (0 for day first, 0 for month first)
  fields
    number         –    right of "Invoice": not found; nothing similar
                   7    right of "Number", page 1 at 95,5
    date           –    right of "Date", page 1 at 95,17: "soon" is not a date
    currency       IDR  fixed value
    buyer.name     –    below "Buyer": not found as exact text; closest match: "Buyers", page 1 at 0,29
    buyer.address  –    buyer.name not found
    buyer.code     –    pattern C-(\\d+): no match
  table
    page 1: header at y 72
      description 0–95 | quantity 105–110 | amount 145–170
      y 84   item 1    Lamp, brass 2 3.000
      y 96   skipped   CE                   matches ^CE$
      y 108  + item 1  20 cm high           adds description; missing quantity, amount
      y 120  item 2    Wick 10 2.500
      y 132  end       Total 5.500          matches ^Total
    page 2: no header, none of its labels found
  totals
    grand_total      –  right of "Total": only 1 found, but nth is 2
    charges.Freight  –  right of "Freight": not found; closest match: "Freght", page 1 at 0,137
  checks
    ✗  field_missing  Date not found on the invoice.
    ✗  field_missing  Buyer name not found on the invoice.
    ✗  field_missing  Grand total not found on the invoice.
    ✗  total_missing  No total found to confirm that all lines were read.`)
  })

  it('lists the missing words in a table header, or reports that they are not in one row', () => {
    const misspelt = explainDrawing(yaml.replace('Qty, amount', 'Quan, amount'), drawing)
    expect(misspelt).toContain(`    page 1: no header
      description  "Item"    page 1 at 0,65
      quantity     "Quan"    not on this page
      amount       "Amount"  page 1 at 140,65`)
    const scattered = drawing.replace('Qty      Amount', 'Qty').concat('\n\n\n          Amount')
    expect(explainDrawing(yaml, scattered)).toContain('no header: its labels are not on one line')
  })

  it('reports where a table continues without a header', () => {
    const pages = [
      drawing.replace(/\nTotal[^]*/, ''),
      'Oil                  1         500\nTotal  0',
    ]
    const text = explainDrawing(yaml.replace('skip:', 'header: first_page\n  skip:'), ...pages)
    expect(text).toContain('page 2: no header, the table continues')
    expect(text).toMatch(/y 12 +item 3 +Oil 1 500/)
  })

  it('lists the missing recognition strings and other mappings that match', () => {
    const text = explainDrawing(yaml.replace('Qty]', 'Lampp Works Ltd]'), `${drawing}\nWick Works`)
    expect(text).toContain(
      '✗  "Lampp Works Ltd"  not found; closest match: "Lamp Works", page 1 at 0,5',
    )
    expect(text).toContain('✗ wicks_v1 also matches this document')
  })

  it('does not report anything for a mapping without a layout', () => {
    const text = loadMappings('mappings').get('document_text_v1')
    if (!text) throw new Error('It is gone.')
    const lines = explanationText(
      explain(drawnPages(drawing), text, { mappings: new Map(), meet_grammar: meetGrammar }),
    )
    expect(lines).toEqual(['  This mapping has no layout to explain.'])
  })
})
