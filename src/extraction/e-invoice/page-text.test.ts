import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { datePattern } from './date-pattern.ts'
import { findText, readPageText } from './page-text.ts'

const numbersIn = (drawing: string) => [...readPageText(drawnPages(drawing)).numbers.keys()]

describe('readPageText', () => {
  it.each([
    ['1.234,56 €', '1234.56'],
    ['€1,234.56', '1234.56'],
    ['1 234,56 €', '1234.56'],
    ["CHF 1'234.56", '1234.56'],
    ['EUR1234,56', '1234.56'],
    ['1234,56EUR', '1234.56'],
    ['Rp 1.234.567', '1234567'],
    ['Summe: 300', '300'],
    ['-10,00', '-10'],
    ['10,00-', '-10'],
    ['(10,00)', '-10'],
    ['9,9000', '9.9'],
  ])('finds numbers in every notation: %s', (written, value) => {
    expect(numbersIn(written)).toContain(value)
  })

  it('returns both interpretations of an ambiguous number', () => {
    expect(numbersIn('1.234')).toEqual(['1234', '1.234'])
  })

  it.each(['ABCDE300', 'FA-300', 'X/300', '1300', '300g5', '300.5.1'])(
    'ignores numbers inside other text: %s',
    (written) => {
      expect(numbersIn(written)).not.toContain('300')
    },
  )

  it('does not join numbers across a column gap', () => {
    expect(numbersIn('20     198,00')).toEqual(['20', '198'])
  })
})

describe('findText', () => {
  const { segments } = readPageText(drawnPages('Nr.: RE-2026-08 15', 'Total RE-2026-0815x'))

  it('ignores spaces and case and returns whole words', () => {
    expect(findText(segments, 're-2026-0815')).toMatchObject({ page: 1, text: 'RE-2026-08 15' })
  })

  it('matches neither parts of longer text nor regular expressions', () => {
    expect(findText(segments, 'RE-2026-08 1')).toBeUndefined()
    expect(findText(segments, 'T.tal')).toBeUndefined()
    expect(findText(segments, 'x'.repeat(1_000_000))).toBeUndefined()
  })
})

describe('datePattern', () => {
  it.each([
    '2026-03-09',
    '09.03.2026',
    '9.3.26',
    '09/03/2026',
    '03/09/2026',
    '9. März 2026',
    '09. Maerz 2026'.replace('ae', 'ä'),
    'le 9 mars 2026',
    'March 9th, 2026',
    '9 Mar 2026',
    '9-Mar-26',
    '9 Maret 2026',
    '20260309',
  ])('matches %s', (written) => {
    expect(written).toMatch(datePattern('2026-03-09'))
  })

  it.each(['09.03.2025', '10.03.2026', '19.03.2026', '03.09.2026', '9 Mai 2026', '109.03.2026'])(
    'does not match %s',
    (written) => {
      expect(written).not.toMatch(datePattern('2026-03-09'))
    },
  )

  it('matches French and German month names', () => {
    const dates = [
      ['2026-02-01', '1er février 2026', '1. Februar 2026'],
      ['2026-06-02', '2 juin 2026', '2. Juni 2026'],
      ['2026-07-02', '2 juil. 2026', '2. Juli 2026'],
      ['2026-08-02', '2 aout 2026', '2. August 2026'],
      ['2026-12-24', '24 déc. 2026', '24. Dez. 2026'],
    ]
    for (const [date = '', ...written] of dates) {
      for (const form of written) expect(form).toMatch(datePattern(date))
    }
  })
})
