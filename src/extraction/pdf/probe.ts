import { withDocument } from './engine.ts'
import { pdfLimits } from './limits.ts'

/** Opens the PDF without reading its pages, so that locked, damaged and oversized files can be rejected early. */
export function probe(pdf: Uint8Array): Promise<{ page_count: number }> {
  return withDocument(pdf, pdfLimits, ({ page_count }) => ({ page_count }))
}
