import type { InvoiceLine } from '../../../domain/invoice/invoice.ts'
import type { ExampleLine } from '../example/example-reading.ts'
import { isSameAmount, isSameText, toComparableText } from '../example/same-value.ts'

const numbers = ['quantity', 'unit_price', 'amount'] as const

export interface LineScore {
  /** Up to 1 for the numbers, plus less than 1 for the text. */
  score: number
  /** True if the lines match the expected lines exactly. */
  is_exact: boolean
}

/** Scores how well lines match the expected lines. Ignores values that an expected line does not have. */
export function scoreLines(wanted: ExampleLine[], read: InvoiceLine[]): LineScore {
  if (wanted.length === 0) return { score: 0, is_exact: true }
  const used = new Set<number>()
  let [matchingNumbers, texts] = [0, 0]
  for (const line of wanted) {
    const at = read.findIndex((it, index) => !used.has(index) && hasNumbers(line, it))
    const found = read[at]
    if (!found) continue
    used.add(at)
    matchingNumbers += 1
    texts += scoreText(line, found)
  }
  const surplusLines = Math.max(0, read.length - wanted.length)
  const score = (matchingNumbers - surplusLines + 0.3 * texts) / wanted.length
  const is_exact =
    read.length === wanted.length && wanted.every((line, index) => isSameLine(line, read[index]))
  return { score, is_exact }
}

function hasNumbers(wanted: ExampleLine, read: InvoiceLine): boolean {
  return numbers.every((key) => {
    const value = wanted[key]
    return !value || isSameAmount(value, read[key] ?? '')
  })
}

function isSameLine(wanted: ExampleLine, read: InvoiceLine | undefined): boolean {
  if (!read || !hasNumbers(wanted, read)) return false
  const hasSameUnit = !wanted.unit || isSameText(wanted.unit, read.unit ?? '')
  return hasSameUnit && (!wanted.description || isSameText(wanted.description, read.description))
}

/** Returns a score from 0 to 2. */
function scoreText(wanted: ExampleLine, read: InvoiceLine): number {
  const same = (key: 'unit' | 'no' | 'sku' | 'hs_code') =>
    wanted[key] && isSameText(wanted[key], read[key] ?? '') ? 0.2 : 0
  return (
    scoreDescription(wanted.description ?? '', read.description) +
    same('unit') +
    same('no') +
    same('sku') +
    same('hs_code')
  )
}

function scoreDescription(wanted: string, read: string): number {
  const [one, other] = [toComparableText(wanted), toComparableText(read)]
  if (one === '') return 0
  if (one === other) return 1
  if (other !== '' && (other.startsWith(one) || one.startsWith(other))) return 0.5
  return other.includes(one) ? 0.3 : 0
}

/** Returns the score for a perfect match. */
export function computeMaxScore(wanted: ExampleLine[]): number {
  if (wanted.length === 0) return 0
  const texts = wanted.reduce(
    (sum, line) =>
      sum +
      (line.description ? 1 : 0) +
      0.2 * [line.unit, line.no, line.sku, line.hs_code].filter(Boolean).length,
    0,
  )
  return 1 + (0.3 * texts) / wanted.length
}
