import { expect, it } from 'vitest'
import { advanceProgress, secondsLeft, startProgress } from './upload-progress.ts'

it('does not show a speed for half a second, then shows a smoothed speed', () => {
  const start = startProgress(10_000, 0)
  const soon = advanceProgress(start, 100, 10_000, 100)
  expect(secondsLeft(soon)).toBeUndefined()
  const steady = advanceProgress(soon, 1000, 10_000, 1000)
  expect(steady.bytes_per_second).toBe(1000)
  expect(secondsLeft(steady)).toBe(9)
  const stalled = advanceProgress(steady, 1000, 10_000, 2000)
  expect(stalled.bytes_per_second).toBe(700)
})
