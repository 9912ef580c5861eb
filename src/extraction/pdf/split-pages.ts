import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { AppError } from '../../domain/errors/app-error.ts'
import type { PageRange } from '../../domain/values/page-range.ts'
import { checkPageRanges } from '../../domain/document/page-ranges.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import { type PdfDocument, withDocument } from './engine.ts'
import { pdfLimits } from './limits.ts'

/** A PDF made from some of another PDF's pages. */
export interface SplitPart {
  bytes: number
  sha256: string
}

/** Where to write a range's pages. */
export interface SplitTarget {
  pages: PageRange
  target: string
}

const megabyte = 1024 * 1024
/**
 * Maximum size of all parts together, as a multiple of the document's size. Each part repeats the images and fonts that
 * it shares with others, so a hundred pages of one large image could otherwise fill the disk.
 */
const maxGrowth = 4
/** Total size that is always allowed, in bytes, because pages of a small document often share a font or a logo. */
const minTotalBytes = 20 * megabyte

/**
 * Writes each page range of the PDF at `file` as a separate PDF. Rejects ranges outside the document, and parts that
 * are too large together.
 */
export async function splitPdfFile(file: string, parts: SplitTarget[]): Promise<SplitPart[]> {
  const bytes = readFileSync(file)
  const maxBytes = Math.max(minTotalBytes, maxGrowth * bytes.length)
  return withDocument(bytes, pdfLimits, (document) => {
    checkPageRanges(
      parts.map(({ pages }) => pages),
      document.page_count,
    )
    let totalBytes = 0
    return parts.map(({ pages, target }) => {
      const pdf = copyPages(document, pages)
      totalBytes += pdf.length
      if (totalBytes > maxBytes) {
        const megabytes = Math.floor(maxBytes / megabyte)
        throw new AppError('TOO_LARGE', createDetail('parts_too_large', { megabytes }))
      }
      writeFileSync(target, pdf)
      return { bytes: pdf.length, sha256: createHash('sha256').update(pdf).digest('hex') }
    })
  })
}

/** Returns a PDF with these pages, without attached files or bookmarks. */
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
