import {
  noneFeature,
  type FeatureWeights,
} from '../../src/extraction/any-invoice/header/candidate.ts'
import type { RankedField } from '../../src/extraction/any-invoice/header/find-candidates.ts'
import type { TrainingDocument } from './documents.ts'

/** One choice: the features of each candidate, by number, and which candidates are correct. */
export interface Example {
  group: string
  weight: number
  candidates: Int32Array[]
  is_right: boolean[]
}

const penalty = 0.02
const step = 0.5
const iterations = 120

/** Numbers the features in the order in which they appear. */
export class FeatureNames {
  readonly #numbers = new Map<string, number>([[noneFeature, 0]])

  numberOf(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    this.#numbers.set(name, this.#numbers.size)
    return this.#numbers.size - 1
  }

  get count(): number {
    return this.#numbers.size
  }

  toWeights(values: Float64Array): FeatureWeights {
    const entries = [...this.#numbers].map(
      ([name, at]) => [name, Math.round((values[at] ?? 0) * 100) / 100] as const,
    )
    return Object.fromEntries(
      entries.filter(([, weight]) => weight !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
  }
}

/** Returns the examples for a field. If no candidate has the true value, "none" is the correct choice. */
export function toExamples(
  documents: readonly TrainingDocument[],
  field: RankedField,
  names: FeatureNames,
  weightOf: (document: TrainingDocument) => number,
): Example[] {
  return documents.flatMap((document) => {
    const expected = document.truth[field]
    if (expected === undefined) return []
    const party = field === 'seller' || field === 'buyer'
    const list = document.candidates[party ? 'party' : field]
    const is_right = list.map(({ key }) => key === expected)
    const candidates = list.map(({ features }) =>
      Int32Array.from(features, (name) => names.numberOf(name)),
    )
    const none = Int32Array.from([names.numberOf(noneFeature)])
    return [
      {
        group: document.group,
        weight: weightOf(document),
        candidates: [...candidates, none],
        is_right: [...is_right, !is_right.includes(true)],
      },
    ]
  })
}

/** Maximises the likelihood of the correct candidates by AdaGrad with an L2 penalty; deterministic. */
export function fit(examples: readonly Example[], featureCount: number): Float64Array {
  const weights = new Float64Array(featureCount)
  const squares = new Float64Array(featureCount)
  const gradient = new Float64Array(featureCount)
  for (let iteration = 0; iteration < iterations; iteration++) {
    gradient.fill(0)
    for (const example of examples) addGradient(example, weights, gradient)
    for (let at = 0; at < featureCount; at++) {
      const slope = (gradient[at] ?? 0) - penalty * (weights[at] ?? 0)
      squares[at] = (squares[at] ?? 0) + slope * slope
      weights[at] = (weights[at] ?? 0) + (step * slope) / Math.sqrt((squares[at] ?? 0) + 1e-8)
    }
  }
  return weights
}

function addGradient(
  { candidates, is_right, weight }: Example,
  weights: Float64Array,
  gradient: Float64Array,
): void {
  const scores = candidates.map((features) =>
    features.reduce((sum, at) => sum + (weights[at] ?? 0), 0),
  )
  const top = Math.max(...scores)
  const masses = scores.map((score) => Math.exp(score - top))
  const total = masses.reduce((sum, mass) => sum + mass, 0)
  const right = masses.reduce((sum, mass, index) => sum + (is_right[index] ? mass : 0), 0)
  for (const [index, features] of candidates.entries()) {
    const mass = masses[index] ?? 0
    const pull = weight * ((is_right[index] ? mass / right : 0) - mass / total)
    if (Math.abs(pull) > 1e-7) for (const at of features) gradient[at] = (gradient[at] ?? 0) + pull
  }
}
