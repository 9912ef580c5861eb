import { describe, expect, it } from 'vitest'
import { readAnyInvoice } from '../../src/extraction/any-invoice/read-any-invoice.ts'
import { loadVocabulary } from '../../src/extraction/mapping/load-vocabulary.ts'
import { drawnPages } from '../fixtures/drawn-page.ts'
import { generateInvoice, type ExpectedInvoice } from '../fixtures/generated/generate-invoice.ts'
import type { InvoiceReading } from '../../src/domain/invoice/invoice.ts'
import { cpuSeconds } from '../support/processes/cpu-time.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

const header = `
Alpha Trading GmbH                                   INVOICE
Hauptstrasse 1, 10115 Berlin                         Invoice No: A-1001
                                                     Invoice Date: 14 Sep 2025
Bill To: Beta Ltd.

`
const table = `
Description                  Quantity     Unit Price     Amount EUR
Consulting                        120          80.00       9,600.00
Hosting                             1       1,000.00       1,000.00
`

function read(totals: string, items = table): InvoiceReading {
  return readAnyInvoice(drawnPages(header + items + totals), vocabulary)
}

/** Returns the paths of the review reasons about lines and totals. */
function listDoubts({ review }: InvoiceReading): string[] {
  return review.reasons
    .filter(({ path }) => /^(lines|totals)/.test(path ?? ''))
    .map(({ path, code }) => `${path} ${code}`)
}

describe('totals read without a mapping', () => {
  it('are confirmed by a printed rate, without a review reason', () => {
    const reading = read(`
                                  Subtotal              10,600.00
                                  VAT 19%                2,014.00
                                  Total                 12,614.00`)
    expect(reading.totals).toMatchObject({ subtotal: '10600', tax: '2014', grand_total: '12614' })
    expect(listDoubts(reading)).toEqual([])
  })

  it.each([
    ['the grand total contains an amount that no line mentions', '12,614.00', '12614'],
    ['the total is lower than the subtotal', '10,570.00', '10570'],
  ])('are flagged if %s', (_why, printed, grandTotal) => {
    const reading = read(`
                                  Subtotal              10,600.00
                                  TOTAL EUR             ${printed}`)
    expect(reading.totals.grand_total).toBe(grandTotal)
    expect(listDoubts(reading)).not.toEqual([])
  })

  it('are identified by their labels and flagged if nothing adds up', () => {
    const reading = read(`
                                  Subtotal              10,600.00
                                  Freight                  100.00
                                  VAT 19%                2,014.00
                                  Total due              3,000.00`)
    expect(reading.totals).toMatchObject({
      subtotal: '10600',
      tax: '2014',
      grand_total: '3000',
      charges: [{ name: 'Freight', amount: '100' }],
    })
    expect(listDoubts(reading)).toContain('totals.grand_total grand_total_differs')
  })

  it('never use a subtotal as the grand total because it adds up', () => {
    const reading = read(`
                                  Subtotal              10,600.00`)
    expect(reading.totals).toMatchObject({ subtotal: '10600', grand_total: null })
  })

  it('compute the tax if only its rate is printed, and flag it', () => {
    const reading = read(`
                                  Subtotal              10,600.00
                                  GST: 19%
                                  Total                 12,614.00`)
    expect(reading.totals).toMatchObject({ tax: '2014', grand_total: '12614' })
    expect(listDoubts(reading)).toContain('totals.tax total_doubtful')
  })

  it('distinguish withholding from tax and the grand total', () => {
    const reading = read(`
                                  Subtotal              10,600.00
                                  VAT 11%                1,166.00
                                  Total                 11,766.00
                                  Withholding tax 2%      -212.00
                                  Amount due            11,554.00`)
    expect(reading.totals).toMatchObject({ tax: '1166', grand_total: '11766' })
    expect(reading.totals.withheld).toEqual([{ name: 'Withholding tax 2%', amount: '212' }])
    expect(listDoubts(reading)).toEqual([])
  })

  it('distinguish payments and the balance from the grand total', () => {
    const reading = read(`
                                  Subtotal              10,600.00
                                  VAT 19%                2,014.00
                                  Total                 12,614.00
                                  Paid                  -2,614.00
                                  Balance due           10,000.00`)
    expect(reading.totals).toMatchObject({ tax: '2014', grand_total: '12614' })
    expect(listDoubts(reading)).toEqual([])
  })

  it('add up several rates, charges and discounts', () => {
    const reading = read(`
                                  Subtotal              10,600.00
                                  Discount                -600.00
                                  Shipping                 100.00
                                  VAT 19% on 9,000.00    1,710.00
                                  VAT 7% on 1,100.00        77.00
                                  Total                 11,887.00`)
    expect(reading.totals).toMatchObject({ tax: '1787', grand_total: '11887' })
    expect(reading.totals.charges.map(({ amount }) => amount)).toEqual(['-600', '100'])
  })

  it('flag a labelled amount above the total that no equation explains', () => {
    const reading = read(`
                                  Subtotal              10,600.00
                                  Total taxable          7,000.00
                                  VAT 19%                2,014.00
                                  Total                 12,614.00`)
    expect(listDoubts(reading)).toContain('totals amount_unexplained')
  })

  it('flag a second total below the first, but not sums in another table', () => {
    const totals = `
                                  Subtotal              10,600.00
                                  VAT 19%                2,014.00
                                  Total                 12,614.00`
    expect(
      listDoubts(read(`${totals}\n                         Net value of stock     7,000.00`)),
    ).toEqual([])
    expect(
      listDoubts(read(`${totals}\n                         Grand total           13,000.00`)),
    ).toContain('totals amount_unexplained')
  })
})

