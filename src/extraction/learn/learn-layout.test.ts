import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { toFacts } from '../../../test/fixtures/supplier-invoice.ts'
import { cpuSeconds } from '../../../test/support/processes/cpu-time.ts'
import { loadVocabulary } from '../mapping/load-vocabulary.ts'
import { readInvoice } from '../layout/read-invoice.ts'
import { ExampleReading } from './example/example-reading.ts'
import { learnLayout } from './learn-layout.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

interface Item {
  name: string
  quantity: number
  price: number
}

interface InvoiceDrawing {
  number: string
  day: string
  items: Item[]
  taxLabel?: string
  buyer?: string
  more?: string
}

/** Draws a page by an invented sender, whose totals add up. */
function draw({
  number,
  day,
  items,
  taxLabel = 'Sales tax',
  buyer = 'Some Buyer',
  more = '',
}: InvoiceDrawing) {
  const net = items.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
  const row = ({ name, quantity, price }: Item, index: number) =>
    `${index + 1}   ${name.padEnd(20)}${String(quantity).padStart(4)} pcs${money(price).padStart(12)}${money(quantity * price).padStart(14)}`
  const total = (label: string, amount: number) =>
    `${label.padEnd(30)}${money(amount).padStart(28)}`
  return `
Paper Boats Ltd            Invoice number : ${number}
Harbour 7                  Invoice date   : ${day}
                           Due date       : 1 July 2026
Billed to
${buyer}

#   Article            Delivered            Price         Value
${items.map(row).join('\n')}

${total('Goods', net)}
${total(taxLabel, net / 10)}
${more}
${total('To pay', net * 1.1)}
Payable in EUR within 30 days`
}

