import type { Page } from '../../domain/reading/reading.ts'
import { readFloats, type PdfDocument } from '../pdf/engine.ts'

/** Maximum number of words on a stamp or in a watermark. */
const maxStampWords = 30
/** Minimum fraction of the page area. Smaller images are logos or illustrations. */
const minImageShare = 0.5

/** pdfium object types. Some programs wrap images in form XObjects. */
const objectTypes = { image: 3, form: 5 }

/**
 * True for a page with graphics and no text, or with little text over a large image. Text drawn as vector outlines
 * counts as an image.
 */
export function isScan(
  document: PdfDocument,
  handle: number,
  { width, height, words }: Page,
): boolean {
  if (words.length >= maxStampWords) return false
  const { engine } = document
  const count = engine.FPDFPage_CountObjects(handle)
  if (words.length === 0) return count > 0
  let share = 0
  for (let index = 0; index < count && share < minImageShare; index++) {
    const object = engine.FPDFPage_GetObject(handle, index)
    const kind = engine.FPDFPageObj_GetType(object)
    if (kind === objectTypes.image || kind === objectTypes.form) {
      share += measureArea(document, object) / (width * height)
    }
  }
  return share >= minImageShare
}

function measureArea(document: PdfDocument, object: number): number {
  const { engine, scratch } = document
  engine.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)
  const [left, bottom, right, top] = readFloats(document)
  return (right - left) * (top - bottom)
}
