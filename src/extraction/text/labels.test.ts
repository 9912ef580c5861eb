import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { findLabel } from './labels.ts'
import { readTextLines } from './text-lines.ts'

function find(label: string, drawing: string) {
  const segments = readTextLines(drawnPages(drawing)).flatMap((line) => line.segments)
  return findLabel(label, segments).map(({ fit, segment, rest }) => [fit, segment.text, rest?.text])
}

describe('findLabel', () => {
  it('prefers a label that fills its segment to a label within longer text', () => {
    expect(find('Total', 'Sub Total   Total Price   Total')).toEqual([
      ['whole', 'Total', undefined],
      ['beginning', 'Total Price', 'Price'],
      ['inside', 'Sub Total', undefined],
    ])
  })

  it('ignores case, spaces, colons and dots', () => {
    expect(find('Invoice No.:', 'INVOICE  NO')).toEqual([])
    expect(find('Invoice No.:', 'INVOICE NO :')).toEqual([['whole', 'INVOICE NO :', undefined]])
    expect(find('Sub Total', 'SUBTOTAL')).toEqual([['whole', 'SUBTOTAL', undefined]])
  })

  it('matches at word boundaries', () => {
    expect(find('Tax', 'Taxes   Syntax')).toEqual([])
    expect(find('Tax', 'Tax12%   3)Tax')).toEqual([
      ['beginning', 'Tax12%', '12%'],
      ['inside', '3)Tax', undefined],
    ])
  })

  it('returns the rest of a word that contains the end of the label, unchanged', () => {
    expect(find('Paid', 'Paid:1.500,00 today')).toEqual([
      ['beginning', 'Paid:1.500,00 today', ':1.500,00 today'],
    ])
  })
})
