import { withDocument } from './engine.ts'
import { pdfLimits } from './limits.ts'

/** Opens the PDF without reading it, to reject locked, damaged or oversized files early. */
export function probe(pdf: Uint8Array): Promise<{ page_count: number }> {
  return withDocument(pdf, pdfLimits, ({ page_count }) => ({ page_count }))
}
