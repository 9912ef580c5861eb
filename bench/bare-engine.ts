import type { PdfDocument } from '../src/extraction/pdf/engine.ts'
import { pdfLimits } from '../src/extraction/pdf/limits.ts'
import { loadBuilt } from './built.ts'

type Engine = typeof import('../src/extraction/pdf/engine.ts')

/** Calls only the pdfium functions that return letters and their positions; does not build words. */
export async function bareEngine(): Promise<(pdf: Uint8Array) => Promise<void>> {
  const { withDocument } = await loadBuilt<Engine>('extraction/pdf/engine.js')
  return (pdf) =>
    withDocument(pdf, pdfLimits, (document) => {
      for (let index = 0; index < document.page_count; index++) askForPage(document, index)
    })
}

function askForPage({ engine, handle, scratch }: PdfDocument, index: number): void {
  const page = engine.FPDF_LoadPage(handle, index)
  const text = engine.FPDFText_LoadPage(page)
  const count = engine.FPDFText_CountChars(text)
  for (let at = 0; at < count; at++) {
    if (engine.FPDFText_GetUnicode(text, at) === 32) continue
    engine.FPDFText_GetMatrix(text, at, scratch)
    engine.FPDFText_GetCharOrigin(text, at, scratch, scratch + 8)
    engine.FPDFText_GetCharBox(text, at, scratch, scratch + 8, scratch + 16, scratch + 24)
    engine.FPDFText_GetLooseCharBox(text, at, scratch)
    engine.FPDFText_GetFontSize(text, at)
    engine.FPDFText_GetTextObject(text, at)
  }
  engine.FPDFText_ClosePage(text)
  engine.FPDF_ClosePage(page)
}
