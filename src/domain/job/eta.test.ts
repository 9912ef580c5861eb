import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Duration, estimateSeconds } from './eta.ts'

const alike = (count: number, bytes: number, seconds: number): Duration[] =>
  Array.from({ length: count }, () => ({ bytes, seconds }))

describe('estimateSeconds', () => {
  it('returns undefined for fewer than five documents', () => {
    expect(estimateSeconds(alike(4, 1000, 2), 1000)).toBeUndefined()
    expect(estimateSeconds(alike(5, 1000, 2), 1000)).toBe(2)
  })

  it('uses documents of similar size', () => {
    const history = [...alike(20, 10_000, 1), ...alike(20, 10_000_000, 30)]
    expect(estimateSeconds(history, 12_000)).toBe(1)
    expect(estimateSeconds(history, 8_000_000)).toBe(30)
  })

  it('returns undefined when durations for that size vary widely', () => {
    const history = [...alike(5, 1000, 1), ...alike(5, 1000, 60)]
    expect(estimateSeconds(history, 1000)).toBeUndefined()
  })

  it('is within 50% for four of five documents with noisy durations', () => {
    const history: Duration[] = []
    let estimates = 0
    let right = 0
    for (let n = 1; n <= 400; n++) {
      const [size, noise] = [(n * 0.618034) % 1, (n * 0.754878) % 1]
      const bytes = 10 ** (4 + 3 * size)
      const seconds = (0.2 + bytes / 1e6) * 2 ** (noise - 0.5)
      const expected = estimateSeconds(history, bytes)
      if (expected !== undefined) estimates += 1
      if (expected !== undefined && Math.abs(expected - seconds) <= seconds / 2) right += 1
      history.push({ bytes, seconds })
    }
    expect(estimates).toBeGreaterThan(300)
    expect(right).toBeGreaterThanOrEqual(0.8 * estimates)
  })

  it('is within 50% for four of five documents in a real history', () => {
    // Size and duration of each benchmark invoice, in the order in which they were read, over several runs.
    const file = 'test/fixtures/corpus-durations.json'
    const read = JSON.parse(readFileSync(file, 'utf8')) as [number, number][]
    const history: Duration[] = []
    let estimates = 0
    let right = 0
    for (const [bytes, seconds] of read) {
      const expected = estimateSeconds(history, bytes)
      if (expected !== undefined) estimates += 1
      if (expected !== undefined && Math.abs(expected - seconds) <= seconds / 2) right += 1
      history.unshift({ bytes, seconds })
    }
    expect(estimates).toBeGreaterThan(read.length / 2)
    expect(right).toBeGreaterThanOrEqual(0.8 * estimates)
  })

  it('is between the shortest and the longest known duration', () => {
    const one = fc.record({
      bytes: fc.nat(1e7),
      seconds: fc.double({ min: 0.01, max: 600, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(one), fc.nat(1e7), (history, bytes) => {
        const expected = estimateSeconds(history, bytes)
        if (expected === undefined) return
        const all = history.map(({ seconds }) => seconds)
        expect(expected).toBeGreaterThanOrEqual(Math.min(...all))
        expect(expected).toBeLessThanOrEqual(Math.max(...all))
      }),
      { seed: 9 },
    )
  })
})
