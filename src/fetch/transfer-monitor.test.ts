import { once } from 'node:events'
import { setImmediate as nextTick } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { pipeForTest, standStill } from '../../test/support/stand-still.ts'
import { monitorTransfer, type TransferMonitor } from './transfer-monitor.ts'

const limits = { totalMs: 10_000, windowMs: 1000, bytesPerWindow: 100 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** After its time, a pace is judged when what has arrived was looked at. */
async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms)
  await nextTick()
}

function paceForTest(): TransferMonitor {
  const pace = monitorTransfer(limits, new AbortController().signal)
  onTestFinished(pace.end)
  return pace
}

describe('a pace', () => {
  it('is kept by enough bytes in each window, and not by many in an earlier one', async () => {
    const pace = paceForTest()
    for (const bytes of [100, 100, 5000]) {
      pace.count(bytes)
      await pass(1000)
    }
    expect(pace.signal.aborted).toBe(false)
    pace.count(99)
    await pass(1000)
    expect(pace.signal.reason).toMatchObject({ code: 'FETCH_TIMEOUT' })
  })

  it('gives an answer that has just begun a whole window', async () => {
    const pace = paceForTest()
    await pass(900)
    pace.restart()
    await pass(999)
    expect(pace.signal.aborted).toBe(false)
    await pass(1)
    expect(pace.signal.aborted).toBe(true)
  })

  it('is over after the whole time, however many bytes came', async () => {
    const pace = paceForTest()
    for (let seconds = 0; seconds < 10; seconds++) {
      expect(pace.signal.aborted).toBe(false)
      pace.count(1000)
      await pass(1000)
    }
    expect(pace.signal.reason).toMatchObject({ code: 'FETCH_TIMEOUT' })
  })

  it('leaves no clock running at its end', () => {
    paceForTest().end()
    expect(vi.getTimerCount()).toBe(0)
  })
})

it.each([
  ['the bytes', limits.bytesPerWindow],
  ['the beginning of an answer', 1],
])('counts %s that came while this process stood still', async (_, bytes) => {
  vi.useRealTimers()
  const { near, far } = await pipeForTest()
  const pace = monitorTransfer({ ...limits, windowMs: 20 }, new AbortController().signal)
  onTestFinished(pace.end)
  near.on('data', ({ length }) => {
    if (length === 1) pace.restart()
    else pace.count(length)
  })
  far.write(Buffer.alloc(bytes))
  standStill(100)
  await once(near, 'data')
  await nextTick()
  expect(pace.signal.aborted).toBe(false)
})
