import { describe, expect, it, vi } from 'vitest'
import { createClaimAhead } from './claim-ahead.ts'

describe('a worker', () => {
  it('claims jobs ahead only while documents are quick to read', async () => {
    const ahead = createClaimAhead(2, 3)
    expect(ahead.slots()).toBe(2)
    ahead.measure(30)
    expect(ahead.slots()).toBe(5)
    for (const _ of Array(5)) ahead.measure(5000)
    expect(ahead.slots()).toBe(2)
    for (const _ of Array(30)) ahead.measure(100)
    expect(ahead.slots()).toBe(5)
  })

  it.each([
    ['other readers would be idle', { completions: 1, running: 2 }, 0],
    ['nothing to complete', { completions: 0, running: 3 }, 0],
    ['all readers are busy', { completions: 1, running: 3 }, 100],
  ])('waits for further completions only while all readers are busy: %s', async (_, load, ms) => {
    vi.useFakeTimers()
    const wait = vi.fn((left: number) => new Promise((resolve) => setTimeout(resolve, left)))
    const startedAt = performance.now()
    const lingering = createClaimAhead(2, 2).linger(() => load, wait)
    await vi.runAllTimersAsync()
    await lingering
    expect(performance.now() - startedAt).toBe(ms)
    vi.useRealTimers()
  })

  it('stops waiting as soon as a reader would be idle', async () => {
    const load = { completions: 1, running: 4 }
    const changes = [2, 3]
    const wait = vi.fn(async () => {
      load.completions = changes.shift() ?? 0
    })
    await createClaimAhead(2, 2).linger(() => load, wait)
    expect(wait).toHaveBeenCalledTimes(2)
  })
})
