import { once } from 'node:events'
import { setImmediate as nextTick } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { pipeForTest, blockEventLoop } from '../../../test/support/processes/block-event-loop.ts'
import { sandboxLimits } from './child-limits.ts'
import { startWatchdog } from './watchdog.ts'

const limits = { ...sandboxLimits, seconds: 10, seconds_per_scan: 5, memory_mb: 100_000 }

describe('startWatchdog', () => {
  it.each([
    [0, 10],
    [3, 25],
    [1_000_000, 260],
  ])('allows a document with %i scans %i seconds from its start', async (scans, seconds) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const kill = vi.fn()
    const { allowScans, end } = startWatchdog(process.pid, limits, kill)
    await vi.advanceTimersByTimeAsync(4_000)
    if (scans > 0) allowScans(scans)
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 4_100)
    expect(kill).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(kill).toHaveBeenCalledWith(
      expect.objectContaining({ cause: new Error(`Took more than ${seconds} s.`) }),
      'time',
    )
    end()
  })

  it.each([-1, 1])('ignores a system clock jump of %i hours', async (hours) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const kill = vi.fn()
    const { allowScans, end } = startWatchdog(process.pid, limits, kill)
    onTestFinished(end)
    vi.setSystemTime(Date.now() + hours * 3600_000)
    allowScans(1)
    await vi.advanceTimersByTimeAsync(14_900)
    expect(kill).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(kill).toHaveBeenCalled()
  })

  it.each([
    ['the end of the task', 'end'],
    ['the start of the child', 'restart'],
    ['the number of scans', 'allowScans'],
  ] as const)(
    'receives %s even if the event loop was blocked beyond the limit',
    async (_, word) => {
      const { near, far } = await pipeForTest()
      const kill = vi.fn()
      const watching = startWatchdog(
        process.pid,
        { ...limits, seconds: 0.02, seconds_per_scan: 60 },
        kill,
      )
      onTestFinished(watching.end)
      near.on('data', () => watching[word](60))
      far.write(word)
      blockEventLoop(100)
      await once(near, 'data')
      await nextTick()
      expect(kill).not.toHaveBeenCalled()
    },
  )
})
