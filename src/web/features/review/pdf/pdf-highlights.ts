import type { EvidenceByPath } from './evidence-boxes.ts'
import type { FieldStatus } from '../fields/field-status.ts'

/** What stands where in the document, and where the person is. */
export interface PdfHighlights {
  evidence: EvidenceByPath
  current: string
  statusAt: (path: string) => FieldStatus
  onPick: (path: string) => void
}
