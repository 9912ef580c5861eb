import { expect, it } from 'vitest'
import { pollInterval } from './poll-interval.ts'

const calm = { isStreaming: false, active: 1, failures: 0, hasFailed: false }

it('asks every few seconds while jobs are active, and not at all when none are', () => {
  expect(pollInterval(calm)).toBe(3000)
  expect(pollInterval({ ...calm, active: 50 })).toBe(5000)
  expect(pollInterval({ ...calm, active: 0 })).toBe(false)
})

it('asks now and then although a stream is open, for it may be held back', () => {
  expect(pollInterval({ ...calm, isStreaming: true })).toBe(15_000)
  expect(pollInterval({ ...calm, isStreaming: true, active: 0 })).toBe(false)
})

it('asks less and less while nobody answers, but never stops', () => {
  const after = [1, 2, 3, 4, 9].map((failures) =>
    pollInterval({ ...calm, active: 0, hasFailed: true, failures }),
  )
  expect(after).toEqual([5000, 10_000, 20_000, 30_000, 30_000])
})
