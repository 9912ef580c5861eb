import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rejectUnsafeText } from './unsafe-text.ts'

const nested = (depth: number, inside: unknown): unknown =>
  depth === 0 ? inside : nested(depth - 1, depth % 2 ? [inside] : { a: inside })

describe('rejectUnsafeText', () => {
  it('accepts any JSON with well-formed strings', () => {
    const text = fc.string({ unit: 'binary' }).filter((one) => !one.includes('\0'))
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), text, (value, more) => {
        rejectUnsafeText([value, { [more]: more }])
      }),
    )
  })

  it('finds NUL and lone surrogates in any value or key', () => {
    const bad = fc.constantFrom('\0', '\uD800', '\uDC00', '\uDC00\uD800')
    const around = fc.string()
    const place = fc.integer({ min: 0, max: 40 })
    fc.assert(
      fc.property(around, bad, around, place, fc.boolean(), (before, odd, after, depth, isKey) => {
        const text = before + odd + after
        const value = nested(depth, isKey ? { [text]: 1 } : text)
        expect(() => rejectUnsafeText(value)).toThrow(/NUL/)
      }),
    )
  })

  it('rejects deeply nested JSON without overflowing', () => {
    rejectUnsafeText(nested(50, 'x'))
    expect(() => rejectUnsafeText(nested(51, 'x'))).toThrow(/50 levels/)
    expect(() => rejectUnsafeText(JSON.parse('['.repeat(1e6) + ']'.repeat(1e6)))).toThrow(
      /50 levels/,
    )
  })

  it('costs less than twice as much CPU time as parsing a list', () => {
    const text = `[${'0,'.repeat(200_000)}0]`
    const list: unknown = JSON.parse(text)
    const parsing = measureCpu(() => JSON.parse(text) as unknown)
    expect(measureCpu(() => rejectUnsafeText([list]))).toBeLessThan(2 * parsing)
  })
})

/** Returns the lowest CPU time of several calls, in microseconds, because the first calls are not optimised yet. */
function measureCpu(call: () => unknown): number {
  const times = Array.from({ length: 10 }, () => {
    const start = process.cpuUsage()
    call()
    const { user, system } = process.cpuUsage(start)
    return user + system
  })
  return Math.min(...times)
}
