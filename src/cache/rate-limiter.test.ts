import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryRateLimiter } from './rate-limiter.ts'

const quota = { limit: 3, seconds: 60 }

describe('rates', () => {
  it('allow so many and say how long to wait for the next', async () => {
    let time = 100
    const rates = memoryRateLimiter(() => time)
    const takes = []
    for (const moment of [100, 110, 120, 130, 159.5, 160, 161]) {
      time = moment
      takes.push(await rates.take('ada', quota))
    }
    expect(takes.map(({ isAllowed }) => isAllowed)).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
      false,
    ])
    expect(takes.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0, 0, 0])
    expect(takes.map(({ wait_seconds }) => wait_seconds)).toEqual([60, 50, 40, 30, 1, 10, 9])
  })

  it('know keys apart', async () => {
    const rates = memoryRateLimiter()
    for (const key of ['a', 'b', 'a', 'b', 'a', 'b']) {
      expect((await rates.take(key, quota)).isAllowed).toBe(true)
    }
    expect((await rates.take('a', quota)).isAllowed).toBe(false)
  })

  it('never let more through in any stretch of that length, nor less than could be', async () => {
    const steps = fc.array(fc.double({ min: 0, max: 40, noNaN: true }), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(steps, async (pauses) => {
        let time = 0
        const rates = memoryRateLimiter(() => time)
        const allowed: number[] = []
        for (const pause of pauses) {
          time += pause
          const within = allowed.filter((moment) => moment > time - quota.seconds).length
          const { isAllowed } = await rates.take('ada', quota)
          expect(isAllowed).toBe(within < quota.limit)
          if (isAllowed) allowed.push(time)
        }
      }),
    )
  })

  it('tell nobody to wait for longer than that, whatever the clock says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 100_000 }), async (ms) => {
        const { wait_seconds } = await memoryRateLimiter(() => ms / 1000).take('ada', quota)
        expect(wait_seconds).toBe(quota.seconds)
      }),
    )
  })

  it('forget keys that nobody uses any more', async () => {
    let time = 0
    const rates = memoryRateLimiter(() => time)
    for (let nth = 0; nth < 999; nth++) await rates.take(`visitor ${nth}`, quota)
    time = 61
    await rates.take('ada', quota)
    expect((await rates.take('visitor 1', quota)).remaining).toBe(2)
  })
})
