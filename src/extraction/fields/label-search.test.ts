import { describe, expect, it } from 'vitest'
import {
  date,
  number,
  readDrawnFields as read,
  text,
} from '../../../test/support/readings/custom-fields.ts'
import { cpuSeconds } from '../../../test/support/processes/cpu-time.ts'

describe('a search by label', () => {
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
    const grid = `
Driver         Colour
Budi           green
Port           Gate
Benoa          Seven
`
    expect(read(grid, { driver: text }, 'text').data).toEqual({ driver: null })
    const sentence = `
Contact us for questions
Monday to Friday
`
    expect(read(sentence, { contact: text }, 'text').data).toEqual({ contact: null })
  })

  it('reads hundreds of equal labels in seconds', async () => {
    const rows = Array.from({ length: 1000 }, (_, at) => `Driver     x${at}\nfoo${at}       y${at}`)
    const seconds = await cpuSeconds(() => {
      expect(read(rows.join('\n'), { driver: text }, 'text').data).toEqual({ driver: null })
    })
    expect(seconds).toBeLessThan(10)
  })

  it('continues text that ends with a comma on the lines below it', () => {
    const page = `
Deliver to: Warehouse 3,
            Jl. Pelabuhan 12,
            Denpasar
            Opening hours on request
Consignee:  PT Maju,
Carrier:    Maersk, 2
`
    expect(read(page, { deliver_to: text, carrier: text }, 'text').data).toEqual({
      deliver_to: 'Warehouse 3, Jl. Pelabuhan 12, Denpasar',
      carrier: 'Maersk, 2',
    })
    const { data, alternatives } = read(page, { consignee: text }, 'text')
    expect(data).toEqual({ consignee: null })
    expect(alternatives?.['data.consignee']).toMatchObject([{ value: 'PT Maju,' }])
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

  it.each([
    'Rp 15 juta',
    '1.5 million',
    '1.5 Mio.',
    'USD 5M',
    '15 rb/bulan',
    '250.00 CR',
    '250.00 DB',
    '250,00 S',
  ])('rejects a number with a word for its sign or magnitude: %s', (value) => {
    expect(read(`Amount paid: ${value}`, { amount_paid: number }, 'text').data).toEqual({
      amount_paid: null,
    })
  })

  it.each([
    ['85 dB', 85],
    ['3 m', 3],
    ['7 L', 7],
    ['5 t', 5],
  ])('accepts a number with a short unit: %s', (value, expected) => {
    expect(read(`Gauge: ${value}`, { gauge: number }, 'text').data).toEqual({ gauge: expected })
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

  it('continues a table after a row with words instead of numbers', () => {
    const page = `
Description        Qty     Unit price     Total
Steel bolt M8      1,000   0.12          120.00
Setup                                  included
Washer M8          500     0.12           60.00
                           Subtotal      180.00
`
    const properties = { description: text, qty: number, unit_price: number, total: number }
    const lines = { type: 'array', items: { type: 'object', properties } }
    const { data } = read(page, { lines }, 'text')
    expect(data).toMatchObject({
      lines: [{ total: 120 }, { description: 'Setup', total: null }, { total: 60 }],
    })
  })

  it('reads values in parentheses, which are not units', () => {
    const page = `
Visit (12.03.2026)
Seen by Budi 04.05.2026
Adjustment (150.00)
Balance 99.00
PO (A-17)
B-99
Discount (5)        20.00
Service fee (3)
44.00
`
    const numbers = { adjustment: number, discount: number, service_fee: number }
    const fields = { visit: date, po: text, ...numbers }
    expect(read(page, fields, 'text').data).toEqual({
      visit: '2026-03-12',
      adjustment: -150,
      discount: 20,
      service_fee: 44,
      po: 'A-17',
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

  it('does not mistake the start of a longer label or of a sentence for a label', () => {
    const page = `
Order date: 2026-03-01
Delivery to the address below is free of charge
Contact us for questions
`
    const { data } = read(page, { order: text, delivery: text, contact: text }, 'text')
    expect(data).toEqual({ order: null, delivery: null, contact: null })
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
})
