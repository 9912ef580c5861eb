import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import type { TableColumn } from './table-header.ts'
import { readTextLines } from '../text/text-lines.ts'
import { alignToValleys } from './valleys.ts'

const columns: TableColumn[] = [
  { name: 'sku', kind: 'text', left: 10, right: 40 },
  { name: 'description', kind: 'text', left: 120, right: 150 },
  { name: 'amount', kind: 'number', left: 200, right: 230 },
]

const edges = (drawing: string) =>
  alignToValleys(columns, readTextLines(drawnPages(drawing))).map(({ left, right }) => [
    left,
    right,
  ])

describe('alignToValleys', () => {
  it("separates text columns at the items' white space and ignores numbers", () => {
    const drawing =
      'A-1          Lamp of brass            500\nB-200 / X    Wick and oil             20'
    expect(edges(drawing)).toEqual([
      [10, 55],
      [55, 150],
      [200, 230],
    ])
  })

  it('takes the last of several gaps, ignoring word spaces', () => {
    expect(edges('      A-1    Lamp of brass and glass  500')[0]?.[1]).toBe(55)
  })
})
