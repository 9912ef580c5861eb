import { expect, it } from 'vitest'
import { pollInterval } from './poll-interval.ts'

const idleState = { isStreaming: false, active: 1, failures: 0, hasFailed: false }

it('polls every few seconds while jobs are active, and never otherwise', () => {
  expect(pollInterval(idleState)).toBe(3000)
  expect(pollInterval({ ...idleState, active: 50 })).toBe(5000)
  expect(pollInterval({ ...idleState, active: 0 })).toBe(false)
})

it('polls occasionally despite an open stream, because a proxy may buffer it', () => {
  expect(pollInterval({ ...idleState, isStreaming: true })).toBe(15_000)
  expect(pollInterval({ ...idleState, isStreaming: true, active: 0 })).toBe(false)
})

it('polls less often during an outage, but never stops', () => {
  const after = [1, 2, 3, 4, 9].map((failures) =>
    pollInterval({ ...idleState, active: 0, hasFailed: true, failures }),
  )
  expect(after).toEqual([5000, 10_000, 20_000, 30_000, 30_000])
})
