import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { readTextLines } from './text-lines.ts'

const texts = (drawing: string) =>
  readTextLines(drawnPages(drawing)).map(({ segments }) => segments.map(({ text }) => text))

describe('readTextLines', () => {
  it('splits a line at gaps of an em or more', () => {
    expect(texts('Sub Total  12\nDate')).toEqual([['Sub Total', '12'], ['Date']])
  })

  it('skips drawn rules', () => {
    expect(texts('________  9\n=========\nA - B')).toEqual([['9'], ['A - B']])
  })

  it('skips vertical text', () => {
    const [page] = drawnPages('PAID  Total')
    if (page?.words[0]) page.words[0].box = [10, 10, 20, 90]
    expect(readTextLines(page ? [page] : []).map(({ text }) => text)).toEqual(['Total'])
  })
})
