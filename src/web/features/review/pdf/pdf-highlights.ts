import type { EvidenceByPath } from './evidence-boxes.ts'
import type { Standing } from '../fields/field-status.ts'

/** What stands where in the document, and where the person is. */
export interface PdfPlaces {
  evidence: EvidenceByPath
  current: string
  standingAt: (path: string) => Standing
  onPick: (path: string) => void
}
