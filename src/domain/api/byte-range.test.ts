import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRange } from './byte-range.ts'

describe('parseRange', () => {
  it.each([
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=2-5', { first: 2, last: 5 }],
    ['Bytes=2-', { first: 2, last: 9 }],
    ['bytes=2-99', { first: 2, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-99', { first: 0, last: 9 }],
    [`bytes=0-${'9'.repeat(400)}`, { first: 0, last: 9 }],
    ['bytes=10-', 'none'],
    ['bytes=10-12', 'none'],
    ['bytes=-0', 'none'],
    [`bytes=${'9'.repeat(400)}-`, 'none'],
    ['bytes=5-2', undefined],
    ['bytes=0-1,4-5', undefined],
    ['bytes=-', undefined],
    ['bytes=', undefined],
    ['bytes=a-b', undefined],
    ['bytes=1.5-2', undefined],
    ['lines=0-1', undefined],
    ['', undefined],
  ])('parses %s for ten bytes', (header, part) => {
    expect(parseRange(header, 10)).toEqual(part)
  })

  it('stays within the file for any input', () => {
    const number = fc.option(fc.nat({ max: 40 }), { nil: '' })
    fc.assert(
      fc.property(number, number, fc.nat({ max: 20 }), (from, to, bytes) => {
        const part = parseRange(`bytes=${from}-${to}`, bytes)
        if (part === undefined || part === 'none') return
        expect(part.first).toBeLessThanOrEqual(part.last)
        expect(part.last).toBeLessThan(bytes)
      }),
    )
  })
})
