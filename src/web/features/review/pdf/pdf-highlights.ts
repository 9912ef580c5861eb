import type { EvidenceByPath } from './evidence-boxes.ts'
import type { FieldStatus } from '../fields/field-status.ts'

/** Values to highlight in the document. */
export interface PdfHighlights {
  evidence: EvidenceByPath
  current: string
  statusAt: (path: string) => FieldStatus
  onPick: (path: string) => void
}
