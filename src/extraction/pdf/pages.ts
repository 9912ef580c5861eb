import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../domain/errors/app-error.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import { readFloats, type PdfDocument, withDocument } from './engine.ts'
import { type PdfLimits, pdfLimits } from './limits.ts'
import { buildLines, linesToText } from '../text/build-lines.ts'
import { readGlyphs } from './read-glyphs.ts'
import { mergeOverprints } from './overprints.ts'
import { type StoredPage, toUpright, getUprightSize } from './page-rotation.ts'
import { buildWords, roundToHundredths } from './words.ts'

/** `scans` is the number of scanned pages, each of which takes several seconds. */
export type OnProgress = (done: number, total: number, scans: number) => void

export interface ScanReader {
  /** `handle` is the page already open in pdfium, because opening it again costs as much as reading its words. */
  isScan: (document: PdfDocument, handle: number, page: Page) => boolean
  /** Throws if the count exceeds the limit. */
  checkCount: (scans: number) => void
  read: (document: PdfDocument, page: Page) => Promise<Page>
}

interface PagesOptions {
  limits?: PdfLimits
  /** Without a scan reader, scanned pages have no words. */
  scans?: ScanReader
}

/** Reads every page. One unreadable page fails the document, so that no page is silently missing. */
export function readPages(
  pdf: Uint8Array,
  onProgress?: OnProgress,
  options: PagesOptions = {},
): Promise<Page[]> {
  return withDocument(pdf, options.limits ?? pdfLimits, (document) =>
    readOpenPages(document, onProgress, options),
  )
}

export async function readOpenPages(
  document: PdfDocument,
  onProgress?: OnProgress,
  { limits = pdfLimits, scans }: PagesOptions = {},
): Promise<Page[]> {
  const countCharacters = createCharacterBudget(limits)
  const pages: Page[] = []
  const scannedPages: Page[] = []
  // Yields to the event loop, so that the process can send progress and receive a cancellation.
  const reportProgress = async (done: number) => {
    onProgress?.(done, document.page_count, scannedPages.length)
    await setImmediate()
  }
  for (let index = 0; index < document.page_count; index++) {
    const { page, isScan } = readPage(document, index, { countCharacters, scans })
    pages.push(page)
    if (isScan) scans?.checkCount(scannedPages.push(page))
    else await reportProgress(pages.length - scannedPages.length)
  }
  if (scans === undefined || scannedPages.length === 0) return pages
  for (const [index, picture] of scannedPages.entries()) {
    await reportProgress(pages.length - scannedPages.length + index)
    pages[picture.number - 1] = await scans.read(document, picture)
  }
  await reportProgress(pages.length)
  return pages
}

interface PageOptions {
  countCharacters: (count: number) => void
  scans: ScanReader | undefined
}

function readPage(document: PdfDocument, index: number, { countCharacters, scans }: PageOptions) {
  const { engine } = document
  const handle = engine.FPDF_LoadPage(document.handle, index)
  const textPage = handle && engine.FPDFText_LoadPage(handle)
  try {
    if (textPage === 0) throw createDamagedPageError(index)
    countCharacters(engine.FPDFText_CountChars(textPage))
    const stored = readStoredPage(document, handle)
    const marks = readGlyphs({ document, handle: textPage, upright: toUpright(stored) })
    const lines = buildLines(buildWords(mergeOverprints(marks)))
    const [width, height] = getUprightSize(stored)
    const page: Page = {
      number: index + 1,
      width: roundToHundredths(width),
      height: roundToHundredths(height),
      text: linesToText(lines),
      words: lines.flatMap(({ words }) => words),
    }
    return { page, isScan: scans?.isScan(document, handle, page) ?? false }
  } finally {
    engine.FPDFText_ClosePage(textPage)
    engine.FPDF_ClosePage(handle)
  }
}

function readStoredPage(document: PdfDocument, page: number): StoredPage {
  const { engine, scratch } = document
  engine.FPDF_GetPageBoundingBox(page, scratch)
  const [left, top, right, bottom] = readFloats(document)
  return { left, top, right, bottom, turns: engine.FPDFPage_GetRotation(page) }
}

function createDamagedPageError(index: number): AppError {
  return new AppError('BROKEN_PDF', createDetail('page_damaged', { page: index + 1 }))
}

/** Returns a function that throws on the page that exceeds the document's character limit. */
function createCharacterBudget({ characters }: PdfLimits): (count: number) => void {
  let left = characters
  return (count) => {
    left -= count
    if (left < 0) throw new AppError('RESOURCE_LIMIT', createDetail('too_much_text', {}))
  }
}
