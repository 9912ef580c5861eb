import { expect, it } from 'vitest'
import { computePollDelay } from './mailbox-loop.ts'

it('waits twice as long after each failure, up to 15 minutes', () => {
  expect([0, 1, 2, 3].map((failures) => computePollDelay(60_000, failures))).toEqual([
    60_000, 120_000, 240_000, 480_000,
  ])
  expect(computePollDelay(60_000, 40)).toBe(15 * 60_000)
})
