import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { alignWords } from './align-words.ts'
import type { TableColumn } from './table-header.ts'

const columns: TableColumn[] = [
  { name: 'sku', kind: 'text', left: 0, right: 40 },
  { name: 'description', kind: 'text', left: 50, right: 150 },
  { name: 'quantity', kind: 'number', left: 160, right: 180 },
  { name: 'amount', kind: 'number', left: 200, right: 250 },
]

/** Places a line at 5 points per character and returns the column of each word. */
const align = (line: string) => alignWords(drawnPages(line)[0]?.words ?? [], columns)

describe('alignWords', () => {
  it('assigns words to columns by distance', () => {
    expect(align('A-1       Blue lamp             2       500')).toEqual([0, 1, 1, 2, 3])
  })

  it('never puts text into a number column, however long it is', () => {
    expect(align('A-1       A lamp with a very long name indeed 2  500').slice(-3)).toEqual([
      1, 2, 3,
    ])
  })

  it('keeps a number that belongs to the text and fills the number columns', () => {
    expect(align('A-1       Cable  of 25            2       500')).toEqual([0, 1, 1, 1, 2, 3])
  })

  it('leaves a number column empty rather than moving a number from the next column', () => {
    expect(align('A-1       Lamp                            500')).toEqual([0, 1, 3])
  })

  it('keeps a currency with its amount', () => {
    expect(align('A-1       Lamp                  2    Rp   500')).toEqual([0, 1, 2, 3, 3])
  })

  it('reads a percentage as a discount, or as text elsewhere', () => {
    const withDiscount: TableColumn[] = [
      ...columns.slice(0, 3),
      { name: 'discount', kind: 'number', left: 200, right: 225 },
      { name: 'amount', kind: 'number', left: 240, right: 275 },
    ]
    const line = 'A-1       Alcohol 70%           2       10 %     500'
    const [page] = drawnPages(line)
    expect(alignWords(page?.words ?? [], withDiscount)).toEqual([0, 1, 1, 2, 3, 3, 4])
  })

  it('keeps close words together unless a column starts between them', () => {
    const line = 'A-1   Big blue lamp             2       500'
    expect(align(line)).toEqual([0, 0, 1, 1, 2, 3])
    const words = drawnPages(line)[0]?.words ?? []
    const farther = columns.map((column, index) => (index === 1 ? { ...column, left: 60 } : column))
    expect(alignWords(words, farther)).toEqual([0, 1, 1, 1, 2, 3])
  })
})
