import type { Page } from '../../domain/reading/reading.ts'
import { readFloats, type PdfDocument } from '../pdf/engine.ts'

/** A scanner's stamp or a watermark has fewer words than this. */
const maxStampWords = 30
/** Of the page: less is a logo or an illustration. */
const minImageShare = 0.5

/** By pdfium's numbers. A form is a drawing within the drawing, in which some programs wrap their pictures. */
const objectTypes = { image: 3, form: 5 }

/**
 * Whether a page is a picture: it draws something but no text, or next to no text and a large picture.
 * Letters that are drawn as shapes count as a picture too.
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
