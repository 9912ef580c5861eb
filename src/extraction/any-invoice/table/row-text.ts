import type { InvoiceLine } from '../../../domain/invoice/invoice.ts'
import type { Evidence } from '../../../domain/reading/evidence.ts'
import type { Word } from '../../../domain/reading/reading.ts'
import { decimal, formatDecimal, multiply, subtract } from '../../../domain/values/decimal.ts'
import { boundingBox, joinWords, type TextLine } from '../../text/text-lines.ts'
import { isCurrency } from '../../values/numbers.ts'
import type { Numeral } from '../numerals/read-numerals.ts'
import type { ItemRow } from '../rows/row.ts'
import type { RowContext } from '../rows/row-sets.ts'

export interface ReadLines {
  lines: InvoiceLine[]
  evidence: Record<string, Evidence>
}

/** Maximum gap between the lines of an item's text, in ems. */
const maxLineGapEm = 2.2
const sameEdgeEm = 2
const maxTextLines = 8

/** Builds line items from rows of numbers, with the text in each row and in the lines below it. */
export function rowsToLines(rows: ItemRow[], context: RowContext): ReadLines {
  const starts = new Set(rows.map((row) => Math.min(...listNumerals(row).map(({ line }) => line))))
  const evidence: Record<string, Evidence> = {}
  const lines = rows.map((row, index) => {
    const rowText = findRowText(row, starts, context)
    for (const [name, words] of Object.entries({ ...rowText, ...collectNumberWords(row) }))
      if (words.length > 0) evidence[`lines.${index}.${name}`] = toEvidence(words, row.amount.page)
    return toLine(row, rowText)
  })
  return { lines, evidence }
}

export function toEvidence(words: Word[], page: number, confidence = 0.9): Evidence {
  return { page, box: boundingBox(words), text: joinWords(words), confidence, source: 'generic' }
}

function listNumerals({ amount, quantity, unit_price }: ItemRow): Numeral[] {
  return [amount, quantity, unit_price].filter((it) => it !== null)
}

function collectNumberWords({ amount, quantity, unit_price }: ItemRow): Record<string, Word[]> {
  return {
    amount: amount.words,
    quantity: quantity?.words ?? [],
    unit_price: unit_price?.words ?? [],
  }
}

interface RowText {
  no: Word[]
  sku: Word[]
  description: Word[]
  unit: Word[]
}

function toLine(row: ItemRow, { no, sku, description, unit }: RowText): InvoiceLine {
  const text = (words: Word[]) => (words.length > 0 ? joinWords(words) : null)
  return {
    no: text(no),
    sku: text(sku),
    hs_code: null,
    description: joinWords(description),
    quantity: row.quantity?.text ?? null,
    unit: row.quantity?.unit || text(unit),
    unit_price: row.unit_price?.text ?? null,
    discount: row.method === 'discount' ? computeDiscount(row) : null,
    amount: row.amount.text,
    taxable: true,
  }
}

/** Returns quantity × price less the amount. */
export function computeDiscount({ quantity, unit_price, amount }: ItemRow): string | null {
  if (!quantity || !unit_price) return null
  const gross = multiply(decimal(quantity.text), decimal(unit_price.text))
  return formatDecimal(subtract(gross, decimal(amount.text)))
}

function findRowText(
  row: ItemRow,
  starts: ReadonlySet<number>,
  { lines, isTotalLine }: RowContext,
): RowText {
  const used = new Set(listNumerals(row).flatMap(({ words }) => words))
  const ownLines = [...new Set(listNumerals(row).map(({ line }) => line))].toSorted((a, b) => a - b)
  const first = ownLines[0] ?? row.amount.line
  const segments = ownLines.flatMap((index) => lines[index]?.segments ?? [])
  const free = segments.map((segment) => segment.words.filter((word) => !used.has(word)))
  const unit = row.quantity ? findUnitAfter(row.quantity, free.flat()) : undefined
  const texts = free.map((words) => words.filter((word) => word !== unit))
  const main = texts.toSorted((a, b) => countLetters(b) - countLetters(a))[0] ?? []
  const [left] = main[0]?.box ?? []
  const description = main.filter((word) => /[\p{L}\p{N}]/u.test(word.text))
  if (left !== undefined && countLetters(main) > 0)
    description.push(...findTextBelow(Math.max(...ownLines), left, starts, { lines, isTotalLine }))
  const before = free.filter((words) => words[0] !== undefined && words[0].box[2] < (left ?? 0))
  const no = before.find((words) => /^\d{1,4}[.)]?$/.test(joinWords(words))) ?? []
  const sku =
    before.find(
      (words) => words !== no && /^(?=.*\d)[\p{L}\p{N}./-]{3,}$/u.test(joinWords(words)),
    ) ?? []
  return { no: first >= 0 ? no : [], sku, description, unit: unit ? [unit] : [] }
}

function countLetters(words: Word[]): number {
  return joinWords(words.filter(({ text }) => !isCurrency(text) && text !== 'x')).replace(
    /\P{L}/gu,
    '',
  ).length
}

/** Finds the short word directly after the quantity: `12 PCS`. */
function findUnitAfter({ right, baseline, font_size }: Numeral, words: Word[]): Word | undefined {
  return words.find(
    ({ box, text, baseline: base }) =>
      Math.abs(base - baseline) < 0.3 * font_size &&
      box[0] >= right - 1 &&
      box[0] - right < 1.2 * font_size &&
      /^\p{L}{1,8}[23²³]?\.?$/u.test(text) &&
      !isCurrency(text),
  )
}

function findTextBelow(
  last: number,
  left: number,
  starts: ReadonlySet<number>,
  { lines, isTotalLine }: Pick<RowContext, 'lines' | 'isTotalLine'>,
): Word[] {
  const words: Word[] = []
  for (let index = last + 1; index <= last + maxTextLines; index++) {
    const [line, above] = [lines[index], lines[index - 1]]
    if (!line || !above || starts.has(index) || isTotalLine(index) || isFar(above, line)) break
    const segment = line.segments.find(
      ({ box }) => Math.abs(box[0] - left) < sameEdgeEm * line.font_size,
    )
    if (!segment) break
    words.push(...segment.words)
  }
  return words
}

function isFar(above: TextLine, line: TextLine): boolean {
  return (
    line.page !== above.page ||
    line.baseline - above.baseline > maxLineGapEm * (line.font_size || 9)
  )
}
