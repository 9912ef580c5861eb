import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorRules } from '../messages/error-codes.ts'
import { AppError, ErrorCode } from '../errors/app-error.ts'
import { computeRetryDelaySeconds, decideFailure, decideInterruptionOutcome } from './retry.ts'

describe('decideFailure', () => {
  it('retries temporary failures after 5, 10 and 20 s plus up to 5 s, then fails', () => {
    const error = new AppError('IO_ERROR')
    const outcomes = [1, 2, 3, 4].map((attempt) => decideFailure(error, attempt, 3, 0.5))
    expect(outcomes).toEqual([
      { event: 'retry', error, delay_seconds: 7.5, is_free: false },
      { event: 'retry', error, delay_seconds: 12.5, is_free: false },
      { event: 'retry', error, delay_seconds: 22.5, is_free: false },
      { event: 'fail', error },
    ])
  })

  it('never retries errors marked as final', () => {
    const finalCodes = ErrorCode.options.filter((code) => !errorRules[code].retry)
    expect(finalCodes).toContain('BROKEN_PDF')
    fc.assert(
      fc.property(fc.constantFrom(...finalCodes), fc.nat(10), (code, attempt) => {
        expect(decideFailure(new AppError(code), attempt, 3).event).toBe('fail')
      }),
    )
  })

  it('waits between 5·2ⁿ and 5·2ⁿ + 5 seconds', () => {
    fc.assert(
      fc.property(fc.nat(10), fc.double({ min: 0, max: 1, noNaN: true }), (retry, random) => {
        const wait = computeRetryDelaySeconds(retry, random)
        expect(wait).toBeGreaterThanOrEqual(5 * 2 ** retry)
        expect(wait).toBeLessThanOrEqual(5 * 2 ** retry + 5)
      }),
    )
  })
})

describe('an interrupted attempt', () => {
  it('is retried after increasing delays, and fails after a few retries', () => {
    const decide = (interruption: number) => decideInterruptionOutcome(interruption, 3, 0.5)
    expect([1, 2, 3, 4].map(decide)).toEqual(
      [2, 6, 18, 30].map((delay_seconds) => ({ event: 'rescue', delay_seconds })),
    )
    expect(decide(5)).toEqual({ event: 'fail', code: 'RESOURCE_LIMIT' })
  })

  it('has a random delay, so that documents from the same crash are retried separately', () => {
    expect([0, 1].map((random) => decideInterruptionOutcome(2, 3, random))).toEqual(
      [3, 9].map((delay_seconds) => ({ event: 'rescue', delay_seconds })),
    )
  })
})
