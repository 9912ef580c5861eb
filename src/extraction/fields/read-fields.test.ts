import { describe, expect, it } from 'vitest'
import { drawnHeader, drawnInvoice } from '../../../test/fixtures/drawn-invoice.ts'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { compileSchema } from '../../domain/fields/compile-schema.ts'
import { readAnyInvoice } from '../any-invoice/read-any-invoice.ts'
import { loadVocabulary } from '../mapping/load-vocabulary.ts'
import { readText } from '../text/read-text.ts'
import { readFields } from './read-fields.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')
const text = { type: 'string' }
const number = { type: 'number' }
const date = { type: 'string', format: 'date' }

function read(drawing: string, properties: Record<string, unknown>, as: 'invoice' | 'text') {
  const pages = drawnPages(drawing)
  const schema = { type: 'object', properties }
  const { root, faults } = compileSchema(schema)
  if (!root) throw new Error(JSON.stringify(faults))
  const reading = as === 'invoice' ? readAnyInvoice(pages, vocabulary) : readText(pages)
  return readFields({ schema, root }, pages, { mapping: as, reading }, vocabulary)
}

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
  it('finds what the invoice reader knows under names in any language', () => {
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

  it('finds values that no reader knows by labels of the same meaning', () => {
    const { data, evidence } = read(drawnHeader, { purchaseOrder: text, dueDate: date }, 'invoice')
    expect(data).toEqual({ purchaseOrder: 'PO-88123', dueDate: '2024-06-04' })
    expect(evidence['data.purchaseOrder']).toMatchObject({ text: ': PO-88123', confidence: 0.9 })
  })

  it('finds values of any document by label, beside it or below it, and by stated labels', () => {
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

  it('ends a table at its totals and notes', () => {
    const page = `
Item   Description        Qty     Unit    Unit price     Total
1      Steel bolt M8      1,000   pcs     0.12           120.00
2      Washer M8          sold    out     -               60.00
                                          Subtotal       230.00
                                          Tax 11%         25.30
                                          Total          255.30
Notes: urgent, call before delivery
Approved: Yes    Signature: ____________
`
    const list = (properties: object) => ({
      lines: { type: 'array', items: { type: 'object', properties } },
    })
    expect(read(page, list({ description: text, total: number }), 'text').data).toEqual({
      lines: [
        { description: 'Steel bolt M8', total: 120 },
        { description: 'Washer M8', total: 60 },
      ],
    })
    const all = { item: text, qty: number, unit: text, unit_price: number, total: number }
    const { lines } = read(page, list(all), 'text').data as { lines: { item: string }[] }
    expect(lines.map(({ item }) => item)).toEqual(['1', '2'])
    expect(read(page, { tax: number, total: number }, 'text').data).toEqual({
      tax: 25.3,
      total: 255.3,
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

  it('reads a list of labels and values without colons', () => {
    const page = `
Employee name       Budi Santoso
Employee ID         E-0042
Date of birth       1990-04-12
Position            Senior Accountant
Salary              Rp 12.500.000
Reading (kWh)       12345
Previous (kWh): 12000
`
    const own = { employee_name: text, employee_id: text, position: text }
    expect(read(page, own, 'text').data).toEqual({
      employee_name: 'Budi Santoso',
      employee_id: 'E-0042',
      position: 'Senior Accountant',
    })
    const numbers = { salary: number, reading: number, previous: number }
    expect(read(page, numbers, 'text').data).toEqual({
      salary: 12500000,
      reading: 12345,
      previous: 12000,
    })
  })

  it('reads values below a row of labels', () => {
    const page = `
Driver           Plate        Colour
Budi Santoso     B 1234 XY    green
`
    expect(read(page, { driver: text, plate: text }, 'text').data).toEqual({
      driver: 'Budi Santoso',
      plate: 'B 1234 XY',
    })
  })

  it('does not guess whether a value is beside or below its label', () => {
    const page = `
Driver           Colour
Budi Santoso     green
`
    const { data, alternatives } = read(page, { driver: text }, 'text')
    expect(data).toEqual({ driver: null })
    expect(alternatives?.['data.driver']?.map(({ value }) => value)).toEqual([
      'Colour',
      'Budi Santoso',
    ])
    expect(read(page, { driver: text, colour: text }, 'text').data).toEqual({
      driver: 'Budi Santoso',
      colour: 'green',
    })
    const columns = `
Shipment     SH-1        Consignee    Bali
Carrier      Maersk      Port         Benoa
Agent        Andi        Gate         Seven
`
    const unclear = read(columns, { carrier: text }, 'text')
    expect(unclear.data).toEqual({ carrier: null })
    expect(unclear.alternatives?.['data.carrier']?.map(({ value }) => value)).toEqual([
      'Maersk',
      'Agent',
    ])
    expect(read(columns, { carrier: text, agent: text }, 'text').data).toEqual({
      carrier: 'Maersk',
      agent: 'Andi',
    })
    const sentence = `
Contact us for questions
Monday to Friday
`
    expect(read(sentence, { contact: text }, 'text').data).toEqual({ contact: null })
  })

  it('accepts a number with a unit', () => {
    const page = `
Gross weight: 1,250.5 kg
Tariff: 0.25 EUR/kWh
Area: 12 m²
Age: 34 years
Size: 12 March
Ratio: 3 of 5
Service charge 5%: 1,000
Discount rate: 7.5 %
`
    const fields = { gross_weight: number, tariff: number, area: number, service_charge: number }
    const others = { discount_rate: number, age: number, size: number, ratio: number }
    expect(read(page, { ...fields, ...others }, 'text').data).toEqual({
      gross_weight: 1250.5,
      tariff: 0.25,
      area: 12,
      service_charge: 1000,
      discount_rate: 7.5,
      age: 34,
      size: null,
      ratio: null,
    })
  })

  it('does not take the start of a longer label or of a sentence for a label', () => {
    const page = `
Order date: 2026-03-01
Delivery to the address below is free of charge
Contact us for questions
`
    const { data } = read(page, { order: text, delivery: text, contact: text }, 'text')
    expect(data).toEqual({ order: null, delivery: null, contact: null })
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

  it('finds the customer number among the lines below the buyer', () => {
    const page = `
Seller
Number: 549910
Name: Lieferant GmbH

Buyer/Recipient
Number: GE2020211
Name: Kunden AG Mitte

Remarks
Number: 4711
`
    expect(read(page, { customer_number: text }, 'text').data).toEqual({
      customer_number: 'GE2020211',
    })
    const apart = page.replace('Number: GE2020211', 'Number     : GE2020211')
    expect(read(apart, { customer_number: text }, 'text').data).toEqual({
      customer_number: 'GE2020211',
    })
    for (const absent of ['Number: –', 'Number 7', 'Name: Number 7', '']) {
      const none = page.replace('Number: GE2020211', absent)
      expect(read(none, { customer_number: text }, 'text').data).toEqual({ customer_number: null })
    }
  })

  it.each([
    'Liefer- und Leistungsdatum',
    'Leistungs- und Lieferdatum',
    'Liefer-/Leistungsdatum',
    'Lieferdatum/Leistungsdatum',
    'Date of service',
    'Date de prestation',
  ])('finds the delivery date beside %s', (label) => {
    const { data } = read(`${label}: 05.03.2018`, { delivery_date: date }, 'text')
    expect(data).toEqual({ delivery_date: '2018-03-05' })
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
