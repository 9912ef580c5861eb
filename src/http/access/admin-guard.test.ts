import { describe, expect, it } from 'vitest'
import { createGuessCounts } from './admin-guard.ts'

describe('createGuessCounts', () => {
  let time = 0
  const guess = (counts: ReturnType<typeof createGuessCounts>, network: string, times = 1) => {
    for (let nth = 0; nth < times; nth++) counts.add(network)
  }

  it('makes a network wait after 20 wrong keys, until the first is a minute old', () => {
    const counts = createGuessCounts(() => time)
    guess(counts, '192.0.2.1', 19)
    expect(counts.waitSeconds('192.0.2.1')).toBe(0)
    time += 10_000
    guess(counts, '192.0.2.1')
    expect(counts.waitSeconds('192.0.2.1')).toBe(50)
    expect(counts.waitSeconds('192.0.2.2')).toBe(0)
    time += 50_000
    expect(counts.waitSeconds('192.0.2.1')).toBe(0)
  })

  it('forgets networks that have stopped guessing', () => {
    const counts = createGuessCounts(() => time)
    for (let nth = 0; nth < 1000; nth++) guess(counts, `network ${nth}`)
    expect(counts.size).toBe(1000)
    time += 60_000
    guess(counts, '192.0.2.1')
    expect(counts.size).toBe(1)
  })

  it('remembers the 10,000 networks that guessed last', () => {
    const counts = createGuessCounts(() => time)
    guess(counts, 'first', 20)
    guess(counts, 'second', 20)
    for (let nth = 2; nth < 10_000; nth++) guess(counts, `network ${nth}`)
    guess(counts, 'first')
    guess(counts, 'last')
    expect(counts.size).toBe(10_000)
    expect(counts.waitSeconds('first')).toBeGreaterThan(0)
    expect(counts.waitSeconds('second')).toBe(0)
  })
})
