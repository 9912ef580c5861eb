import { type Candidate, noneFeature, type FeatureWeights } from './candidate.ts'

export interface RankedCandidate extends Candidate {
  /** Share of the total score of all candidates, including "none". */
  probability: number
  /** Features of each occurrence of the value. */
  mentions: string[][]
}

/**
 * Ranks candidates by conditional logit: a softmax over the candidates in the document and "none". Returns one entry
 * per key, best first.
 */
export function rank(candidates: readonly Candidate[], weights: FeatureWeights): RankedCandidate[] {
  const scored = candidates.map((candidate) => ({
    candidate,
    score: scoreCandidate(candidate, weights),
  }))
  const none = weights[noneFeature] ?? 0
  const top = scored.reduce((max, { score }) => Math.max(max, score), none)
  let total = Math.exp(none - top)
  const groups = new Map<
    string,
    { best: Candidate; score: number; mass: number; mentions: string[][] }
  >()
  for (const { candidate, score } of scored) {
    const mass = Math.exp(score - top)
    total += mass
    const group = groups.get(candidate.key)
    if (!group) {
      groups.set(candidate.key, { best: candidate, score, mass, mentions: [candidate.features] })
    } else {
      group.mass += mass
      group.mentions.push(candidate.features)
      if (score > group.score) Object.assign(group, { best: candidate, score })
    }
  }
  return [...groups.values()]
    .map(({ best, mass, mentions }) => ({ ...best, probability: mass / total, mentions }))
    .toSorted((a, b) => b.probability - a.probability)
}

function scoreCandidate({ features }: Candidate, weights: FeatureWeights): number {
  return features.reduce((sum, feature) => sum + (weights[feature] ?? 0), 0)
}
