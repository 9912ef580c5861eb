import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSwim } from '../../../test/support/readings/heat-sheet.ts'
import { createEvidence } from '../../../test/support/readings/evidence.ts'
import { createLine, createInvoice, anyInvoice } from '../../../test/support/readings/invoice.ts'
import type { Change } from './change.ts'
import { checkInvoice } from '../invoice/check-invoice.ts'
import { approve, correct } from './correct.ts'
import { AppError } from '../errors/app-error.ts'
import type { HeatSheetReading } from '../heat-sheet/heat-sheet.ts'
import type { InvoiceReading } from '../invoice/invoice.ts'
import { mergeLines, splitLine } from './line-edits.ts'
import { listOpenReasons } from '../invoice/review-reasons.ts'
import { render } from '../i18n/render.ts'
import { toStoredMessage } from '../messages/message.ts'

const printed = createEvidence({ box: [10, 20, 30, 40], text: 'PT. Pembeli', confidence: 0.9 })

const set = (path: string, value: unknown): Change => ({ op: 'set', path, value })
const insert = (path: string, value?: unknown): Change => ({ op: 'insert', path, value })
const remove = (path: string): Change => ({ op: 'remove', path })
const revert = (path: string): Change => ({ op: 'revert', path })

describe('a corrected value', () => {
  const invoice = checkInvoice(createInvoice({ evidence: { 'buyer.name': printed } }))

  it("is stored with the printed value's evidence", () => {
    const { reading, made } = correct(invoice, [set('buyer.name', 'PT Lain')])
    expect(reading.buyer.name).toBe('PT Lain')
    expect(reading.evidence['buyer.name']).toEqual({
      ...printed,
      confidence: 1,
      source: 'human',
      was: [{ value: 'PT Pembeli Setia', confidence: 0.9, source: 'rule' }],
    })
    expect(made).toEqual([
      { op: 'set', path: 'buyer.name', old: 'PT Pembeli Setia', new: 'PT Lain' },
    ])
    expect(invoice.buyer.name).toBe('PT Pembeli Setia')
  })

  it('must be an NPWP if it is the tax number on an invoice in rupiah', () => {
    for (const path of ['seller.tin', 'buyer.tin']) {
      expect(() => correct(invoice, [set(path, '123')])).toThrow('must be an NPWP')
      expect(() => correct(invoice, [set(path, '00.000.000.0-000.000')])).toThrow('all zeros')
      expect(() => correct(invoice, [set(path, '01.234.567.4-901.000')])).not.toThrow()
      expect(() => correct(invoice, [set(path, null)])).not.toThrow()
      const foreign = { ...invoice, currency: 'EUR' }
      expect(() => correct(foreign, [set(path, 'DE123456789')])).not.toThrow()
    }
  })

  it('is reverted to the original after any number of changes', () => {
    const changes = [set('buyer.name', 'A'), set('buyer.name', 'B'), revert('buyer.name')]
    expect(correct(invoice, changes).reading).toEqual(invoice)
    expect(() => correct(invoice, [revert('buyer.name')])).toThrow('has not been changed')
  })

  it('is checked again like a fresh reading', () => {
    const wrong = correct(invoice, [set('lines.0.quantity', '3')]).reading
    expect(listOpenReasons(wrong).map((reason) => render(reason))).toEqual([
      'Line 1: 3 × 500,000 = 1,500,000, but the amount is 1,000,000 (500,000 less).',
    ])
    const right = correct(wrong, [
      set('lines.0.unit_price', '333333.33'),
      set('lines.0.quantity', '2'),
    ])
    expect(right.reading.review.needed).toBe(true)
    expect(
      correct(right.reading, [set('lines.0.unit_price', '500000')]).reading.review.needed,
    ).toBe(false)
  })

  it('resolves only the review reasons about this value', () => {
    const doubt = { code: 'line_unclear', params: {} }
    const reasons = [
      { ...doubt, path: 'buyer.name' },
      { ...doubt, path: 'number' },
    ]
    const doubted = createInvoice({ review: { needed: true, reasons } })
    const { reading, inverse } = correct(doubted, [set('buyer.name', doubted.buyer.name)])
    expect(reading.review.reasons).toEqual([
      { ...doubt, path: 'buyer.name', settled: true },
      { ...doubt, path: 'number' },
    ])
    expect(listOpenReasons(reading)).toHaveLength(1)
    expect(correct(reading, inverse).reading.review.reasons).toEqual(reasons)
  })

  it('may be empty where the schema allows it', () => {
    const counted = createInvoice({ totals: { quantity: '2' } })
    const { reading } = correct(counted, [set('totals.quantity', null), set('date', null)])
    expect('quantity' in reading.totals).toBe(false)
    expect(reading.date).toBe(null)
  })
})

