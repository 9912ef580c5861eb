import type { TextLocation } from '../../text/location.ts'

/** A possible field value, with the features used to rank it. */
export interface Candidate {
  value: string
  /** Candidates with the same key represent the same value. */
  key: string
  location: TextLocation
  /** The nearest text that may name the value. */
  label?: string
  features: string[]
}

/** Weight of each feature. A feature that is not listed has weight zero. */
export type FeatureWeights = Readonly<Record<string, number>>

/** Marks the candidate that means "no value on these pages". */
export const noneFeature = 'none'

/** Returns a key that ignores case, spacing and punctuation, which do not distinguish numbers or names. */
export function toValueKey(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s.,'’"–-]+/g, '')
    .toLowerCase()
}
