import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import type { InvoiceMapping } from '../../domain/mapping/mapping.ts'
import { findHeader } from './table-header.ts'
import { readTextLines } from '../text/text-lines.ts'

const layout = {
  columns: {
    no: ['No'],
    description: ['Item', 'Goods'],
    unit_price: ['Price'],
    amount: ['Amount'],
  },
  split: {},
} as unknown as InvoiceMapping['table']

function find(drawing: string, more: Partial<InvoiceMapping['table']> = {}) {
  const segments = readTextLines(drawnPages(drawing)).flatMap((line) => line.segments)
  return findHeader({ ...layout, ...more }, segments)
}

describe('findHeader', () => {
  it('finds labels on a line, including alternatives', () => {
    expect(find('Price list\n\n\n\nNo   Goods   Price   Amount')).toMatchObject({
      baseline: 60,
      columns: [
        { name: 'no', kind: 'text', left: 0, right: 10 },
        { name: 'description', kind: 'text', left: 25, right: 50 },
        { name: 'unit_price', kind: 'number', left: 65, right: 90 },
        { name: 'amount', kind: 'number', left: 105, right: 135 },
      ],
    })
  })

  it('finds a multi-line header and starts below it', () => {
    expect(find('             Price\nNo   Item\n                     Amount')?.baseline).toBe(36)
  })

  it('requires all labels, close together, from left to right', () => {
    expect(find('No   Item   Price')).toBeUndefined()
    expect(find('No   Item   Price\n\n\n\nAmount')).toBeUndefined()
    expect(find('No   Item   Amount   Price')).toBeUndefined()
  })

  it('ignores a missing optional column', () => {
    const found = find('No   Item   Amount', { optional: ['unit_price'] })
    expect(found?.columns.map(({ name }) => name)).toEqual(['no', 'description', 'amount'])
    expect(find('No   Price   Amount', { optional: ['unit_price'] })).toBeUndefined()
  })

  it('keeps the position of printed columns that are not read', () => {
    const names = (drawing: string) =>
      find(drawing, { other: ['Tax', 'Ref'] })?.columns.map(({ name }) => name)
    const own = ['no', 'description', 'unit_price']
    expect(names('No   Item   Price   Tax   Amount')).toEqual([...own, 'other', 'amount'])
    expect(names('No   Item   Price   Amount')).toEqual([...own, 'amount'])
  })

  it('skips a word above the table that resembles a label', () => {
    expect(find('No delivery\n\n\n\n\nNo   Item   Price   Amount')?.baseline).toBe(72)
  })
})
