import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { parseNumber } from './numbers.ts'
import { joinSpacedNumbers, restoreSpaces } from './spaced-numbers.ts'

const joinWords = (drawing: string) =>
  joinSpacedNumbers(drawnPages(drawing)).flatMap(({ words }) => words.map(({ text }) => text))

describe('joinSpacedNumbers', () => {
  it('joins a number whose groups are spaced apart', () => {
    const words = joinWords('Lamp   2   1 234,50   €12 345 678,90')
    expect(words.map(restoreSpaces)).toEqual(['Lamp', '2', '1 234,50', '€12 345 678,90'])
    expect(words.slice(2).map((word) => parseNumber(word, undefined))).toEqual([
      '1234.5',
      '12345678.9',
    ])
  })

  it('joins groups that recognised text places slightly above each other', () => {
    const [page] = drawnPages('Sum   56 540,00')
    const words = page?.words.map((word, at) => ({ ...word, baseline: word.baseline + at * 1.2 }))
    const [joined] = joinSpacedNumbers([{ ...page, words } as Page])
    expect(joined?.words.map(({ text }) => restoreSpaces(text))).toEqual(['Sum', '56 540,00'])
  })

  it('keeps numbers in different columns and on different lines separate', () => {
    expect(joinWords('2  345,00   1 234,50')).toHaveLength(3)
    expect(joinWords('1 234,50   12\n345,00')).toHaveLength(3)
  })

  it('does not change anything if no decimals serve as evidence, or if the document uses another group separator', () => {
    expect(joinWords('Cable 12 345')).toHaveLength(3)
    expect(joinWords('Cable 12 345,00   1.234,50')).toHaveLength(4)
  })
})
