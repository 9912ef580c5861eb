import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyCall, type Breaker, breakerRules, closedBreaker } from './breaker.ts'

const second = 1000

/** Applies calls one second apart, the first at `from`. */
function after(oks: boolean[], breaker: Breaker = closedBreaker, from = 0): Breaker {
  return oks.reduce((state, ok, index) => applyCall(state, ok, from + index * second), breaker)
}

const failures = (count: number) => Array<boolean>(count).fill(false)
const isOpen = (breaker: Breaker) => breaker.opened_at !== null

describe('breaker', () => {
  it('opens at the fifth failure, not at the fourth', () => {
    expect(isOpen(after(failures(4)))).toBe(false)
    expect(isOpen(after(failures(5)))).toBe(true)
  })

  it('opens when half of the last 20 calls have failed', () => {
    const good = Array<boolean>(11).fill(true)
    expect(isOpen(after([...good, ...failures(9)]))).toBe(false)
    expect(isOpen(after([...good, ...failures(10)]))).toBe(true)
  })

  it('ignores calls older than a minute', () => {
    const old = after(failures(4))
    expect(isOpen(after([false], old, 64 * second))).toBe(false)
    expect(isOpen(after([false], old, 59 * second))).toBe(true)
  })

  it('probes after 30 s, then doubles the interval up to five minutes', () => {
    let breaker = after(failures(5))
    const waits: number[] = []
    for (const _ of Array(6)) {
      waits.push(breaker.probe_delay_seconds)
      breaker = applyCall(breaker, false, breaker.probe_at ?? 0)
    }
    expect(waits).toEqual([30, 60, 120, 240, 300, 300])
  })

  it('closes after three consecutive successful probes', () => {
    const open = after(failures(5))
    const probe_at = open.probe_at ?? 0
    expect(isOpen(after([true, true], open, probe_at))).toBe(true)
    expect(after([true, true, true], open, probe_at)).toEqual(closedBreaker)
    const setBack = after([true, true, false], open, probe_at)
    expect(setBack.probe_successes).toBe(0)
  })

  it('ignores calls that end between opening and probing', () => {
    const open = after(failures(5))
    expect(after([true, true, true, false], open, 10 * second)).toEqual(open)
  })

  it('keeps at most 20 calls and the next probe within five minutes, for any calls', () => {
    const call = fc.record({ ok: fc.boolean(), wait: fc.nat(400 * second) })
    fc.assert(
      fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
        let breaker = closedBreaker
        let now = 0
        for (const { ok, wait } of calls) {
          now += wait
          breaker = applyCall(breaker, ok, now)
          expect(breaker.calls.length).toBeLessThanOrEqual(breakerRules.window)
          expect(breaker.opened_at === null).toBe(breaker.probe_at === null)
          const ahead = (breaker.probe_at ?? now) - now
          expect(ahead).toBeLessThanOrEqual(breakerRules.longestProbeSeconds * second)
        }
      }),
      { seed: 31 },
    )
  })
})
