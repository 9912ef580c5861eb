import type { EvidenceByPath } from './evidence-boxes.ts'
import type { PageWord } from './page-words.ts'
import type { ValueLocation } from '../fields/locate-value.ts'
import type { FieldStatus } from '../fields/field-status.ts'

/** Text that the user picked on a page. */
export interface PickedText extends PageWord {
  page: number
}

/** Values to highlight in the document. */
export interface PdfHighlights {
  evidence: EvidenceByPath
  /** The position to scroll to and highlight. */
  target: ValueLocation | undefined
  statusAt: (path: string) => FieldStatus
  onPick: (path: string) => void
  /** Called with text that the user selected on a page. */
  onText: (text: PickedText) => void
}
