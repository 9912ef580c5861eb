import { expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import type { Segment } from '../text/text-lines.ts'
import { readTextDocument } from '../text/text-document.ts'
import { continueText } from './continue-text.ts'

/** Returns the joined text of a page's first segment, and how often the page's boxes were compared. */
function continueFirst(page: string) {
  const { segments_by_page } = readTextDocument(drawnPages(page))
  const segments = [...segments_by_page.values()].flat()
  let reads = 0
  const counted = segments.map((segment): Segment => {
    const { box } = segment
    return Object.defineProperty({ ...segment }, 'box', { get: () => (reads++, box) })
  })
  const [first] = counted
  if (!first) throw new Error('The page is empty')
  return { text: continueText(first, counted).text, reads }
}

it('ends above a line with text to its left', () => {
  const page = `
            Warehouse 3,
            Jl. Pelabuhan 12,
Carrier     Maersk
`
  expect(continueFirst(page).text).toBe('Warehouse 3, Jl. Pelabuhan 12,')
})

it('takes linear time for lines that end with a comma', () => {
  const readsOf = (count: number) => {
    const { text, reads } = continueFirst('part,\n'.repeat(count))
    expect(text.split(' ')).toHaveLength(count)
    return reads
  }
  expect(readsOf(800) / readsOf(100)).toBeLessThan(16)
})
