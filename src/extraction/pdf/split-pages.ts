import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { AppError } from '../../domain/errors/errors.ts'
import type { PageRange } from '../../domain/values/page-range.ts'
import { checkPageRanges } from '../../domain/document/page-ranges.ts'
import { type PdfDocument, withDocument } from './engine.ts'
import { pdfLimits } from './limits.ts'

/** A PDF made from some pages of another. */
export interface SplitPart {
  bytes: number
  sha256: string
}

/** Where to write the pages of a range. */
export interface SplitTarget {
  pages: PageRange
  target: string
}

/** Writes each range of pages of the PDF at `file` as a separate PDF. Rejects ranges outside the document. */
export async function splitPdfFile(file: string, parts: SplitTarget[]): Promise<SplitPart[]> {
  return withDocument(readFileSync(file), pdfLimits, (document) => {
    checkPageRanges(
      parts.map(({ pages }) => pages),
      document.page_count,
    )
    return parts.map(({ pages, target }) => {
      const pdf = copyPages(document, pages)
      writeFileSync(target, pdf)
      return { bytes: pdf.length, sha256: createHash('sha256').update(pdf).digest('hex') }
    })
  })
}

/** Returns a PDF with these pages, without attached files and bookmarks. */
function copyPages({ engine, handle }: PdfDocument, [first, last]: PageRange): Uint8Array {
  const copy = engine.FPDF_CreateNewDocument()
  if (copy === 0) throw new AppError('RESOURCE_LIMIT')
  try {
    if (!engine.FPDF_ImportPages(copy, handle, `${first}-${last}`, 0))
      throw new AppError('BROKEN_PDF')
    return saveDocument(engine, copy)
  } finally {
    engine.FPDF_CloseDocument(copy)
  }
}

function saveDocument(engine: PdfDocument['engine'], handle: number): Uint8Array {
  const { malloc, free } = engine.pdfium.wasmExports
  const writer = engine.PDFiumExt_OpenFileWriter()
  let buffer = 0
  try {
    engine.PDFiumExt_SaveAsCopy(handle, writer)
    const size = engine.PDFiumExt_GetFileWriterSize(writer)
    buffer = malloc(size)
    if (size === 0 || buffer === 0) throw new AppError('RESOURCE_LIMIT')
    engine.PDFiumExt_GetFileWriterData(writer, buffer, size)
    return engine.pdfium.HEAPU8.slice(buffer, buffer + size)
  } finally {
    free(buffer)
    engine.PDFiumExt_CloseFileWriter(writer)
  }
}
