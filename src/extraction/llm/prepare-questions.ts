import { AppError } from '../../domain/errors/app-error.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import type { PageQuestion } from '../../domain/heat-sheet/sheet-answer.ts'
import type { ReferenceData } from '../reference-data/reference-data.ts'
import { createScanReader } from '../ocr/read-scan.ts'
import { type PdfDocument, withDocument } from '../pdf/engine.ts'
import { pdfLimits } from '../pdf/limits.ts'
import { readPages } from '../pdf/pages.ts'
import { encodePng, halve } from '../pdf/png.ts'
import { renderPage } from '../pdf/render-page.ts'

/** Maximum number of pages, each of which is a paid request. */
const maxPages = 40

/** Questions for a language model, with the pages against which its answers are verified. */
export interface Transcript {
  pages: Page[]
  questions: PageQuestion[]
}

/** Prepares one question per page. Prefers text to images, because text is cheaper and can be verified. */
export async function prepareQuestions(
  pdf: Uint8Array,
  { ocr }: ReferenceData,
): Promise<Transcript> {
  const pages = await readPages(pdf, undefined, { scans: createScanReader(ocr) })
  if (pages.length > maxPages) {
    const params = { pages: pages.length, most: maxPages }
    throw new AppError('LLM_UNUSABLE', createDetail('too_many_pages_for_model', params))
  }
  const questions = await withDocument(pdf, pdfLimits, (document) =>
    pages.flatMap((page) => toQuestion(document, page)),
  )
  return { pages, questions }
}

function toQuestion(document: PdfDocument, { number, text, words, ocr }: Page): PageQuestion[] {
  if (words.length > 0) return [{ page: number, text }]
  // A blank page needs no request, unlike an image.
  if (!ocr) return []
  const picture = renderPage(document, number - 1, { turns: 0, deskew: 0 })
  return [{ page: number, text: '', image: encodePng(halve(picture)).toString('base64') }]
}
