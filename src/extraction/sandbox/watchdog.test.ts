import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxLimits } from './limits.ts'
import { watch } from './watchdog.ts'

const limits = { ...sandboxLimits, seconds: 10, seconds_per_scan: 5 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('watch', () => {
  it.each([
    [0, 10],
    [3, 25],
    [1_000_000, 260],
  ])('gives a document of %i scans %i seconds from its start', async (scans, seconds) => {
    const kill = vi.fn()
    const { allowScans, end } = watch(process.pid, { ...limits, memory_mb: 100_000 }, kill)
    await vi.advanceTimersByTimeAsync(4_000)
    if (scans > 0) allowScans(scans)
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 4_100)
    expect(kill).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(kill).toHaveBeenCalledWith(
      expect.objectContaining({ cause: new Error(`Took over ${seconds} s.`) }),
      'time',
    )
    end()
  })
})