describe('lines read without a mapping', () => {
  it('are found by quantity times price without a header, and flagged because no header identifies the columns', () => {
    const reading = read(
      `
                                  Subtotal              10,600.00
                                  Total                 10,600.00`,
      `
Consulting                        120          80.00       9,600.00
Hosting                             2         500.00       1,000.00
`,
    )
    expect(reading.lines.map(({ amount }) => amount)).toEqual(['9600', '1000'])
    expect(listDoubts(reading)).toContain('lines lines_doubtful')
  })

  it('keep the printed price of a discounted row and flag it', () => {
    const reading = read(
      `
                                           Subtotal              1,080.00
                                           Total                 1,080.00`,
      `
Description                  Quantity     Unit Price   Discount     Amount EUR
Lamp                               12         100.00        10%       1,080.00
`,
    )
    expect(reading.lines).toMatchObject([{ unit_price: '100', discount: '120', amount: '1080' }])
    expect(listDoubts(reading)).toEqual(['lines.0.unit_price price_adjusted'])
  })
})

/** Returns line and total values that differ from the expected values. */
function findMistakes({ lines, totals }: InvoiceReading, truth: ExpectedInvoice): string[] {
  const isSame = (one: string | null | undefined, other: string | null | undefined) =>
    Math.abs(Number(one ?? 0) - Number(other ?? 0)) < 0.005
  if (lines.length !== truth.lines.length) return ['lines']
  const rows = truth.lines.flatMap((line, index) =>
    (['quantity', 'unit_price', 'amount'] as const)
      .filter((name) => !isSame(line[name], lines[index]?.[name]))
      .map((name) => `lines.${index}.${name}`),
  )
  const sums = (['tax', 'grand_total'] as const).filter(
    (name) => !isSame(truth.totals[name], totals[name]),
  )
  return [...rows, ...sums]
}

it('reads the lines and totals of 2,000 generated invoices exactly or flags them', () => {
  let exact = 0
  for (let seed = 0; seed < 2000; seed++) {
    const { pages, truth } = generateInvoice(seed)
    const reading = readAnyInvoice(pages, vocabulary)
    const wrong = findMistakes(reading, truth)
    if (wrong.length === 0) exact += 1
    else {
      const isFlagged = listDoubts(reading).length > 0
      expect({ seed, wrong, isFlagged }).toMatchObject({ isFlagged: true })
    }
  }
  expect(exact).toBeGreaterThan(1950)
}, 600_000)

it('reads a page with 10,000 numbers in bounded time and flags it', async () => {
  const row = Array.from({ length: 50 }, (_, index) => String(index * 37 + 11)).join('  ')
  const page = `${header}\nTotal due  1,000,000.00\n${Array.from({ length: 200 }, () => row).join('\n')}`
  const read = () => readAnyInvoice(drawnPages(page), vocabulary)
  expect(read().review.needed).toBe(true)
  expect(await cpuSeconds(read)).toBeLessThan(20)
})
