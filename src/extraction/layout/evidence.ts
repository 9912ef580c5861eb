import type { Evidence } from '../../domain/reading/evidence.ts'
import type { ItemCell } from './cells.ts'
import type { LocatedValue } from './locate.ts'
import { boundingBox, joinWords } from '../text/text-lines.ts'

/** A label identifies its value, but alignment only makes a column likely. */
const labelConfidence = 1
const alignmentConfidence = 0.9

/** Returns undefined for a constant from the mapping, which no page shows. */
export function toFieldEvidence({ location }: LocatedValue<unknown>): Evidence | undefined {
  return location && { ...location, confidence: labelConfidence, source: 'rule' }
}

export function toCellEvidence({ page, words }: ItemCell): Evidence {
  return {
    page,
    box: boundingBox(words),
    text: joinWords(words),
    confidence: alignmentConfidence,
    source: 'rule',
  }
}
