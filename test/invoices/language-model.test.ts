import { describe, expect, it } from 'vitest'
import {
  answerFields,
  type AnswerPath,
  type InvoiceAnswer,
} from '../../src/domain/invoice/invoice-answer.ts'
import type { InvoiceReading } from '../../src/domain/invoice/invoice.ts'
import {
  findUncertainFields,
  toQuestionText,
} from '../../src/extraction/any-invoice/model/find-question.ts'
import { readAnyInvoice } from '../../src/extraction/any-invoice/read-any-invoice.ts'
import { loadVocabulary } from '../../src/extraction/mapping/load-vocabulary.ts'
import { drawnInvoice } from '../fixtures/drawn-invoice.ts'
import { drawnPages } from '../fixtures/drawn-page.ts'
import { generateInvoice } from '../fixtures/generated/generate-invoice.ts'
import { createRandom } from '../fixtures/random.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

/** A document without a label that confirms any value. */
const unclear = `
Sunrise Trading                                    Harbour Goods
Reg 01.234.567.8-901.000

Statement AX-7781
Written on 4 March 2025
Seen on 9 March 2025

Item                      Qty    Price     Amount
Copper wire                 2    10.00      20.00
Steel pipe                  3    20.00      60.00
                          Altogether        80.00
`

const nothing: InvoiceAnswer = {
  number: null,
  date: null,
  seller_name: null,
  seller_tax_number: null,
  buyer_name: null,
  buyer_tax_number: null,
  subtotal: null,
  tax: null,
  grand_total: null,
}
const allPaths = Object.keys(answerFields) as AnswerPath[]

function read(drawing: string, answer?: Partial<InvoiceAnswer>, paths = allPaths): InvoiceReading {
  const reply = answer && { model: 'invented-1', paths, answer: { ...nothing, ...answer } }
  return readAnyInvoice(drawnPages(drawing), vocabulary, reply)
}

function reasons({ review }: InvoiceReading): string[] {
  return review.reasons.map(({ path, code }) => `${path} ${code}`)
}

