import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryRateLimiter } from './rate-limiter.ts'

const quota = { limit: 3, seconds: 60 }

describe('memoryRateLimiter', () => {
  it('allows up to the limit and reports how long to wait', async () => {
    let time = 100
    const rates = memoryRateLimiter(() => time)
    const decisions = []
    for (const moment of [100, 110, 120, 130, 159.5, 160, 161]) {
      time = moment
      decisions.push(await rates.take('ada', quota))
    }
    expect(decisions.map(({ isAllowed }) => isAllowed)).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
      false,
    ])
    expect(decisions.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0, 0, 0])
    expect(decisions.map(({ wait_seconds }) => wait_seconds)).toEqual([60, 50, 40, 30, 1, 10, 9])
  })

  it('counts keys separately', async () => {
    const rates = memoryRateLimiter()
    for (const key of ['a', 'b', 'a', 'b', 'a', 'b']) {
      expect((await rates.take(key, quota)).isAllowed).toBe(true)
    }
    expect((await rates.take('a', quota)).isAllowed).toBe(false)
  })

  it('allows exactly the limit in any window', async () => {
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

  it('never reports a wait longer than the window', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 100_000 }), async (ms) => {
        const { wait_seconds } = await memoryRateLimiter(() => ms / 1000).take('ada', quota)
        expect(wait_seconds).toBe(quota.seconds)
      }),
    )
  })

  it('drops unused keys', async () => {
    let time = 0
    const rates = memoryRateLimiter(() => time)
    for (let nth = 0; nth < 999; nth++) await rates.take(`visitor ${nth}`, quota)
    time = 61
    await rates.take('ada', quota)
    expect((await rates.take('visitor 1', quota)).remaining).toBe(2)
  })
})
