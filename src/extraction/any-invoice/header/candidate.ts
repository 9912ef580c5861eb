import type { TextLocation } from '../../text/location.ts'

/** A possible value of a field with the features by which it is ranked. */
export interface Candidate {
  value: string
  /** Candidates with the same key are the same value. */
  key: string
  location: TextLocation
  features: string[]
}

/** Weight of each feature; features without a weight count nothing. */
export type Weights = Readonly<Record<string, number>>

/** Feature of the candidate that stands for "no value on these pages". */
export const noneFeature = 'none'
