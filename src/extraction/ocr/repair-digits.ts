import { checkInvoice } from '../../domain/invoice/check-invoice.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { toReview } from '../../domain/invoice/review-reasons.ts'
import { message } from '../../domain/messages/message.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { type NumberStyle, parseNumber, voteNumberStyle } from '../values/numbers.ts'

/** Characters that Tesseract may recognise wrongly, each with the characters that may be printed instead. */
const confusions: Readonly<Record<string, string>> = {
  '0': '8',
  '1': '7',
  '3': '8',
  '5': '6',
  '6': '5',
  '7': '1',
  '8': '03',
  ',': '.',
  '.': ',',
}

/** Maximum number of trials per document. Each repeats the checks. */
const maxTrials = 5000

const amountPath =
  /^(?:lines\.(?<line>\d+)\.(?<cell>quantity|unit_price|amount)|totals\.(?<total>subtotal|tax_base|tax|grand_total))$/

interface Repair {
  path: string
  /** Text as recognised. */
  text: string
  value: string
}

/**
 * Corrects one misread digit or separator on a scanned invoice if exactly one correction makes every check pass. The
 * value gets a review reason. If two corrections are possible, the reading stays unchanged.
 */
export function repairDigits(reading: InvoiceReading, pages: Page[]): InvoiceReading {
  if (reading.checks.every(({ passed }) => passed)) return reading
  const [repair, otherRepair] = proposeRepairs(reading, pages)
    .slice(0, maxTrials)
    .filter((it) => isSolved(applyRepair(reading, it), reading))
  if (!repair || otherRepair) return reading
  const { path, text, value } = repair
  const repaired = applyRepair(reading, repair)
  const reason = message('ocr_repaired', path, { text, value })
  return { ...repaired, review: toReview([...repaired.review.reasons, reason]) }
}

/** True if every check in the original reading was repeated and passes. */
function isSolved({ checks }: InvoiceReading, original: InvoiceReading): boolean {
  return checks.length >= original.checks.length && checks.every(({ passed }) => passed)
}

/** Returns each recognised amount with one character changed. */
function proposeRepairs({ evidence }: InvoiceReading, pages: Page[]): Repair[] {
  const recognised = Object.entries(evidence).filter(
    ([path, { page }]) => amountPath.test(path) && pages[(page ?? 0) - 1]?.ocr?.outcome === 'read',
  )
  const style = voteNumberStyle(recognised.map(([, { text }]) => text))
  return recognised.flatMap(([path, { text }]) =>
    listConfusedValues(text, style).map((value) => ({ path, text, value })),
  )
}

function listConfusedValues(text: string, style: NumberStyle): string[] {
  const variants = [...text].flatMap((character, index) =>
    [...(confusions[character] ?? '')].map(
      (other) => text.slice(0, index) + other + text.slice(index + 1),
    ),
  )
  const original = parseNumber(text, style)
  const values = variants.flatMap((variant) => parseNumber(variant, style) ?? [])
  return [...new Set(values)].filter((value) => value !== original)
}

function applyRepair(reading: InvoiceReading, { path, value }: Repair): InvoiceReading {
  const { line, cell, total } = amountPath.exec(path)?.groups ?? {}
  if (total) return checkInvoice({ ...reading, totals: { ...reading.totals, [total]: value } })
  const lines = reading.lines.map((it, index) =>
    index === Number(line) && cell ? { ...it, [cell]: value } : it,
  )
  return checkInvoice({ ...reading, lines })
}
