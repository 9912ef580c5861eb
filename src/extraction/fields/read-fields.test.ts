import { describe, expect, it } from 'vitest'
import { drawnHeader, drawnInvoice } from '../../../test/fixtures/drawn-invoice.ts'
import {
  date,
  number,
  readDrawnFields as read,
  text,
} from '../../../test/support/readings/custom-fields.ts'

const note = `
DELIVERY NOTE

Order No.: A-4711          Delivery date: 2026-03-04
Vehicle plate: B 1234 XY
Driver                     Weight
Budi Santoso               1.250

Batch      Product              Cartons
B-01       Green tea               12
           loose leaf
B-02       Black tea                7

Signature
`

describe('readFields', () => {
  it('finds the values of the invoice reader under field names in any language', () => {
    const { data, evidence } = read(
      drawnInvoice,
      {
        Rechnungsnummer: text,
        tanggal_faktur: date,
        currencyCode: text,
        vendor: { type: 'object', properties: { name: text } },
        client: text,
        grandTotal: number,
        f1: { ...number, description: 'Total amount including VAT' },
      },
      'invoice',
    )
    expect(data).toEqual({
      Rechnungsnummer: '017/INV/V/2024',
      tanggal_faktur: '2024-05-05',
      currencyCode: 'IDR',
      vendor: { name: 'PT Sinar Abadi' },
      client: 'PT Maju Bersama',
      grandTotal: 50000,
      f1: 50000,
    })
    expect(evidence['data.Rechnungsnummer']).toMatchObject({ page: 1, source: 'generic' })
    expect(evidence['data.vendor.name']).toMatchObject({ text: 'PT Sinar Abadi' })
  })

  it('returns invoice lines as a list of the requested objects, with evidence for each cell', () => {
    const items = {
      type: 'object',
      properties: { item: text, qty: { type: 'integer' }, lineTotal: number },
    }
    const { data, evidence } = read(drawnInvoice, { rows: { type: 'array', items } }, 'invoice')
    expect(data).toEqual({
      rows: [{ item: 'Gula pasir curah kg', qty: 5, lineTotal: 50000 }],
    })
    expect(evidence['data.rows.0.lineTotal']).toMatchObject({ page: 1 })
  })

  it('finds values that no reader supplies by labels with the same meaning', () => {
    const { data, evidence } = read(drawnHeader, { purchaseOrder: text, dueDate: date }, 'invoice')
    expect(data).toEqual({ purchaseOrder: 'PO-88123', dueDate: '2024-06-04' })
    expect(evidence['data.purchaseOrder']).toMatchObject({ text: ': PO-88123', confidence: 0.9 })
  })

  it('finds values in any document beside or below their labels, including labels in the schema', () => {
    const { data } = read(
      note,
      {
        order_number: text,
        delivery_date: date,
        vehicle_plate: text,
        driver: text,
        load: { ...number, 'x-labels': ['Weight'] },
      },
      'text',
    )
    expect(data).toEqual({
      order_number: 'A-4711',
      delivery_date: '2026-03-04',
      vehicle_plate: 'B 1234 XY',
      driver: 'Budi Santoso',
      load: 1250,
    })
  })

  it('reads a table whose header names the columns, with wrapped text', () => {
    const items = {
      type: 'object',
      properties: { batch: text, product: text, cartons: { type: 'integer' } },
    }
    expect(read(note, { goods: { type: 'array', items } }, 'text').data).toEqual({
      goods: [
        { batch: 'B-01', product: 'Green tea loose leaf', cartons: 12 },
        { batch: 'B-02', product: 'Black tea', cartons: 7 },
      ],
    })
  })

  it('returns null with a reason where the page does not support a value', () => {
    const twice = `
Phone: 0361 555 011
Phone: 0361 555 022
Colour: green
Size: large
`
    const { data, review, alternatives, evidence } = read(
      twice,
      {
        phone: text,
        iban: text,
        colour: { ...text, enum: ['red', 'blue'] },
        size: number,
        rows: { type: 'array', items: { type: 'object', properties: { a: text, b: text } } },
      },
      'text',
    )
    expect(data).toEqual({ phone: null, iban: null, colour: null, size: null, rows: [] })
    expect(review.needed).toBe(true)
    expect(review.reasons.map(({ code, path }) => [code, path])).toEqual([
      ['custom_value_not_unique', 'data.phone'],
      ['custom_value_missing', 'data.iban'],
      ['custom_value_not_valid', 'data.colour'],
      ['custom_value_missing', 'data.size'],
      ['custom_list_missing', 'data.rows'],
    ])
    expect(alternatives?.['data.phone']?.map(({ value }) => value)).toEqual([
      '0361 555 011',
      '0361 555 022',
    ])
    expect(evidence).toEqual({})
  })

  it.each<Record<string, unknown>>([
    { type: 'number', minimum: 50000.01 },
    { type: 'number', maximum: 49999 },
    { type: 'integer', exclusiveMinimum: 50000 },
    { type: 'string', format: 'decimal', exclusiveMaximum: 50000 },
    { type: 'number', multipleOf: 0.03 },
    { type: 'string', minLength: 6 },
    { type: 'string', maxLength: 4 },
    { type: 'string', pattern: '^9' },
    { type: 'string', enum: ['1', '2'] },
    { type: 'string', format: 'email' },
    { type: 'string', format: 'iban' },
  ])('returns null and an alternative for a value that violates %j', (schema) => {
    const { data, review, alternatives } = read(drawnInvoice, { grandTotal: schema }, 'invoice')
    expect(data).toEqual({ grandTotal: null })
    expect(review.reasons).toContainEqual(
      expect.objectContaining({ code: 'custom_value_not_valid', path: 'data.grandTotal' }),
    )
    expect(alternatives?.['data.grandTotal']).toMatchObject([{ value: '50000' }])
  })

  it.each<[Record<string, unknown>, string | undefined]>([
    [{ maxItems: 1 }, 'maxItems'],
    [{ minItems: 3 }, 'minItems'],
    [{ uniqueItems: true }, 'uniqueItems'],
    [{ minItems: 2, maxItems: 2, uniqueItems: false }, undefined],
  ])('asks for review of a list that violates %j', (limits, keyword) => {
    const page = `
Batch      Product              Place
B-01       Green tea            Bali
B-02       Green tea            Bali
`
    const items = { type: 'object', properties: { product: text, place: text } }
    const { review } = read(page, { goods: { type: 'array', items, ...limits } }, 'text')
    expect(review.reasons.map(({ code, params }) => [code, params['keyword']])).toEqual(
      keyword === undefined ? [] : [['custom_list_not_valid', keyword]],
    )
  })

  it('accepts an IBAN only with a valid checksum', () => {
    const page = `
Bank: Contoh
IBAN: DE89 3704 0044 0532 0130 00
`
    expect(read(page, { iban: text }, 'text').data).toEqual({ iban: 'DE89370400440532013000' })
    const wrong = page.replace('0130 00', '0130 01 BIC COBADEFF')
    for (const iban of [text, { ...text, format: 'iban' }]) {
      const { data, review, alternatives } = read(wrong, { iban }, 'text')
      expect(data).toEqual({ iban: null })
      expect(review.reasons).toMatchObject([
        { code: expect.stringMatching(/^custom_value_(doubtful|not_valid)$/), path: 'data.iban' },
      ])
      expect(alternatives?.['data.iban']).toMatchObject([{ value: 'DE89370400440532013001' }])
    }
    expect(read(page + wrong, { iban: text }, 'text').data).toEqual({
      iban: 'DE89370400440532013000',
    })
  })

  it('never rounds an amount to fit a number', () => {
    const page = 'Balance: 12345678901234567.89'
    expect(read(page, { balance: number }, 'text').data).toEqual({ balance: null })
    const decimal = { type: 'string', format: 'decimal' }
    expect(read(page, { balance: decimal }, 'text').data).toEqual({
      balance: '12345678901234567.89',
    })
  })
})