describe("a language model's answer", () => {
  it('replaces an uncertain value, which keeps a reason and its alternative', () => {
    expect(read(unclear).date).toBe('2025-03-04')
    const parties = { seller_name: 'Harbour Goods', buyer_name: 'Sunrise Trading' }
    const reading = read(unclear, { date: '9 March 2025', ...parties })
    expect(reading).toMatchObject({
      date: '2025-03-09',
      seller: { name: 'Harbour Goods' },
      buyer: { name: 'Sunrise Trading' },
      evidence: { date: { page: 1, text: 'Seen on 9 March 2025', source: 'llm' } },
      alternatives: { date: [{ value: '2025-03-04' }] },
    })
    expect(reasons(reading)).toEqual(
      expect.arrayContaining(['date value_from_model', 'seller.name value_from_model']),
    )
    expect(reading.language_model).toEqual({
      model: 'invented-1',
      asked: allPaths,
      answered: true,
      found: 3,
      not_on_page: 0,
    })
  })

  it('fills in a missing value, which gets a reason', () => {
    const empty = unclear.replace('Statement AX-7781', 'our sign   Lyra seven')
    expect(read(empty).seller.tin).toBeNull()
    const reading = read(empty, { seller_tax_number: '01.234.567.8-901.000' })
    expect(reading.seller.tin).toBe('012345678901000')
    expect(reasons(reading)).toContain('seller.tin value_from_model')
  })

  it('fills in totals only if none was found, and the sums must still hold', () => {
    const open = unclear.replace(
      'Altogether        80.00',
      `Subtotal          80.00
                          We ask for 81.00 within a week`,
    )
    expect(read(open).totals.grand_total).toBeNull()
    const reading = read(open, { grand_total: '81.00' })
    expect(reading.totals.grand_total).toBe('81')
    expect(reasons(reading)).toEqual(
      expect.arrayContaining([
        'totals.grand_total value_from_model',
        'totals.grand_total grand_total_differs',
      ]),
    )
  })

  it('is dropped and counted if the page does not show it', () => {
    const without = read(unclear)
    const reading = read(unclear, {
      number: 'AX-778',
      date: '5 March 2025',
      seller_name: 'Sunrise Trading Corporation',
      buyer_name: 'x'.repeat(5000),
      grand_total: '81.00',
    })
    expect(reading.language_model).toMatchObject({ found: 0, not_on_page: 5 })
    expect({ ...reading, language_model: undefined }).toEqual({
      ...without,
      language_model: undefined,
    })
  })

  it('does not change values that need no review', () => {
    const without = read(drawnInvoice)
    expect(reasons(without).filter((it) => !it.startsWith('null'))).toEqual([])
    const reading = read(drawnInvoice, {
      number: 'PO-88123',
      date: '04 Juni 2024',
      seller_name: 'PT Maju Bersama',
      buyer_name: 'PT Sinar Abadi',
      tax: 'Rp 10.000',
      grand_total: 'Rp 10.000',
    })
    expect({ ...reading, language_model: undefined }).toEqual({
      ...without,
      language_model: undefined,
    })
  })

  it('is ignored for a party whose name is in the table', () => {
    const reading = read(unclear, { seller_name: 'Copper wire', buyer_name: 'Steel pipe' })
    expect([reading.seller.name, reading.buyer.name]).not.toContain('Copper wire')
    expect([reading.seller.name, reading.buyer.name]).not.toContain('Steel pipe')
  })

  it('never removes the reason for an uncertain total, even if the answer is right', () => {
    expect(reasons(read(unclear))).toContain('totals.grand_total total_doubtful')
    for (const grand_total of ['80.00', '60.00', '20.00']) {
      const paths = read(unclear, { grand_total, subtotal: grand_total }).review.reasons.map(
        ({ path }) => path,
      )
      expect(paths).toContain('totals.grand_total')
    }
  })

  it('is recorded as missing if the document was sent without a usable answer', () => {
    const reply = { model: 'invented-1', paths: allPaths, answer: null }
    const { language_model, ...reading } = readAnyInvoice(drawnPages(unclear), vocabulary, reply)
    expect(language_model).toMatchObject({ answered: false, found: 0, not_on_page: 0 })
    expect(reading).toEqual(read(unclear))
  })
})

describe('a language model that answers with any text on the page', () => {
  it('neither removes a reason nor changes a value that has none', () => {
    for (let seed = 1; seed <= 15; seed++) {
      const { pages } = generateInvoice(seed)
      const random = createRandom(seed)
      const words = pages.flatMap((page) => page.words.map(({ text }) => text))
      const pick = () => words[Math.floor(random() * words.length)] ?? null
      const answer = Object.fromEntries(Object.values(answerFields).map((key) => [key, pick()]))
      const reply = { model: 'invented-1', paths: allPaths, answer: answer as InvoiceAnswer }
      const before = readAnyInvoice(pages, vocabulary)
      const after = readAnyInvoice(pages, vocabulary, reply)
      const flagged = after.review.reasons.map(({ path }) => path ?? '')
      for (const { path } of before.review.reasons) expect(flagged).toContain(path ?? '')
      for (const path of allPaths)
        if (valueAt(before, path) !== valueAt(after, path)) expect(flagged).toContain(path)
    }
  })
})

function valueAt(reading: InvoiceReading, path: AnswerPath): unknown {
  return path
    .split('.')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], reading)
}

describe('a question for a language model', () => {
  it('lists the uncertain values, and only then the missing tax numbers', () => {
    expect(findUncertainFields(read(unclear))).toEqual([
      'date',
      'seller.name',
      'buyer.name',
      'totals.subtotal',
      'totals.tax',
      'totals.grand_total',
      'seller.tin',
      'buyer.tin',
    ])
    expect(findUncertainFields(read(drawnInvoice))).toEqual([])
  })

  it('has a limited length and contains the first and last pages', () => {
    const pages = drawnPages(
      ...Array.from({ length: 30 }, (_, index) => `page ${index + 1} `.repeat(800)),
    )
    const text = toQuestionText(pages)
    expect(text.length).toBeLessThan(20_010)
    expect(text).toContain('page 1 ')
    expect(text).toContain('page 30')
  })
})
