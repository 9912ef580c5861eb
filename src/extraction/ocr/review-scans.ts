import { AppError } from '../../domain/errors/errors.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { Evidence } from '../../domain/reading/evidence.ts'
import { type Reason, reviewOf } from '../../domain/invoice/proof.ts'
import type { Box, Page, PageOcr } from '../../domain/reading/reading.ts'
import { say } from '../../domain/i18n/say.ts'
import type { Ocr } from './packages.ts'
import { toStoredBox } from './transform-box.ts'

const ownCode = 'ocr'

/** Below this confidence, Tesseract is wrong often enough to ask a person. */
const minConfidence = 0.8

/**
 * Reasons to review scanned pages. Recognised text always needs review: a wrong letter in a name or number looks
 * plausible.
 */
export function scanReasons(
  pages: Page[],
  ocr: Ocr,
  hint = say`Compare what was read with the page.`,
): string[] {
  const numbers = (outcome: PageOcr['outcome']) =>
    pages.filter((page) => page.ocr?.outcome === outcome).map(({ number }) => number)
  const refusal = 'refusal' in ocr ? ocr.refusal : ''
  return [
    ...readPages(numbers('read')).map((sentence) => `${sentence} ${hint}`),
    ...illegiblePages(numbers('illegible')),
    ...unreadPages(numbers('off')).map((sentence) => `${sentence} ${refusal}`),
  ]
}

function readPages(numbers: number[]): string[] {
  return aboutPages(
    numbers,
    (page) => say`Page ${page} is a scan, read by text recognition (OCR).`,
    (pages, last) => say`Pages ${pages} and ${last} are scans, read by text recognition (OCR).`,
  )
}

function illegiblePages(numbers: number[]): string[] {
  return aboutPages(
    numbers,
    (page) => say`Page ${page} is a picture, in which nothing legible was found.`,
    (pages, last) =>
      say`Pages ${pages} and ${last} are pictures, in which nothing legible was found.`,
  )
}

function unreadPages(numbers: number[]): string[] {
  return aboutPages(
    numbers,
    (page) => say`Page ${page} is a picture, not read.`,
    (pages, last) => say`Pages ${pages} and ${last} are pictures, not read.`,
  )
}

function aboutPages(
  numbers: number[],
  one: (page: number) => string,
  several: (pages: string, last: number) => string,
): string[] {
  const last = numbers.at(-1)
  if (last === undefined) return []
  return [numbers.length === 1 ? one(last) : several(numbers.slice(0, -1).join(', '), last)]
}

/** Marks evidence on scanned pages as recognised and adds the reasons to review it. */
export function reviewScans(reading: InvoiceReading, pages: Page[], ocr: Ocr): InvoiceReading {
  if (pages.every((page) => page.ocr === undefined)) return reading
  const isProved = reading.checks.length > 0 && reading.review.reasons.length === 0
  const hint = isProved
    ? say`The amounts add up; compare number, date, names and descriptions with the page.`
    : undefined
  const general = scanReasons(pages, ocr, hint).map((message) => ({
    code: ownCode,
    message,
    path: null,
  }))
  const evidence = Object.fromEntries(
    Object.entries(reading.evidence).map(([path, found]) => [path, markRecognised(found, pages)]),
  )
  const reasons = [...general, ...lowConfidenceReasons(evidence), ...reading.review.reasons]
  return { ...reading, evidence, review: reviewOf(reasons) }
}

/** Takes the lowest confidence of its words and maps the box back to the stored page. */
function markRecognised(found: Evidence, pages: Page[]): Evidence {
  const { box: place } = found
  const page = pages[(found.page ?? 0) - 1]
  if (!page || place === null) return found
  const box = toStoredBox(place, page)
  const certain = page.words.flatMap((word) =>
    word.confidence !== undefined && hasLetterOrDigit(word.text) && isWithin(word.box, place)
      ? [word.confidence]
      : [],
  )
  if (certain.length === 0) return { ...found, box }
  return { ...found, box, source: 'ocr', confidence: Math.min(found.confidence, ...certain) }
}

/** Low confidence in punctuation is harmless. */
function hasLetterOrDigit(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

function isWithin([left, top, right, bottom]: Box, [x1, y1, x2, y2]: Box): boolean {
  return left >= x1 && top >= y1 && right <= x2 && bottom <= y2
}

function lowConfidenceReasons(evidence: InvoiceReading['evidence']): Reason[] {
  return Object.entries(evidence)
    .filter(([, { source, confidence }]) => source === 'ocr' && confidence < minConfidence)
    .map(([path, { text, confidence }]) => ({
      code: ownCode,
      message: say`"${text}" was recognised with little certainty (${Math.round(confidence * 100)} %).`,
      path,
    }))
}

/** Error for a document without any words. */
export function noText(pages: Page[], ocr: Ocr): AppError {
  const wasOff = pages.some((page) => page.ocr?.outcome === 'off')
  if (!wasOff || !('refusal' in ocr)) return new AppError('NO_TEXT')
  return new AppError('NO_TEXT', `${say`This PDF holds only pictures, no text.`} ${ocr.refusal}`)
}
