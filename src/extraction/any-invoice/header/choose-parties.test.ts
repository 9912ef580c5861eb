import { expect, it } from 'vitest'
import { chooseParties } from './choose-parties.ts'
import type { RankedCandidate } from './ranker.ts'

function ranked(key: string, probability: number): RankedCandidate {
  const location: RankedCandidate['location'] = { page: 1, box: [0, 0, 1, 1], text: key }
  return { value: key, key, location, features: [], mentions: [[]], probability }
}

it('never assigns one name to both parties', () => {
  const { seller, buyer } = chooseParties(
    [ranked('a', 0.6), ranked('b', 0.3)],
    [ranked('a', 0.9), ranked('b', 0.05)],
  )
  expect([seller?.key, buyer?.key]).toEqual(['b', 'a'])
})

it('raises the probability of a name whose rival is the other party', () => {
  const { buyer } = chooseParties([ranked('a', 0.95)], [ranked('b', 0.6), ranked('a', 0.35)])
  expect(buyer?.key).toBe('b')
  expect(buyer?.probability).toBeGreaterThan(0.85)
})

it('leaves a party empty if that is more likely', () => {
  expect(chooseParties([ranked('a', 0.2)], []).seller).toBeUndefined()
})
