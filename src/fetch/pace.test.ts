import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { keepPace, type Pace } from './pace.ts'

const limits = { totalMs: 10_000, windowMs: 1000, bytesPerWindow: 100 }

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

function paceForTest(): Pace {
  const pace = keepPace(limits, new AbortController().signal)
  onTestFinished(pace.end)
  return pace
}

describe('a pace', () => {
  it('is kept by enough bytes in each window, and not by many in an earlier one', () => {
    const pace = paceForTest()
    for (const bytes of [100, 100, 5000]) {
      pace.count(bytes)
      vi.advanceTimersByTime(1000)
    }
    expect(pace.signal.aborted).toBe(false)
    pace.count(99)
    vi.advanceTimersByTime(1000)
    expect(pace.signal.reason).toMatchObject({ code: 'FETCH_TIMEOUT' })
  })

  it('gives an answer that has just begun a whole window', () => {
    const pace = paceForTest()
    vi.advanceTimersByTime(900)
    pace.restart()
    vi.advanceTimersByTime(999)
    expect(pace.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(pace.signal.aborted).toBe(true)
  })

  it('is over after the whole time, however many bytes came', () => {
    const pace = paceForTest()
    for (let seconds = 0; seconds < 10; seconds++) {
      expect(pace.signal.aborted).toBe(false)
      pace.count(1000)
      vi.advanceTimersByTime(1000)
    }
    expect(pace.signal.reason).toMatchObject({ code: 'FETCH_TIMEOUT' })
  })

  it('leaves no clock running at its end', () => {
    paceForTest().end()
    expect(vi.getTimerCount()).toBe(0)
  })
})
