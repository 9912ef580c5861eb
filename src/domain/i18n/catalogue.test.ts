import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { faults as enFaults } from './en/faults.ts'
import { problems as enProblems } from './en/problems.ts'
import { reading as enReading } from './en/reading.ts'
import { faults as idFaults } from './id/faults.ts'
import { problems as idProblems } from './id/problems.ts'
import { reading as idReading } from './id/reading.ts'
import type { ProblemParams } from '../messages/problem-codes.ts'
import { fixedBudgets } from '../api/rate-budgets.ts'
import { faultSamples } from '../../../test/fixtures/fault-samples.ts'
import { readingSamples } from '../../../test/fixtures/message-samples.ts'
import { problemSamples } from '../../../test/fixtures/problem-samples.ts'
import { renderFrom } from '../messages/render-from.ts'
import type { ReadingParams } from '../messages/reading-codes.ts'

/** Traces of a missing or invalid param in a sentence. */
const leftover = /undefined|null|NaN|\[object|\$\{|\{\w*\}/

/** Codes whose text is not translated. */
const quoted = ['other', 'admin_file']

const tables = [
  { en: enReading, id: idReading, samples: readingSamples },
  { en: enProblems, id: idProblems, samples: problemSamples },
  { en: enFaults, id: idFaults, samples: faultSamples },
]

const cases = tables.flatMap(({ en, id, samples }) =>
  Object.entries(samples).flatMap(([code, all]) =>
    (all as object[]).map((params) => ({ code, params, en, id })),
  ),
)

const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|domain\/i18n/.test(file))
  .map((file) => readFileSync(path.join('src', file), 'utf8'))
  .join('\n')

describe('message catalogue', () => {
  it('has samples and sentences in both languages for the same codes', () => {
    for (const { en, id, samples } of tables) {
      expect(Object.keys(en).sort()).toEqual(Object.keys(samples).sort())
      expect(Object.keys(id).sort()).toEqual(Object.keys(samples).sort())
    }
  })

  it.each(cases)('renders $code with $params in both languages', ({ code, params, en, id }) => {
    const stored = { code, path: 'lines.2.amount', params: JSON.parse(JSON.stringify(params)) }
    const [english, indonesian] = [en, id].map((catalogue) => renderFrom(catalogue, stored))
    for (const text of [english, indonesian]) {
      expect(text).not.toBe(code)
      expect(text).not.toMatch(leftover)
    }
    if (!quoted.includes(code)) expect(english).not.toBe(indonesian)
  })

  it('names every rate limit in Indonesian', () => {
    const names = ['uploads', ...Object.keys(fixedBudgets)]
    const sentences = names.map((budget) =>
      idProblems.rate_exceeded({ most: 1, budget, seconds: 1 }, 0),
    )
    expect(names.filter((name, nth) => sentences[nth]?.includes(` ${name} `))).toEqual([])
  })

  it('has no code with two meanings, because one table renders them all', () => {
    const codes = tables.flatMap(({ samples }) => Object.keys(samples))
    const shared = codes.filter((code, index) => codes.indexOf(code) !== index)
    // This code is in both tables, with the same sentence.
    expect(shared).toEqual(['e_invoice_unreadable'])
  })

  it('has a code for every schema check', () => {
    const sentences = /\.(?:refine|regex)\((?:[^'\n]|\n)*?,\s*(['`][^'`]*['`])\s*,?\s*\)/g
    const schemas = readdirSync('src/domain', { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .map((file) => readFileSync(path.join('src/domain', file), 'utf8'))
    const found = schemas.flatMap((text) => [...text.matchAll(sentences)].map((match) => match[1]))
    expect(found).toEqual([])
  })

  it('has no unused code', () => {
    const codes: string[] = tables.flatMap(({ samples }) => Object.keys(samples))
    expect(codes.filter((code) => !source.includes(`'${code}'`))).toEqual([])
  })
})

describe('a stored message', () => {
  const stored = { code: 'sum_matches', path: 'totals.subtotal', params: { subtotal: '1000000.5' } }

  it('is rendered from the current catalogue, not from its stored text', () => {
    const old = { ...stored, message: 'The lines come to the subtotal.' }
    const reworded = {
      sum_matches: ({ subtotal }: ReadingParams['sum_matches']) => `= ${subtotal}`,
    }
    expect(renderFrom(enReading, old)).toBe('The lines add up to the subtotal of 1,000,000.5.')
    expect(renderFrom(reworded, old)).toBe('= 1000000.5')
  })

  it('derives its line number from its path', () => {
    const missing = { code: 'line_value_missing', params: { field: 'lines.quantity' } }
    const texts = ['lines.0.quantity', 'lines.11.quantity'].map((at) =>
      renderFrom(enReading, { ...missing, path: at }),
    )
    expect(texts).toEqual(['Line 1 has no quantity.', 'Line 12 has no quantity.'])
  })

  it('falls back to its stored text or its code if the code is unknown', () => {
    const unknown = { code: 'from_the_future', path: null, params: {} }
    expect(renderFrom(enReading, { ...unknown, message: 'Something new.' })).toBe('Something new.')
    expect(renderFrom(enReading, unknown)).toBe('from_the_future')
    expect(renderFrom(enReading, { ...unknown, code: 'toString' })).toBe('toString')
    const lacking = { code: 'rows_differ', path: null, params: {}, message: 'Rows differ.' }
    expect(renderFrom(enReading, lacking)).toBe('Rows differ.')
  })
})

it('states the path of a fault', () => {
  const missing = { code: 'missing', params: {} }
  const texts = [enFaults, idFaults].flatMap((catalogue) =>
    ['fields.date', null].map((at) => renderFrom(catalogue, { ...missing, path: at })),
  )
  expect(texts).toEqual([
    'fields.date: is missing',
    'is missing',
    'fields.date: belum diisi',
    'belum diisi',
  ])
})

it('formats numbers for each language', () => {
  const params: ProblemParams['too_many_pages'] = { pages: 1_000_000, most: 2000 }
  expect(enProblems.too_many_pages(params, 0)).toContain('1,000,000 pages')
  expect(idProblems.too_many_pages(params, 0)).toContain('1.000.000 halaman')
})
