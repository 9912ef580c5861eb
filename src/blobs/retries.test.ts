import { expect, it } from 'vitest'
import { withRetries } from './retries.ts'

it('waits longer after each failure', async () => {
  const times: number[] = []
  const work = async () => {
    times.push(performance.now())
    throw new Error('down')
  }
  await expect(withRetries(work, () => true)).rejects.toThrow('down')
  const [first = 0, second = 0, third = 0] = times
  expect(times).toHaveLength(3)
  // A timer may fire up to one millisecond early.
  expect(second - first).toBeGreaterThanOrEqual(199)
  expect(third - second).toBeGreaterThanOrEqual(399)
})
