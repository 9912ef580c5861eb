import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shortenSummary, listSummaryText } from './summary.ts'

const Words = fc.option(fc.string({ unit: 'binary', maxLength: 300 }))
const Invoice = fc.record({
  kind: fc.constant('invoice' as const),
  number: Words,
  date: Words,
  seller: Words,
  buyer: Words,
  total: Words,
  currency: Words,
})

it('shortens each value to a single storable line', () => {
  fc.assert(
    fc.property(Invoice, (given) => {
      const brief = shortenSummary(given)
      expect(Object.keys(brief)).toEqual(Object.keys(given))
      for (const words of listSummaryText(brief)) {
        expect(words.length).toBeGreaterThan(0)
        expect(words.length).toBeLessThanOrEqual(200)
        expect(words.isWellFormed()).toBe(true)
        expect(words).not.toContain('\0')
      }
    }),
  )
})

it('keeps short values and marks shortened values', () => {
  const short = { kind: 'heat_sheet' as const, meet: 'Spring', date: null, swimmers: '' }
  expect(shortenSummary(short)).toEqual({ ...short, swimmers: null })
  expect(listSummaryText(shortenSummary(short))).toEqual(['Spring'])
  expect(shortenSummary({ ...short, meet: 'x'.repeat(201) })).toMatchObject({
    meet: `${'x'.repeat(199)}…`,
  })
})

it('is searchable only by visible values', () => {
  const summary = {
    kind: 'invoice',
    number: 'A-1',
    date: null,
    seller: 'PT A',
    buyer: null,
  } as const
  const hidden = { invoice_key: 'A A-1', coretax: 'ready', lacks_npwp: 'both' } as const
  const text = listSummaryText({ ...summary, total: '1', currency: null, ...hidden })
  expect(text).toEqual(['A-1', 'PT A', '1'])
  expect(listSummaryText(null)).toEqual([])
})
