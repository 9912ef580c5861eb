import type { InvoiceReading } from '../src/domain/invoice/invoice.ts'

type Text = string | null | undefined

export interface ExpectedLine {
  description?: Text
  unit?: Text
  qty?: Text
  price?: Text
  gross_price?: Text
  /** Number of units that the price is for. */
  basis?: Text
  amount: string
}

/** Values on the page; an omitted value is not scored. */
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

/** Values that are wrong or missing by the corpus rules: header, lines and totals; names and texts do not count. */
export function findMisses(truth: ExpectedValues, reading: InvoiceReading): string[] {
  const { totals } = reading
  return [
    compareValue(
      'number',
      truth.number,
      reading.number,
      (a, b) => removeSpaces(a) === removeSpaces(b),
    ),
    compareValue('date', truth.date, reading.date, (a, b) => a === b),
    compareValue('currency', truth.currency, reading.currency, (a, b) => a === b),
    lineMisses(truth.lines ?? [], reading.lines),
    isSubtotalRight(truth, totals.subtotal)
      ? []
      : compareValue('subtotal', truth.subtotal, totals.subtotal, isMoney),
    Number(truth.tax) === 0 && totals.tax === null
      ? []
      : compareValue('tax', truth.tax, totals.tax, isMoney),
    compareValue('grand_total', truth.grand_total, totals.grand_total, isMoney),
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
  wanted: Text,
  read: Text,
  isSame: (a: string, b: string) => boolean,
): string[] {
  if (wanted === null || wanted === undefined) return []
  return read !== null && read !== undefined && isSame(wanted, read)
    ? []
    : [`${name} ${read}≠${wanted}`]
}

function lineMisses(wanted: ExpectedLine[], read: InvoiceReading['lines']): string[] {
  if (wanted.length === 0) return []
  const used = new Set<number>()
  for (const line of wanted) {
    const at = read.findIndex((it, index) => !used.has(index) && isSameLine(line, it))
    if (at >= 0) used.add(at)
  }
  if (used.size === wanted.length && read.length === wanted.length) return []
  return [`lines ${used.size} right, ${read.length} read≠${wanted.length}`]
}

function isSameLine(wanted: ExpectedLine, read: InvoiceReading['lines'][number]): boolean {
  const { qty, price, gross_price, basis } = wanted
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
  return isQuantity && isPrice && read.amount !== null && isMoney(wanted.amount, read.amount)
}

/**
 * The price after the line's discount: some pages print the price before it, but the expected price is the one after.
 */
function netPrice({ quantity, unit_price, discount }: InvoiceReading['lines'][number]) {
  if (discount === null || quantity === null || unit_price === null) return null
  return String(Number(unit_price) - Number(discount) / Number(quantity))
}

function isNear(wanted: string, read: string | null): boolean {
  return read !== null && Math.abs(Number(wanted) - Number(read)) < 0.0051
}

function isMoney(wanted: string, read: string): boolean {
  return Math.abs(Number(wanted) - Number(read)) < 0.011
}

function removeSpaces(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s.,'’"\-–]+/g, '')
    .toLowerCase()
}