describe('line changes', () => {
  const doubt = { code: 'line_unclear', params: { field: 'lines.unit_price' } }
  const invoice = createInvoice({
    lines: [createLine(), createLine({ no: '2' }), createLine({ no: '3' })],
    evidence: { 'lines.1.amount': printed, 'lines.2.amount': { ...printed, text: 'third' } },
    review: { needed: true, reasons: [{ ...doubt, path: 'lines.1.unit_price' }] },
  })

  it("insert blank or given lines and move the other lines' evidence and reasons", () => {
    const { reading } = correct(invoice, [insert('lines.1'), insert('lines.0', { amount: '5' })])
    expect(reading.lines.map(({ no, amount }) => [no, amount])).toEqual([
      [null, '5'],
      ['1', '1000000'],
      [null, null],
      ['2', '1000000'],
      ['3', '1000000'],
    ])
    expect(Object.keys(reading.evidence).sort()).toEqual([
      'lines.0',
      'lines.2',
      'lines.3.amount',
      'lines.4.amount',
    ])
    expect(reading.evidence['lines.4.amount']?.text).toBe('third')
    const moved = { ...doubt, path: 'lines.3.unit_price' }
    expect(reading.review.reasons).toContainEqual(moved)
    expect(render(moved)).toBe('Line 4 is unclear. Check its price.')
  })

  it('remove a line with its evidence and reasons and restore them on undo', () => {
    const { reading, inverse } = correct(invoice, [remove('lines.1')])
    expect(reading.lines).toHaveLength(2)
    expect(Object.keys(reading.evidence)).toEqual(['lines.1.amount'])
    expect(reading.review.reasons.map(({ code }) => code)).not.toContain('line_unclear')
    expect(sortReasons(correct(reading, inverse).reading)).toEqual(
      sortReasons(checkInvoice(invoice)),
    )
  })

  it('split and merge lines without changing a sum', () => {
    const one = checkInvoice(createInvoice())
    const taken = { quantity: '0.5', amount: '250000' }
    const two = correct(one, splitLine(one, 0, taken)).reading
    expect(two.lines).toMatchObject([
      { quantity: '1.5', amount: '750000' },
      { no: null, description: 'Kursi lipat', quantity: '0.5', amount: '250000' },
    ])
    expect(two.review.needed).toBe(false)
    const merged = correct(two, mergeLines(two, 0)).reading
    expect(merged.lines).toMatchObject([{ quantity: '2', amount: '1000000' }])
    expect(merged.lines[0]?.description).toBe('Kursi lipat Kursi lipat')
    expect(mergeLines(one, 0)).toEqual([])
  })

  it('merge a line with its wrapped description', () => {
    const wrapped = createLine({
      quantity: null,
      unit_price: null,
      amount: null,
      description: 'kayu',
    })
    const two = createInvoice({ lines: [createLine(), wrapped] })
    const { lines } = correct(two, mergeLines(two, 0)).reading
    expect(lines).toEqual([createLine({ description: 'Kursi lipat kayu' })])
  })
})

