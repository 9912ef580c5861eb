import { AppError } from '../../domain/errors/errors.ts'
import type { Page, PageOcr } from '../../domain/reading/reading.ts'
import { say } from '../../domain/i18n/say.ts'
import type { PdfDocument } from '../pdf/engine.ts'
import { buildLines, linesToText } from '../text/build-lines.ts'
import type { ScanReader } from '../pdf/pages.ts'
import { renderPage, type View } from '../pdf/render-page.ts'
import { roundToHundredths } from '../pdf/words.ts'
import { isScan } from './is-scan.ts'
import { maxScans } from './limits.ts'
import type { Ocr, OcrFiles } from './packages.ts'
import { type RecognisedText, toWords, turnsToUpright } from './recognised-words.ts'
import { measureSkew } from './skew.ts'
import { mergeTextLayer } from './merge-drawn-words.ts'
import { loadRecogniser, type Recogniser } from './tesseract.ts'

// Tesseract is sure of upright text by 0.7 and more, of text upside down by less than half.
const minUprightConfidence = 0.65
const minLegibleConfidence = 0.5

/** In degrees: less is lost in the height of a line. */
const minSkewDegrees = 0.1

const notRead: PageOcr = { outcome: 'off', confidence: 0, turned: 0, straightened: 0 }

/** Reads pages that are pictures, or only marks them where text recognition is not at hand. */
export function createScanReader(ocr: Ocr): ScanReader {
  if ('refusal' in ocr) {
    return {
      isScan,
      checkCount: () => {},
      read: async (_, page) => ({ ...page, ocr: notRead }),
    }
  }
  return { isScan, checkCount, read: (document, page) => readScan(document, page, ocr) }
}

function checkCount(scans: number): void {
  if (scans <= maxScans) return
  const message = say`This PDF has more than ${maxScans} scanned pages, which is the most that can be read at once. Split it into smaller parts.`
  throw new AppError('RESOURCE_LIMIT', message)
}

async function readScan(document: PdfDocument, page: Page, files: OcrFiles): Promise<Page> {
  const recogniser = await loadRecogniser(files)
  const { view, words, confidence } = readUpright(document, page.number - 1, recogniser)
  const { all, found } = mergeTextLayer(page, view, words)
  if (found === 0 && page.words.length > 0) return page
  const isLegible = found > 0 && confidence >= minLegibleConfidence
  if (!isLegible) return { ...page, ocr: { ...notRead, outcome: 'illegible' } }
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

/** Which way to turn a page next, by how it seems to have to be turned. */
const rotationOrder = { 0: [2, 1, 3], 1: [1, 3, 2], 3: [3, 1, 2] } as const

/** However the paper lay in the scanner: text on end is seen to be so, text upside down makes no sense. */
function readUpright(document: PdfDocument, index: number, recogniser: Recogniser): Attempt {
  const read = (turns: View['turns']) => readRotated(document, index, { turns, recogniser })
  const asStored = read(0)
  let best: Attempt = asStored
  for (const [index, turns] of rotationOrder[asStored.turns].entries()) {
    const enough = index === 0 ? minUprightConfidence : minLegibleConfidence
    if (asStored.is_blank || best.confidence >= enough) break
    const next = read(turns)
    if (next.confidence > best.confidence) best = next
  }
  return best
}

function readRotated(
  document: PdfDocument,
  index: number,
  { turns, recogniser }: { turns: View['turns']; recogniser: Recogniser },
): Attempt & { turns: keyof typeof rotationOrder; is_blank: boolean } {
  const askew = renderPage(document, index, { turns, deskew: 0 })
  const skew = measureSkew(askew)
  const view: View = { turns, deskew: Math.abs(skew ?? 0) < minSkewDegrees ? 0 : (skew ?? 0) }
  const bitmap = view.deskew === 0 ? askew : renderPage(document, index, view)
  const lines = skew === undefined ? [] : recogniser(bitmap)
  const is_blank = skew === undefined
  return { view, is_blank, turns: turnsToUpright(lines), ...toWords(lines, bitmap.scale) }
}
