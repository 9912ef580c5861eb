import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { InvoiceLine, InvoiceReading } from '../../../src/domain/invoice/invoice.ts'
import { isFilingReason } from '../../../src/domain/invoice/review-reasons.ts'
import { readAnyInvoice } from '../../../src/extraction/any-invoice/read-any-invoice.ts'
import { loadVocabulary } from '../../../src/extraction/mapping/load-vocabulary.ts'
import { readPages } from '../../../src/extraction/pdf/pages.ts'
import { onlyIf } from '../run/only-if.ts'

/** Invoices with layouts that have no mapping, read in place: neither they nor their text may enter the repository. */
const unseenFolder = path.resolve('../shared/corpus/unseen-invoices')
export const hasUnseenInvoices = existsSync(path.join(unseenFolder, 'truth.json'))
export const needsUnseenInvoices = onlyIf(
  hasUnseenInvoices,
  `there are no invoices at ${unseenFolder}`,
)

export interface ExpectedLine {
  qty?: string | null
  price?: string | null
  gross_price?: string | null
  basis?: string | null
  amount: string
}

/** Values that the page shows. Omitted values are not compared. */
interface ExpectedValues {
  number?: string | null
  date?: string | null
  currency?: string | null
  seller?: string | null
  buyer?: string | null
  lines?: ExpectedLine[]
  subtotal?: string | null
  subtotal_alt?: string | null
  no_subtotal?: boolean
  tax?: string | null
  grand_total?: string | null
}

export interface UnseenDocument {
  id: string
  group: string
  lang: string
  truth: ExpectedValues
}

/** All fields that are compared. Parties do not determine whether a reading is correct. */
export const fields = [
  'number',
  'date',
  'currency',
  'seller',
  'buyer',
  'lines',
  'subtotal',
  'tax',
  'grand_total',
] as const
export type Field = (typeof fields)[number]

export interface UnseenResult {
  id: string
  group: string
  language: string
  compared: Field[]
  wrong: Field[]
  /** Fields whose value is wrong, not missing, and has no review reason. */
  unflagged: Field[]
  isFlagged: boolean
}

export function isRight({ wrong }: UnseenResult): boolean {
  return wrong.every((field) => field === 'seller' || field === 'buyer')
}

export function isSilentlyWrong(result: UnseenResult): boolean {
  return !isRight(result) && !result.isFlagged
}

/** All documents, read by the generic reader. */
export async function readUnseenInvoices(): Promise<UnseenResult[]> {
  const vocabulary = loadVocabulary('mappings/vocabulary')
  const text = readFileSync(path.join(unseenFolder, 'truth.json'), 'utf8')
  const results: UnseenResult[] = []
  for (const { id, group, lang, truth } of JSON.parse(text) as UnseenDocument[]) {
    const pages = await readPages(readFileSync(path.join(unseenFolder, `${id}.pdf`)))
    const reading = readAnyInvoice(pages, vocabulary)
    results.push({ id, group, language: lang, ...compare(reading, truth) })
  }
  return results
}

type Comparison = Pick<UnseenResult, 'compared' | 'wrong' | 'unflagged' | 'isFlagged'>

function compare(reading: InvoiceReading, truth: ExpectedValues): Comparison {
  const compared = fields.filter((field) =>
    field === 'lines' ? (truth.lines?.length ?? 0) > 0 : isGiven(truth[field]),
  )
  const wrong = compared.filter((field) => !isSame(field, reading, truth))
  const paths = reading.review.reasons
    .filter(({ code }) => !isFilingReason(code))
    .map(({ path: at }) => at ?? '')
  const isPointedAt = (field: Field) => paths.some((at) => pathsOf[field].test(at))
  return {
    compared,
    wrong,
    unflagged: wrong.filter((field) => isPresent(field, reading) && !isPointedAt(field)),
    isFlagged: paths.length > 0,
  }
}

const pathsOf: Record<Field, RegExp> = {
  number: /^number/,
  date: /^date/,
  currency: /^currency/,
  seller: /^seller/,
  buyer: /^buyer/,
  lines: /^lines/,
  subtotal: /^(?:totals|lines)/,
  tax: /^(?:totals|lines)/,
  grand_total: /^(?:totals|lines)/,
}

function isPresent(field: Field, reading: InvoiceReading): boolean {
  if (field === 'lines') return reading.lines.length > 0
  return readValue(field, reading) !== null
}

function readValue(field: Exclude<Field, 'lines'>, reading: InvoiceReading): string | null {
  if (field === 'seller' || field === 'buyer') return reading[field].name
  if (field === 'number' || field === 'date' || field === 'currency') return reading[field]
  return reading.totals[field]
}

function isSame(field: Field, reading: InvoiceReading, truth: ExpectedValues): boolean {
  if (field === 'lines') return areSameLines(reading.lines, truth.lines ?? [])
  const value = readValue(field, reading)
  if (field === 'date' || field === 'currency') return value === truth[field]
  if (field === 'number' || field === 'seller' || field === 'buyer')
    return removeSpaces(value) === removeSpaces(truth[field])
  if (field === 'subtotal' && value === null && truth.no_subtotal) return true
  if (field === 'subtotal' && isAmount(truth.subtotal_alt, value)) return true
  if (field === 'tax' && value === null && Number(truth.tax) === 0) return true
  return isAmount(truth[field], value)
}

function isGiven(text: string | null | undefined): text is string {
  return text !== null && text !== undefined
}

function removeSpaces(text: string | null | undefined): string {
  return (text ?? '')
    .normalize('NFKC')
    .replace(/[\s.,'’"\-–]+/g, '')
    .toLowerCase()
}

function isAmount(
  one: string | null | undefined,
  other: string | null,
  tolerance = 0.011,
): boolean {
  return isGiven(one) && other !== null && Math.abs(Number(one) - Number(other)) < tolerance
}

/** True if every expected line is found once, in any order. A quantity of 1 may be missing on the page. */
function areSameLines(lines: InvoiceLine[], expected: ExpectedLine[]): boolean {
  const left = [...lines]
  const isFound = expected.every((line) => {
    const at = left.findIndex((it) => isSameLine(it, line))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return isFound && left.length === 0
}

function isSameLine({ quantity, unit_price, amount }: InvoiceLine, line: ExpectedLine): boolean {
  const isOne = isGiven(line.qty) && Number(line.qty) === 1
  const isQuantity =
    !isGiven(line.qty) || isAmount(line.qty, quantity, 0.0051) || (quantity === null && isOne)
  const prices = [line.price, line.gross_price].flatMap((price) =>
    isGiven(price) ? [price, String(Number(price) / Number(line.basis ?? 1))] : [],
  )
  const isPrice =
    !isGiven(line.price) ||
    (unit_price === null && isOne) ||
    prices.some((price) => isAmount(price, unit_price, 0.0051))
  return isQuantity && isPrice && isAmount(line.amount, amount)
}
