import { once } from 'node:events'
import { setImmediate as nextTick } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { pipeForTest, blockEventLoop } from '../../test/support/processes/block-event-loop.ts'
import { monitorTransfer, type TransferMonitor } from './transfer-monitor.ts'

const limits = { totalMs: 10_000, windowMs: 1000, bytesPerWindow: 100 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** Advances the fake timers by `ms`, then lets pending I/O and immediates run. */
async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms)
  await nextTick()
}

function monitorForTest(): TransferMonitor {
  const monitor = monitorTransfer(limits, new AbortController().signal)
  onTestFinished(monitor.end)
  return monitor
}

describe('the minimum transfer rate', () => {
  it('requires enough bytes in each window, regardless of earlier windows', async () => {
    const monitor = monitorForTest()
    for (const bytes of [100, 100, 5000]) {
      monitor.count(bytes)
      await pass(1000)
    }
    expect(monitor.signal.aborted).toBe(false)
    monitor.count(99)
    await pass(1000)
    expect(monitor.signal.reason).toMatchObject({ code: 'FETCH_TIMEOUT' })
  })

  it('allows a full window for a response that has just begun', async () => {
    const monitor = monitorForTest()
    await pass(900)
    monitor.restart()
    await pass(999)
    expect(monitor.signal.aborted).toBe(false)
    await pass(1)
    expect(monitor.signal.aborted).toBe(true)
  })

  it('ends at the total time limit, regardless of the bytes received', async () => {
    const monitor = monitorForTest()
    for (let seconds = 0; seconds < 10; seconds++) {
      expect(monitor.signal.aborted).toBe(false)
      monitor.count(1000)
      await pass(1000)
    }
    expect(monitor.signal.reason).toMatchObject({ code: 'FETCH_TIMEOUT' })
  })

  it('does not leave a timer running when it ends', () => {
    monitorForTest().end()
    expect(vi.getTimerCount()).toBe(0)
  })
})

it.each([
  ['the bytes', limits.bytesPerWindow],
  ['the start of a response', 1],
])('counts %s that arrived while the event loop was blocked', async (_, bytes) => {
  vi.useRealTimers()
  const { near, far } = await pipeForTest()
  const monitor = monitorTransfer({ ...limits, windowMs: 20 }, new AbortController().signal)
  onTestFinished(monitor.end)
  near.on('data', ({ length }) => {
    if (length === 1) monitor.restart()
    else monitor.count(length)
  })
  far.write(Buffer.alloc(bytes))
  blockEventLoop(100)
  await once(near, 'data')
  await nextTick()
  expect(monitor.signal.aborted).toBe(false)
})
