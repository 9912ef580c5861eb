import type { TextLocation } from '../../text/location.ts'

/** A possible field value, with the features that rank it. */
export interface Candidate {
  value: string
  /** Candidates with the same key are the same value. */
  key: string
  location: TextLocation
  /** The nearest text that may name the value. */
  label?: string
  features: string[]
}

/** Weight of each feature; a feature without a weight counts as zero. */
export type Weights = Readonly<Record<string, number>>

/** Marks the candidate that means "no value on these pages". */
export const noneFeature = 'none'

/** Case, spacing and punctuation do not distinguish numbers and names. */
export function toValueKey(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s.,'’"–-]+/g, '')
    .toLowerCase()
}
