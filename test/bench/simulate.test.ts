import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHeap } from '../../bench/capacity/events.ts'
import { findLimit, planFleet } from '../../bench/capacity/plan.ts'
import { simulate } from '../../bench/capacity/simulate.ts'
import { createRandom } from '../fixtures/random.ts'

const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
const exponential = (random: () => number, average: number) => -average * Math.log(1 - random())

/** Returns the arrival times of a Poisson process. */
function poisson(count: number, rate: number, random: () => number): number[] {
  let at = 0
  return Array.from({ length: count }, () => (at += exponential(random, 1 / rate)))
}

/** Returns the mean wait in an M/M/c queue, by Erlang's formula. */
function erlangWait(rate: number, service: number, servers: number): number {
  const offered = rate * service
  let blocked = 1
  for (let n = 1; n <= servers; n++) blocked = (offered * blocked) / (n + offered * blocked)
  const waits = blocked / (1 - (offered / servers) * (1 - blocked))
  return (waits * service) / (servers - offered)
}

describe('the simulated fleet', () => {
  it.each([
    [1, 0.7],
    [4, 0.8],
    [16, 0.9],
  ])('matches Erlang C for %i servers at a load of %d', (servers, load) => {
    const random = createRandom(servers)
    const { waits } = simulate({
      arrivals: poisson(60_000, servers * load, random),
      attempt: () => ({ seconds: exponential(random, 1) }),
      workers: [servers],
    })
    const expected = erlangWait(servers * load, 1, servers)
    expect(Math.abs(mean(waits) / expected - 1)).toBeLessThan(0.1)
  })

  it('matches Pollaczek–Khinchine for constant service times', () => {
    const arrivals = poisson(60_000, 0.8, createRandom(7))
    const { waits } = simulate({ arrivals, attempt: () => ({ seconds: 1 }), workers: [1] })
    expect(Math.abs(mean(waits) / (0.8 / (2 * (1 - 0.8))) - 1)).toBeLessThan(0.1)
  })

  it('is bounded equally by its cap and by its slots', () => {
    const arrivals = poisson(2000, 3, createRandom(3))
    const attempt = (document: number) => ({ seconds: 0.2 + (document % 7) / 5 })
    const cappedFleet = simulate({ arrivals, attempt, workers: [5, 5, 5], cap: 4 })
    expect(cappedFleet.sojourns).toEqual(simulate({ arrivals, attempt, workers: [4] }).sojourns)
    expect(simulate({ arrivals, attempt, workers: [2, 2] }).sojourns).toEqual(cappedFleet.sojourns)
  })

  it('completes every document despite failures and crashes', () => {
    const crash = fc.record({
      at: fc.double({ min: 0, max: 20, noNaN: true }),
      worker: fc.integer({ min: 0, max: 2 }),
      down: fc.double({ min: 0.1, max: 5, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(crash, { maxLength: 8 }), fc.integer(), (crashes, seed) => {
        const random = createRandom(seed)
        const { sojourns, attempts } = simulate({
          arrivals: poisson(200, 10, random),
          attempt: (document, nth) => ({ seconds: random(), fails: nth < document % 4 }),
          workers: [3, 3, 3],
          retryWait: (retry) => 2 ** retry,
          crashes: crashes.toSorted((a, b) => a.at - b.at),
          leaseSeconds: 2,
          maxRetries: 100,
        })
        expect(sojourns.every((sojourn) => sojourn !== undefined && sojourn >= 0)).toBe(true)
        expect(attempts).toBeGreaterThanOrEqual(200 + 300)
      }),
      { numRuns: 50 },
    )
  })

  it('fails a document only after its last retry', () => {
    const attempt = (document: number) => ({ seconds: 1, fails: document === 0 })
    const { sojourns, attempts } = simulate({ arrivals: [0, 0], attempt, workers: [1] })
    expect([sojourns[0], sojourns[1] !== undefined, attempts]).toEqual([undefined, true, 5])
  })

  it('is limited by database cores and serial work', () => {
    const arrivals = Array.from({ length: 1000 }, () => 0)
    const fleet = { arrivals, attempt: () => ({ seconds: 0 }), workers: [1000] }
    const database = { cores: 2, enqueue: 0, run: 0.01, serial: 0.001 }
    const { end, databaseLoad } = simulate({ ...fleet, database })
    expect(end).toBeCloseTo((1000 * 0.01) / 2, 1)
    expect(databaseLoad).toBeGreaterThan(0.9)
    const alone = simulate({ ...fleet, database: { ...database, serial: 0.01 } })
    expect(alone.end).toBeCloseTo(10, 1)
  })

  it('plans more capacity for more load and finds the single-database limit', () => {
    const costs = { documents: 1, web_ms: 5, worker_ms: 50, database_ms: 4, idle_ms: 20 }
    const rest = {
      upload_bytes: 1e5,
      result_bytes: 1e4,
      database_bytes: 1e4,
      claim_ms_one: 1,
      claim_ms_fifty: 0.1,
    }
    const [smallPlan, largePlan] = [1e4, 1e6].map((documents) =>
      planFleet(documents, { ...costs, ...rest }),
    )
    expect((largePlan?.worker_cores ?? 0) / (smallPlan?.worker_cores ?? 1)).toBeCloseTo(100, -1)
    const limit = findLimit({ ...costs, ...rest }, 2, 0.0001)
    expect(limit / (2 / 0.004)).toBeGreaterThan(0.9)
    expect(limit / (2 / 0.004)).toBeLessThan(1.1)
    expect(findLimit({ ...costs, ...rest }, 100, 0.01)).toBeLessThan(110)
  })

  it('processes events in order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (numbers) => {
        const heap = createHeap<number>((a, b) => a - b)
        for (const one of numbers) heap.add(one)
        const taken = numbers.map(() => heap.take())
        expect(taken).toEqual(numbers.toSorted((a, b) => a - b))
        expect(heap.take()).toBeUndefined()
      }),
    )
  })
})