function money(amount: number): string {
  return amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

function toReading({ number, day, items, buyer = 'Some Buyer' }: InvoiceDrawing): ExampleReading {
  const net = items.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
  const sender = { currency: 'EUR', seller: 'Paper Boats Ltd', unit: 'pcs' }
  return ExampleReading.parse({
    ...toFacts({ number, date: day, buyer, items }, sender),
    totals: {
      subtotal: String(net),
      tax: (net / 10).toFixed(2),
      grand_total: (net * 1.1).toFixed(2),
    },
  })
}

const boats: InvoiceDrawing = {
  number: 'PB-101',
  day: '5 May 2026',
  items: [
    { name: 'Boat, waxed', quantity: 12, price: 150 },
    { name: 'Flag', quantity: 30, price: 12.5 },
  ],
}
const cranes: InvoiceDrawing = {
  number: 'PB-117',
  day: '19 June 2026',
  buyer: 'Other Buyer',
  items: [
    { name: 'Crane garland', quantity: 3, price: 480 },
    { name: 'Stand of bamboo', quantity: 4, price: 35 },
    { name: 'Box', quantity: 10, price: 8.5 },
  ],
}

function learn(...drawings: { page: string; reading: ExampleReading }[]) {
  const examples = drawings.map(({ page, reading }) => ({ pages: drawnPages(page), reading }))
  return learnLayout({ name: 'paper_boats_v1', examples, vocabulary })
}

const example = (drawings: InvoiceDrawing) => ({
  page: draw(drawings),
  reading: toReading(drawings),
})

function learnSuccessfully(...drawings: InvoiceDrawing[]) {
  const result = learn(...drawings.map(example))
  if ('refusal' in result) throw new Error(JSON.stringify(result.refusal))
  return result
}

const read = (drawings: InvoiceDrawing, ...from: InvoiceDrawing[]) =>
  readInvoice(drawnPages(draw(drawings)), learnSuccessfully(...from).mapping)

describe('learnLayout', () => {
  it('reads another document from the sender without a review reason', () => {
    const reading = read(cranes, boats)
    expect(reading).toMatchObject({
      number: 'PB-117',
      date: '2026-06-19',
      currency: 'EUR',
      seller: { name: 'Paper Boats Ltd' },
      buyer: { name: 'Other Buyer' },
      totals: { subtotal: '1665', tax: '166.5', grand_total: '1831.5' },
      review: { needed: false, reasons: [] },
    })
    expect(reading.lines.map((it) => [it.description, it.quantity, it.unit, it.amount])).toEqual([
      ['Crane garland', '3', 'pcs', '1440'],
      ['Stand of bamboo', '4', 'pcs', '140'],
      ['Box', '10', 'pcs', '85'],
    ])
  })

  it("writes at most 40 lines, with the sender's name and without the document's values", () => {
    const { yaml, mapping } = learnSuccessfully(boats)
    expect(yaml.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
    expect(mapping.match).toContain('Paper Boats')
    expect(mapping.learned).toEqual({ from: 1 })
    for (const value of ['PB-101', 'Some Buyer', 'waxed', '1,800', '5 May'])
      expect(yaml).not.toContain(value)
  })

  it('learns the same layout every time', () => {
    expect(learnSuccessfully(boats).yaml).toBe(learnSuccessfully(boats).yaml)
  })

  it.each([
    ['number_unusual', { ...cranes, number: '2026/17' }],
    ['amount_unexplained', { ...cranes, more: `${'Deposit'.padEnd(30)}${'10.00'.padStart(28)}` }],
    ['total_not_printed', { ...cranes, taxLabel: 'Zehnt' }],
  ])('flags a later document: %s', (code, drawings) => {
    expect(read(drawings, boats).review.reasons.map((it) => it.code)).toContain(code)
  })

  it('rejects values that are not on the page and lists them', () => {
    const { page, reading } = example(boats)
    const wrong = { ...reading, number: 'PB-999', totals: { ...reading.totals, tax: '7.77' } }
    expect(learn({ page, reading: wrong })).toEqual({
      refusal: {
        code: 'values_not_on_page',
        example: 0,
        values: [
          { path: 'number', value: 'PB-999' },
          { path: 'totals.tax', value: '7.77' },
        ],
      },
    })
  })

  it('rejects a reading without lines and a document that is too long', () => {
    const { page, reading } = example(boats)
    expect(learn({ page, reading: { ...reading, lines: [] } })).toEqual({
      refusal: { code: 'no_lines', example: 0 },
    })
    const pages = drawnPages(...Array.from({ length: 31 }, () => page))
    expect(learnLayout({ name: 'x_v1', examples: [{ pages, reading }], vocabulary })).toEqual({
      refusal: { code: 'too_large', example: 0 },
    })
  })

  it('rejects a reading that no layout reproduces and shows the difference', () => {
    const { page, reading } = example(boats)
    const [first, ...rest] = reading.lines
    const lines = [{ ...first, description: 'waxed Boat' }, ...rest]
    const result = learn({ page, reading: ExampleReading.parse({ ...reading, lines }) })
    expect(result).toMatchObject({
      refusal: {
        code: 'not_reproduced',
        differences: [{ path: 'lines.0.description', expected: 'waxed Boat', read: 'Boat, waxed' }],
      },
    })
  })

  it('refines a layout with a second document that labels a total differently', () => {
    const other = { ...cranes, taxLabel: 'Zehnt' }
    const reading = read(other, boats, other)
    expect(reading.totals).toMatchObject({ tax: '166.5', grand_total: '1831.5' })
    expect(read(boats, boats, other)).toMatchObject({ totals: { tax: '217.5' } })
    expect(reading.review.reasons).toEqual([])
    expect(learnSuccessfully(boats, other).mapping.learned).toEqual({ from: 2 })
  })

  it('finishes in bounded time on a page with thousands of numbers', async () => {
    const { page, reading } = example(boats)
    const noise = Array.from({ length: 1000 }, (_, row) => `${row}  12.50   150.00   7   ${row}.10`)
    const seconds = await cpuSeconds(() => learn({ page: `${page}\n${noise.join('\n')}`, reading }))
    expect(seconds).toBeLessThan(20)
  })
})