describe('an invalid change', () => {
  const rejection = (...changes: Change[]) => {
    try {
      correct(checkInvoice(createInvoice()), changes)
    } catch (error) {
      return error instanceof AppError ? `${error.code} ${error.message}` : error
    }
    return undefined
  }

  it.each([
    [set('lines.0.quantity', '1.000,5'), 'lines.0.quantity: must be a number like 1250.5'],
    [set('lines.0.quantity', 5), 'lines.0.quantity: must be text'],
    [set('lines.1.quantity', '5'), 'lines.1.quantity: no such field'],
    [set('lines.0.colour', 'red'), 'lines.0.colour: no such field'],
    [set('lines.x.quantity', '5'), 'lines.x.quantity: no such field'],
    [set('lines.-1.quantity', '5'), 'no such field'],
    [set('__proto__.polluted', '5'), 'no such field'],
    [set('buyer.name.first', '5'), 'no such field'],
    [set('', '5'), 'no such field'],
    [set('buyer', null), 'buyer: is a group or a list; choose a field inside it'],
    [set('lines', []), 'lines: is a group or a list; choose a field inside it'],
    [set('date', '14.3.2025'), 'date: must be a date'],
    [set('number', undefined), 'number: requires a value'],
    [set('number', 'a\u0000b'), 'number: must not contain control characters'],
    [set('number', '\ud800'), 'number: must not contain control characters'],
    [set('number', 'x'.repeat(4001)), 'number: must have at most 4,000 characters'],
    [set('checks.0.passed', true), 'checks.0.passed: cannot be changed'],
    [set('review.needed', false), 'review.needed: cannot be changed'],
    [set('kind', 'heat_sheet'), 'kind: cannot be changed'],
    [insert('buyer', {}), 'buyer: only list entries'],
    [insert('lines.2', {}), 'lines.2: no such field'],
    [insert('lines.0', { amount: 'much' }), 'lines.0.amount: must be a number'],
    [insert('totals.charges.0', { name: 'Freight' }), 'totals.charges.0.amount: requires a value'],
    [remove('lines.1'), 'lines.1: no such field'],
    [remove('number'), 'number: only list entries'],
  ])('is rejected with its path, %#', (change, message) => {
    expect(rejection(change)).toMatch(/^INVALID_CHANGE /)
    expect(rejection(change)).toContain(message)
  })

  it('rejects all changes in the request', () => {
    const invoice = checkInvoice(createInvoice())
    const before = structuredClone(invoice)
    expect(() => correct(invoice, [set('number', 'X'), set('nonsense', 1)])).toThrow('nonsense')
    expect(invoice).toEqual(before)
  })
})

describe('approve', () => {
  it('closes the reasons until the reading changes again', () => {
    const wrong = checkInvoice(createInvoice({ totals: { tax: '1' } }))
    const stood = approve(wrong)
    expect(stood.review.needed).toBe(false)
    expect(stood.review.reasons.map(toStoredMessage)).toEqual(listOpenReasons(wrong))
    const again = correct(stood, [set('number', 'X')]).reading
    expect(listOpenReasons(again)).toEqual(listOpenReasons(wrong))
  })
})

const decimals = fc.integer({ min: -9999, max: 9999 }).map((number) => `${number / 100}`)
const anyChange = fc.oneof(
  fc
    .tuple(fc.nat(6), fc.constantFrom('quantity', 'unit_price', 'amount', 'discount'), decimals)
    .map(([line, key, value]) => set(`lines.${line}.${key}`, value)),
  fc.tuple(fc.nat(6), fc.string()).map(([line, text]) => set(`lines.${line}.description`, text)),
  fc.nat(6).map((line) => set(`lines.${line}.unit`, null)),
  fc
    .constantFrom('subtotal', 'tax_base', 'tax', 'grand_total', 'quantity')
    .chain((key) =>
      fc.oneof(decimals, fc.constant(null)).map((value) => set(`totals.${key}`, value)),
    ),
  fc.constantFrom('buyer.name', 'number', 'seller.tin').map((path) => set(path, 'Ünbekannt')),
  fc.constantFrom('buyer.name', 'number', 'lines.0.quantity').map(revert),
  fc.tuple(fc.nat(6), decimals).map(([line, amount]) => insert(`lines.${line}`, { amount })),
  fc.nat(6).map((line) => remove(`lines.${line}`)),
  decimals.map((amount) => insert('totals.charges.0', { name: 'Freight', amount })),
  fc.constant(remove('totals.charges.0')),
)

