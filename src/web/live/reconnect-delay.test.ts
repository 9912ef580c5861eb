import { expect, it } from 'vitest'
import { countFailures, shouldRefetch, reconnectDelay } from './reconnect-delay.ts'

it('counts short-lived streams as consecutive failures', () => {
  expect(countFailures(3, undefined)).toBe(4)
  expect(countFailures(3, 5000)).toBe(4)
  expect(countFailures(3, 30_000)).toBe(1)
})

it('reconnects with exponential backoff, up to 30 seconds', () => {
  const delays = [1, 2, 3, 4, 5, 6, 99].map((failures) => reconnectDelay(failures, 0.5))
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect([reconnectDelay(1, 0), reconnectDelay(1, 1)]).toEqual([750, 1250])
})

it('fetches changes after every failure while jobs are active, and only once while idle', () => {
  expect([1, 2, 3, 9].map((failures) => shouldRefetch(failures, 1))).toEqual(Array(4).fill(true))
  const idle = [1, 2, 3, 9].map((failures) => shouldRefetch(failures, 0))
  expect(idle).toEqual([false, true, false, false])
})
