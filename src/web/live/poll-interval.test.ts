import { expect, it } from 'vitest'
import { pollInterval } from './poll-interval.ts'

const calm = { isStreaming: false, active: 1, failures: 0, hasFailed: false }

it('polls every few seconds while jobs are active, and never otherwise', () => {
  expect(pollInterval(calm)).toBe(3000)
  expect(pollInterval({ ...calm, active: 50 })).toBe(5000)
  expect(pollInterval({ ...calm, active: 0 })).toBe(false)
})

it('polls occasionally despite an open stream, because a proxy may buffer it', () => {
  expect(pollInterval({ ...calm, isStreaming: true })).toBe(15_000)
  expect(pollInterval({ ...calm, isStreaming: true, active: 0 })).toBe(false)
})

it('polls less often during an outage, but never stops', () => {
  const after = [1, 2, 3, 4, 9].map((failures) =>
    pollInterval({ ...calm, active: 0, hasFailed: true, failures }),
  )
  expect(after).toEqual([5000, 10_000, 20_000, 30_000, 30_000])
})
