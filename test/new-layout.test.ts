import { expect, it } from 'vitest'
import { chooseMapping } from '../src/extraction/mapping/choose.ts'
import { readInvoice } from '../src/extraction/layout/read-invoice.ts'
import { lintMapping } from '../src/extraction/mapping/lint.ts'
import { loadMappings } from '../src/extraction/mapping/load.ts'
import { meetGrammar } from './support/readings/meet-grammar.ts'
import { loadVocabulary } from '../src/extraction/mapping/load-vocabulary.ts'
import { readPages } from '../src/extraction/pdf/pages.ts'
import { exampleInvoice } from './fixtures/invoices/any-invoice.ts'
import { invoicePdf } from './fixtures/invoices/draw.ts'
import { ruled } from './fixtures/invoices/english.ts'
import type { Invoice } from './fixtures/invoices/invoice.ts'

/** A mapping for a layout that Docket has never seen. */
const yaml = `name: ruled_v1
title: Commercial invoice
description: Seven columns between rules; items may go on over the page.
reader: invoice
outputs: [json, xml, csv, ubl]
match: [Commercial invoice, Taxable amount, Total due]
fields:
  number: Invoice number
  date: Invoice date
  currency: Currency
  seller.name: { below: Seller, exact: true }
  buyer.name: { below: Bill to }
  buyer.address: { under: buyer.name }
  buyer.code: Customer no.
table:
  columns:
    no: "No"
    sku: Item code
    description: Description
    quantity: Qty
    unit: Unit
    unit_price: Unit price
    amount: Amount
  start: { no: '^\\d+$', amount: "" }
  end: [^Subtotal, ^Page]
totals:
  { subtotal: Subtotal, tax_base: Taxable amount, tax: VAT, grand_total: Total due, charges: { Freight: Freight, Discount: Discount } }
`

function expectedReading({ number, date, currency, seller, buyer, lines, totals }: Invoice) {
  const charges = [
    { name: 'Freight', amount: totals.freight },
    { name: 'Discount', amount: totals.discount },
  ].filter(({ amount }) => amount !== null)
  return {
    number,
    date,
    currency,
    seller: { name: seller.name, tin: null },
    buyer: { name: buyer.name, code: buyer.code, address: buyer.address.join(' '), tin: null },
    lines: lines.map(({ no, sku, description, quantity, unit, unit_price, amount }) => {
      const cells = { no, sku, hs_code: null, description, quantity, unit, unit_price, amount }
      return { ...cells, discount: null, taxable: true }
    }),
    totals: {
      subtotal: totals.subtotal,
      tax_base: totals.tax_base,
      tax: totals.tax,
      grand_total: totals.grand_total,
      charges,
      withheld: [],
    },
  }
}

it('reads 60 lines in a new layout exactly with a mapping of at most 30 lines', async () => {
  const { mapping, findings, lines } = lintMapping(yaml, 'ruled_v1.yaml')
  expect([findings, lines <= 30]).toEqual([[], true])
  if (mapping?.reader !== 'invoice') throw new Error('Not an invoice mapping')
  const invoice = exampleInvoice(ruled, 60)
  const style = { numbers: '1.234,56', dates: '05/01/2026', per_page: 18 } as const
  const pdf = await invoicePdf(invoice, ruled, { ...style, hasTotalsApart: true })
  const pages = await readPages(pdf)
  expect(pages.length).toBeGreaterThan(3)
  const mappings = new Map([...loadMappings('mappings'), [mapping.name, mapping]])
  const vocabulary = loadVocabulary('mappings/vocabulary')
  expect(
    chooseMapping(pages, 'auto', { mappings, vocabulary, meet_grammar: meetGrammar }).name,
  ).toBe('ruled_v1')
  const { kind, checks, review, evidence, ...reading } = readInvoice(pages, mapping)
  expect(reading).toEqual(expectedReading(invoice))
  expect([kind, review.reasons]).toEqual(['invoice', []])
  expect(checks.map(({ passed }) => passed)).not.toContain(false)
  expect(evidence['lines.59.amount']?.page).toBeGreaterThan(2)
})
