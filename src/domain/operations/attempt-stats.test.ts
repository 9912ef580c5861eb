import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDuration,
  durationBounds,
  createCounter,
  attributeFailure,
  computeQuantile,
} from './attempt-stats.ts'

describe('duration histogram', () => {
  it('returns quantiles within its bucket bounds', () => {
    const taken = fc.array(fc.double({ min: 0.001, max: 300, noNaN: true }), { minLength: 1 })
    fc.assert(
      fc.property(taken, fc.double({ min: 0.01, max: 1, noNaN: true }), (seconds, share) => {
        const counter = createCounter('complete')
        for (const one of seconds) addDuration(counter, one)
        const sorted = [...seconds].sort((a, b) => a - b)
        const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0
        const to = durationBounds.find((bound) => exact <= bound) ?? 0
        const from = durationBounds[durationBounds.findIndex((bound) => exact <= bound) - 1] ?? 0
        const estimate = computeQuantile(counter.durations, share) ?? -1
        expect(estimate).toBeGreaterThanOrEqual(from)
        expect(estimate).toBeLessThanOrEqual(to)
      }),
    )
  })

  it('has no quantile when empty', () => {
    expect(computeQuantile(createCounter('complete').durations, 0.5)).toBeNull()
  })

  it('counts durations beyond the last bound', () => {
    const counter = createCounter('complete')
    addDuration(counter, 10_000)
    expect(computeQuantile(counter.durations, 0.5)).toBeGreaterThan(320)
  })
})

describe('attributeFailure', () => {
  it.each([
    ['BROKEN_PDF', 'document'],
    ['GW_5XX', 'service'],
    ['STORAGE_FULL', 'service'],
    ['NEVER_HEARD_OF', 'service'],
  ])('attributes %s to the %s', (code, fault) => {
    expect(attributeFailure(code)).toBe(fault)
  })
})
