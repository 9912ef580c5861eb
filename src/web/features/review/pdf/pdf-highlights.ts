import type { EvidenceByPath } from './evidence-boxes.ts'
import type { Located } from '../fields/locate-value.ts'
import type { FieldStatus } from '../fields/field-status.ts'

/** Values to highlight in the document. */
export interface PdfHighlights {
  evidence: EvidenceByPath
  /** Position to scroll to and highlight. */
  target: Located | undefined
  statusAt: (path: string) => FieldStatus
  onPick: (path: string) => void
}
