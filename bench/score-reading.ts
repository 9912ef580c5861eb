import type { InvoiceReading } from '../src/domain/invoice/invoice.ts'

type Text = string | null | undefined

export interface ExpectedLine {
  description?: Text
  unit?: Text
  qty?: Text
  price?: Text
  gross_price?: Text
  /** Number of units that the price covers. */
  basis?: Text
  amount: string
}

/** The values printed on the pages; a value that is omitted here is not scored. */
export interface ExpectedValues {
  number?: Text
  date?: Text
  currency?: Text
  seller?: Text
  buyer?: Text
  lines?: ExpectedLine[]
  subtotal?: Text
  subtotal_alt?: Text
  no_subtotal?: boolean
  tax_base?: Text
  tax?: Text
  grand_total?: Text
}

/**
 * Returns the header, line and total values that are wrong or missing under the rules of the corpus. Names and
 * descriptions are not scored.
 */
export function findMisses(expected: ExpectedValues, reading: InvoiceReading): string[] {
  const { totals } = reading
  return [
    compareValue(
      'number',
      expected.number,
      reading.number,
      (a, b) => removeSpaces(a) === removeSpaces(b),
    ),
    compareValue('date', expected.date, reading.date, (a, b) => a === b),
    compareValue('currency', expected.currency, reading.currency, (a, b) => a === b),
    lineMisses(expected.lines ?? [], reading.lines),
    isSubtotalRight(expected, totals.subtotal)
      ? []
      : compareValue('subtotal', expected.subtotal, totals.subtotal, isMoney),
    Number(expected.tax) === 0 && totals.tax === null
      ? []
      : compareValue('tax', expected.tax, totals.tax, isMoney),
    compareValue('grand_total', expected.grand_total, totals.grand_total, isMoney),
  ].flat()
}

function isSubtotalRight(
  { subtotal_alt, no_subtotal }: ExpectedValues,
  read: string | null,
): boolean {
  if (subtotal_alt && read !== null && isMoney(subtotal_alt, read)) return true
  return read === null && no_subtotal === true
}

function compareValue(
  name: string,
  expected: Text,
  read: Text,
  isSame: (a: string, b: string) => boolean,
): string[] {
  if (expected === null || expected === undefined) return []
  return read !== null && read !== undefined && isSame(expected, read)
    ? []
    : [`${name} ${read}≠${expected}`]
}

function lineMisses(expected: ExpectedLine[], read: InvoiceReading['lines']): string[] {
  if (expected.length === 0) return []
  const used = new Set<number>()
  for (const line of expected) {
    const at = read.findIndex((it, index) => !used.has(index) && isSameLine(line, it))
    if (at >= 0) used.add(at)
  }
  if (used.size === expected.length && read.length === expected.length) return []
  return [`lines ${used.size} right, ${read.length} read≠${expected.length}`]
}

function isSameLine(expected: ExpectedLine, read: InvoiceReading['lines'][number]): boolean {
  const { qty, price, gross_price, basis } = expected
  const isQuantity =
    !qty || isNear(qty, read.quantity) || (read.quantity === null && isNear('1', qty))
  const isNetPrice = isNear(price ?? '', netPrice(read))
  const isUnpriced = !price || (read.unit_price === null && isNear('1', qty ?? null))
  const isPrice =
    isUnpriced ||
    isNetPrice ||
    [price, gross_price].some(
      (it) =>
        it &&
        (isNear(it, read.unit_price) ||
          (basis && isNear(String(Number(it) / Number(basis)), read.unit_price))),
    )
  return isQuantity && isPrice && read.amount !== null && isMoney(expected.amount, read.amount)
}

/**
 * Returns the price after the line's discount, as the corpus expects. Some pages print the price before the discount.
 */
function netPrice({ quantity, unit_price, discount }: InvoiceReading['lines'][number]) {
  if (discount === null || quantity === null || unit_price === null) return null
  return String(Number(unit_price) - Number(discount) / Number(quantity))
}

function isNear(expected: string, read: string | null): boolean {
  return read !== null && Math.abs(Number(expected) - Number(read)) < 0.0051
}

function isMoney(expected: string, read: string): boolean {
  return Math.abs(Number(expected) - Number(read)) < 0.011
}

function removeSpaces(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s.,'’"\-–]+/g, '')
    .toLowerCase()
}
