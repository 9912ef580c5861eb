import { AppError } from '../../domain/errors/app-error.ts'
import type { Page, PageOcr } from '../../domain/reading/reading.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import type { PdfDocument } from '../pdf/engine.ts'
import { buildLines, linesToText } from '../text/build-lines.ts'
import type { ScanReader } from '../pdf/pages.ts'
import { type Bitmap, renderPage, type View } from '../pdf/render-page.ts'
import { roundToHundredths } from '../pdf/words.ts'
import { isScan } from './is-scan.ts'
import { maxScans } from './limits.ts'
import type { Ocr, OcrFiles } from './packages.ts'
import { type RecognisedText, toWords, countTurnsToUpright } from './recognised-words.ts'
import { removeRules } from './remove-rules.ts'
import { chooseHigherDpi } from './resolution.ts'
import { measureSkew } from './skew.ts'
import { mergeTextLayer } from './merge-text-layer.ts'
import { loadRecogniser, type RecognisedLine, type Recogniser } from './tesseract.ts'

// Tesseract's confidence is at least 0.7 for upright text and below 0.5 for upside-down text.
const minUprightConfidence = 0.65
const minLegibleConfidence = 0.5

/** Minimum skew to correct, in degrees. A smaller angle moves the end of a line by less than its height. */
const minSkewDegrees = 0.1

const unreadOcr: PageOcr = { outcome: 'off', confidence: 0, turned: 0, straightened: 0 }

/**
 * Reads scanned pages in this order: isScan() detects a scan, renderPage() renders it, measureSkew() finds the angle,
 * Tesseract recognises words and rates its confidence, and mergeTextLayer() keeps exact text. If OCR is not installed,
 * the pages are only marked. Text pages are read first, so that checkCount() can reject a document with too many scans
 * before any scan is read. A reading that contains recognised text always needs review, because arithmetic can verify
 * amounts but not names.
 */
export function createScanReader(ocr: Ocr): ScanReader {
  if ('unavailable' in ocr) {
    return {
      isScan,
      checkCount: () => {},
      read: async (_, page) => ({ ...page, ocr: unreadOcr }),
    }
  }
  return { isScan, checkCount, read: (document, page) => readScan(document, page, ocr) }
}

function checkCount(scans: number): void {
  if (scans <= maxScans) return
  throw new AppError('RESOURCE_LIMIT', createDetail('too_many_scans', { most: maxScans }))
}

async function readScan(document: PdfDocument, page: Page, files: OcrFiles): Promise<Page> {
  const recogniser = await loadRecogniser(files)
  const { view, words, confidence } = readUpright(document, page.number - 1, recogniser)
  const { all, found } = mergeTextLayer(page, view, words)
  if (found === 0 && page.words.length > 0) return page
  const isLegible = found > 0 && confidence >= minLegibleConfidence
  if (!isLegible) return { ...page, ocr: { ...unreadOcr, outcome: 'illegible' } }
  const isSideways = view.turns % 2 === 1
  const lines = buildLines(all)
  return {
    number: page.number,
    width: isSideways ? page.height : page.width,
    height: isSideways ? page.width : page.height,
    text: linesToText(lines),
    words: lines.flatMap((line) => line.words),
    ocr: {
      outcome: 'read',
      confidence,
      turned: view.turns * 90,
      straightened: roundToHundredths(view.deskew),
    },
  }
}

interface Attempt extends RecognisedText {
  view: View
}

/** The rotations to try next, by the rotation that the first attempt suggests. */
const rotationOrder = { 0: [2, 1, 3], 1: [1, 3, 2], 3: [3, 1, 2] } as const

/**
 * Tries rotations until one is confident enough. Vertical text is detected directly, upside-down text only by its low
 * confidence.
 */
function readUpright(document: PdfDocument, index: number, recogniser: Recogniser): Attempt {
  const read = (turns: View['turns']) => readRotated(document, index, { turns, recogniser })
  const asStored = read(0)
  let best: Attempt = asStored
  for (const [index, turns] of rotationOrder[asStored.turns].entries()) {
    const isConfident = index === 0 ? minUprightConfidence : minLegibleConfidence
    if (asStored.is_blank || best.confidence >= isConfident) break
    const next = read(turns)
    if (next.confidence > best.confidence) best = next
  }
  return retryAtHigherDpi(best, (view) =>
    recogniseView(renderPage(document, index, view), view, recogniser),
  )
}

/** Recognises small letters again at a higher resolution and keeps the attempt with the higher confidence. */
function retryAtHigherDpi(attempt: Attempt, read: (view: View) => Attempt): Attempt {
  const dpi = chooseHigherDpi(attempt.words)
  if (dpi === undefined) return attempt
  const sharperAttempt = read({ ...attempt.view, dpi })
  return sharperAttempt.confidence > attempt.confidence ? sharperAttempt : attempt
}

interface RotatedAttempt extends Attempt {
  turns: keyof typeof rotationOrder
  is_blank: boolean
}

function readRotated(
  document: PdfDocument,
  index: number,
  { turns, recogniser }: { turns: View['turns']; recogniser: Recogniser },
): RotatedAttempt {
  const skewed = renderPage(document, index, { turns, deskew: 0 })
  const skew = measureSkew(skewed)
  const view: View = { turns, deskew: Math.abs(skew ?? 0) < minSkewDegrees ? 0 : (skew ?? 0) }
  if (skew === undefined) return { view, is_blank: true, turns: 0, words: [], confidence: 0 }
  const bitmap = view.deskew === 0 ? skewed : renderPage(document, index, view)
  return recogniseView(bitmap, view, recogniser)
}

function recogniseView(bitmap: Bitmap, view: View, recogniser: Recogniser): RotatedAttempt {
  const lines = recognise(bitmap, recogniser)
  return {
    view,
    is_blank: false,
    turns: countTurnsToUpright(lines),
    ...toWords(lines, bitmap.scale),
  }
}

/** Reads a page with a grid row by row unless the page is sideways. */
function recognise(bitmap: Bitmap, recogniser: Recogniser): RecognisedLine[] {
  const clean = removeRules(bitmap)
  const rows = clean.hasGrid ? recogniser(clean.bitmap, 'rows') : []
  if (toWords(rows, bitmap.scale).confidence >= minUprightConfidence) return rows
  return recogniser(clean.bitmap, 'columns')
}
