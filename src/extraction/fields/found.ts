import type { Evidence } from '../../domain/reading/evidence.ts'

/** A value supported by a reader or a label. Numbers and dates are in canonical notation. */
export interface Found {
  value: string
  evidence: Evidence
  /** True if the value is only likely, so that it becomes an alternative instead of the value. */
  is_doubtful?: boolean
  label?: string
}

/** The result of a search for one value. */
export type Outcome =
  | { kind: 'found'; found: Found }
  | { kind: 'missing' }
  | { kind: 'not_unique'; candidates: Found[] }

export const missing: Outcome = { kind: 'missing' }

/** Accepts a candidate if all candidates have the same value. */
export function chooseOnly(candidates: readonly Found[]): Outcome {
  const distinct = [...new Map(candidates.map((one) => [toKey(one.value), one])).values()]
  const [first, ...others] = distinct
  if (!first) return missing
  if (others.length > 0) return { kind: 'not_unique', candidates: distinct.slice(0, maxCandidates) }
  return { kind: 'found', found: first }
}

const maxCandidates = 5

function toKey(value: string): string {
  return value
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,'’"()/–-]+/g, '')
}
