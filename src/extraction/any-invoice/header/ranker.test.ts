import { describe, expect, it } from 'vitest'
import type { Candidate } from './candidate.ts'
import { rank } from './ranker.ts'

function candidate(value: string, ...features: string[]): Candidate {
  return {
    value,
    key: value.toLowerCase(),
    location: { page: 1, box: [0, 0, 1, 1], text: value },
    features,
  }
}

const weights = { labelled: 3, low: -1, none: 0.5 }

describe('rank', () => {
  it('puts the candidate with the highest score first', () => {
    const [best, next] = rank([candidate('B', 'low'), candidate('A', 'labelled')], weights)
    expect([best?.value, next?.value]).toEqual(['A', 'B'])
    expect(best?.probability).toBeGreaterThan(0.8)
  })

  it('makes a lone weak candidate less likely than no value', () => {
    expect(rank([candidate('A', 'low')], weights)[0]?.probability).toBeLessThan(0.2)
  })

  it('adds up the mentions of one value', () => {
    const [once] = rank([candidate('A')], weights)
    const [twice] = rank([candidate('A'), candidate('a', 'low')], weights)
    expect(twice?.probability).toBeGreaterThan(once?.probability ?? 1)
    expect(twice).toMatchObject({ value: 'A', mentions: [[], ['low']] })
  })

  it('returns nothing if there are no candidates', () => expect(rank([], weights)).toEqual([]))
})