/** Returns the changes that succeed when they are applied one after the other. */
function keepApplicable(reading: InvoiceReading, changes: Change[]): Change[] {
  let state = reading
  return changes.filter((change) => {
    try {
      state = correct(state, [change]).reading
      return true
    } catch {
      return false
    }
  })
}

const doubted = anyInvoice.chain((invoice) =>
  fc.array(fc.nat(invoice.lines.length), { maxLength: 3 }).map((doubts) => ({
    ...invoice,
    evidence: Object.fromEntries([
      ['buyer.name', printed],
      ...invoice.lines.map((_, index) => [`lines.${index}.quantity`, printed]),
    ]) as InvoiceReading['evidence'],
    review: {
      needed: true,
      reasons: doubts.map((line) => ({
        code: 'line_unclear',
        path: `lines.${line}.quantity`,
        params: { field: 'lines.quantity' },
      })),
    },
  })),
)

/** Sorts the reasons, because undo adds restored reasons at the end. */
function sortReasons(reading: InvoiceReading): InvoiceReading {
  const key = (reason: object) => JSON.stringify(reason)
  const reasons = reading.review.reasons.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  return { ...reading, review: { ...reading.review, reasons } }
}

describe('any sequence of changes', () => {
  it('gives the same checks as a fresh reading with the same values', () => {
    fc.assert(
      fc.property(doubted, fc.array(anyChange, { maxLength: 12 }), (invoice, wanted) => {
        const { reading } = correct(invoice, keepApplicable(invoice, wanted))
        const fresh = checkInvoice({
          ...reading,
          checks: [],
          review: { needed: false, reasons: [] },
        })
        expect(reading.checks).toEqual(fresh.checks)
        expect(reading.review.reasons.filter(({ code }) => code !== 'line_unclear')).toEqual(
          fresh.review.reasons,
        )
      }),
    )
  })

  it('is undone by its inverse changes', () => {
    fc.assert(
      fc.property(doubted, fc.array(anyChange, { maxLength: 12 }), (invoice, wanted) => {
        const start = checkInvoice(invoice)
        const { reading, inverse } = correct(start, keepApplicable(start, wanted))
        expect(sortReasons(correct(reading, inverse).reading)).toEqual(sortReasons(start))
      }),
    )
  })

  it('has the same result when its changes are applied together or one by one', () => {
    fc.assert(
      fc.property(doubted, fc.array(anyChange, { maxLength: 8 }), (invoice, wanted) => {
        const changes = keepApplicable(invoice, wanted)
        const atOnce = correct(invoice, changes).reading
        const oneByOne = changes.reduce(
          (state, change) => correct(state, [change]).reading,
          checkInvoice(invoice),
        )
        expect(sortReasons(atOnce)).toEqual(sortReasons(oneByOne))
      }),
    )
  })
})

describe('a heat sheet', () => {
  const sheet: HeatSheetReading = {
    kind: 'heat_sheet',
    sheet: 'program',
    meet_name: 'Spring Splash',
    meet_start: null,
    meet_end: null,
    session_date: null,
    venue: null,
    time_zone: null,
    swimmers: [],
    events: [],
    warnings: [{ code: 'estimated', path: null, params: {} }],
    evidence: { 'events.0': printed },
  }
  const swim = createSwim({ session: null, heat_start_time: null })
  const reading = { ...sheet, events: [swim] }

  it("is corrected like an invoice; a value keeps its row's position", () => {
    const changed = correct(reading, [
      set('events.0.lane', 5),
      set('events.0.heat_start_time', '09:15'),
    ])
    expect(changed.reading.events[0]).toMatchObject({ lane: 5, heat_start_time: '09:15' })
    expect(changed.reading.evidence['events.0.lane']).toMatchObject({
      page: 1,
      box: printed.box,
      source: 'human',
    })
    expect(correct(changed.reading, changed.inverse).reading).toEqual(reading)
    expect(approve(reading)).toEqual(reading)
  })

  it('rejects invalid times', () => {
    expect(() => correct(reading, [set('events.0.heat_start_time', '25:00')])).toThrow(
      'events.0.heat_start_time: ',
    )
    expect(() => correct(reading, [set('warnings.0.message', '')])).toThrow('cannot be changed')
  })
})
