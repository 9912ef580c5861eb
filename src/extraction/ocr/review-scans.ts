import { AppError } from '../../domain/errors/app-error.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { Evidence } from '../../domain/reading/evidence.ts'
import { type Reason, toReview } from '../../domain/invoice/review-reasons.ts'
import type { Box, Page, PageOcr } from '../../domain/reading/reading.ts'
import { type Message, message } from '../../domain/messages/message.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import type { Ocr } from './packages.ts'
import { toStoredBox } from './transform-box.ts'

/** Below this confidence, Tesseract is wrong often enough that the user should check. */
const minConfidence = 0.8

/**
 * Returns the reasons to review scanned pages. Recognised text always needs review, because a wrong letter in a name or
 * number looks plausible.
 */
export function listScanReasons(pages: Page[], ocr: Ocr, amounts_add_up = false): Message[] {
  const numbers = (outcome: PageOcr['outcome']) =>
    pages.filter((page) => page.ocr?.outcome === outcome).map(({ number }) => number)
  const [read, illegible, off] = [numbers('read'), numbers('illegible'), numbers('off')]
  const unavailable = 'unavailable' in ocr ? ocr.unavailable : {}
  return [
    ...(read.length > 0 ? [message('scan_read', null, { pages: read, amounts_add_up })] : []),
    ...(illegible.length > 0 ? [message('scan_illegible', null, { pages: illegible })] : []),
    ...(off.length > 0 ? [message('scan_not_read', null, { pages: off, ...unavailable })] : []),
  ]
}

/** Marks the evidence on scanned pages as recognised text and adds review reasons. */
export function reviewScans(reading: InvoiceReading, pages: Page[], ocr: Ocr): InvoiceReading {
  if (pages.every((page) => page.ocr === undefined)) return reading
  const areChecksPassed = reading.checks.length > 0 && reading.review.reasons.length === 0
  const general = listScanReasons(pages, ocr, areChecksPassed)
  const evidence = Object.fromEntries(
    Object.entries(reading.evidence).map(([path, found]) => [path, markRecognised(found, pages)]),
  )
  const reasons = [...general, ...listLowConfidenceReasons(evidence), ...reading.review.reasons]
  return { ...reading, evidence, review: toReview(reasons) }
}

/** Takes the words' lowest confidence, and maps the box back to the stored page. */
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

/** True if the text contains a letter or digit. Low confidence in punctuation is harmless. */
function hasLetterOrDigit(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

function isWithin([left, top, right, bottom]: Box, [x1, y1, x2, y2]: Box): boolean {
  return left >= x1 && top >= y1 && right <= x2 && bottom <= y2
}

function listLowConfidenceReasons(evidence: InvoiceReading['evidence']): Reason[] {
  return Object.entries(evidence)
    .filter(([, { source, confidence }]) => source === 'ocr' && confidence < minConfidence)
    .map(([path, { text, confidence }]) =>
      message('ocr_uncertain', path, { text, percent: Math.round(confidence * 100) }),
    )
}

/** Creates the error for a document without any words. */
export function createNoTextError(pages: Page[], ocr: Ocr): AppError {
  const wasOff = pages.some((page) => page.ocr?.outcome === 'off')
  if (!wasOff || !('unavailable' in ocr)) return new AppError('NO_TEXT')
  return new AppError('NO_TEXT', createDetail('only_images', ocr.unavailable))
}
