import type { TextLine } from '../../text/text-lines.ts'
import type { Numeral } from '../numerals/read-numerals.ts'
import { hasUnit, isMultiplication } from '../numerals/multiplications.ts'
import { isClose, roundsTo } from '../numerals/tolerance.ts'
import { findNearbyNumerals } from './nearby-numerals.ts'
import type { HeaderIndex } from './header-index.ts'
import type { ItemRow } from './row.ts'

/** A quantity and a unit price whose product is printed nearby. */
export interface Product extends ItemRow {
  quantity: Numeral
  unit_price: Numeral
  /** Vertical distance from the amount to the quantity and price, in points. */
  offset: number
  /** True if the page prints the multiplication: `12.5 kg x 68.00`. */
  isExpression: boolean
}

/**
 * Maximum vertical distance from the amount, in ems. In some layouts, the amount is half a line below the quantity and
 * price.
 */
const reachEm = 1.45
const maxNumerals = 26
const maxQuantity = 1e6
const maxTaxRate = 30
const priceBases = [10, 100, 1000]
const maxDiscounts = 4

/** Finds aligned triples on adjacent lines where quantity × unit price = amount, most plausible first. */
export function findProducts(
  lines: TextLine[],
  numerals: Numeral[][],
  headers: HeaderIndex,
  isTotalLine: (line: number) => boolean,
): Product[] {
  const products: Product[] = []
  for (const [index, line] of lines.entries()) {
    if ((numerals[index]?.length ?? 0) === 0) continue
    const { page, baseline } = line
    const place = { page, baseline, line: index, font_size: line.font_size || 9 }
    const near = findNearbyNumerals(place, numerals, reachEm)
    const factors = near.filter(({ isPercent, hasLeadingZero }) => !isPercent && !hasLeadingZero)
    if (factors.length < 2 || factors.length > maxNumerals) continue
    for (const amount of numerals[index] ?? []) {
      if (amount.isPercent || amount.hasLeadingZero || isYearOfDate(amount)) continue
      for (const found of findProductsFor(amount, factors, near, headers)) {
        const product = {
          ...found,
          isExpression: isMultiplication(found.quantity, found.unit_price, lines),
        }
        if (product.isExpression && hasUnit(found.unit_price) && !hasUnit(found.quantity)) continue
        if (!isTotalLine(index) || product.isExpression || isHeadedRow(product, headers))
          products.push(product)
      }
    }
  }
  products.push(...findDistantExpressions(products, lines, numerals))
  return products.toSorted(
    (a, b) => Number(a.method !== 'plain') - Number(b.method !== 'plain') || a.offset - b.offset,
  )
}

/** Maximum number of lines between an amount and the multiplication below it. */
const maxLinesBelow = 4

/** Finds multiplications further below their amounts, after several lines of description. */
function findDistantExpressions(
  known: readonly Product[],
  lines: TextLine[],
  numerals: Numeral[][],
): Product[] {
  const used = new Set(known.filter((it) => it.isExpression).map(({ unit_price }) => unit_price))
  return numerals.flatMap((onLine, index) => {
    const [first, second] = onLine.filter(({ isPercent }) => !isPercent)
    if (!first || !second || used.has(first) || used.has(second)) return []
    if (!isMultiplication(first, second, lines)) return []
    const isPriceFirst = (first.hasCurrency && !second.hasCurrency) || hasUnit(second)
    const [quantity, unit_price] = isPriceFirst ? [second, first] : [first, second]
    const amount = numerals
      .slice(Math.max(0, index - maxLinesBelow), index)
      .flat()
      .findLast((it) => it.page === first.page && isAmountOf(it, quantity, unit_price))
    if (!amount || !mayMultiply(quantity, unit_price, amount)) return []
    const offset = 2 * (quantity.baseline - amount.baseline)
    const method = { method: 'plain', modifier: null } as const
    return [{ amount, quantity, unit_price, offset, isExpression: true, ...method }]
  })
}

function isAmountOf(amount: Numeral, quantity: Numeral, unit_price: Numeral): boolean {
  return !amount.isPercent && roundsTo(quantity.value * unit_price.value, amount)
}

/** True for `2024` in `5 Januari 2024`. */
function isYearOfDate({ value, decimals, hasCurrency, followsWord, text }: Numeral): boolean {
  const isYear = value >= 1990 && value <= 2100 && decimals === 0 && text.length === 4
  return isYear && followsWord && !hasCurrency
}

/**
 * True for a row whose quantity and price are below headers that name them, such as a charge listed as an item:
 * `Shipping 1 × 5.00`.
 */
function isHeadedRow({ amount, quantity, unit_price }: Product, headers: HeaderIndex): boolean {
  const isNamed =
    headers.getAgreement(amount, 'amount') > 0 || headers.getAgreement(unit_price, 'unit_price') > 0
  return isNamed && headers.getAgreement(quantity, 'quantity') > 0
}

function* findProductsFor(
  amount: Numeral,
  factors: Numeral[],
  near: Numeral[],
  headers: HeaderIndex,
): Generator<Omit<Product, 'isExpression'>> {
  for (const unit_price of factors) {
    if (unit_price === amount) continue
    for (const quantity of factors) {
      if (quantity === amount || quantity === unit_price) continue
      if (!mayMultiply(quantity, unit_price, amount)) continue
      const found = multiply({ amount, quantity, unit_price }, near, headers)
      const offset =
        Math.abs(quantity.baseline - amount.baseline) +
        Math.abs(unit_price.baseline - amount.baseline)
      if (found) yield { amount, quantity, unit_price, ...found, offset }
    }
  }
}

function mayMultiply(quantity: Numeral, unit_price: Numeral, amount: Numeral): boolean {
  if (quantity.value < 0 && unit_price.value < 0) return false
  if (quantity.value === 0 && unit_price.value === 0) return false
  if (amount.value === 0 && quantity.value * unit_price.value !== 0) return false
  if (Math.abs(quantity.value) > maxQuantity || quantity.decimals > 4) return false
  if (quantity.hasCurrency && !unit_price.hasCurrency) return false
  return quantity.left <= amount.right || unit_price.left <= amount.right
}

type Factors = Pick<Product, 'amount' | 'quantity' | 'unit_price'>
type Method = Pick<Product, 'method' | 'modifier'>

function multiply(factors: Factors, near: Numeral[], headers: HeaderIndex): Method | undefined {
  const { amount, quantity, unit_price } = factors
  const product = quantity.value * unit_price.value
  const matchesAmount = (value: number) => roundsTo(value, amount)
  if (matchesAmount(product)) return { method: 'plain', modifier: null }
  if (product === 0 || amount.value === 0) return undefined
  const others = near.filter(
    (it) => it !== amount && it !== quantity && it !== unit_price && it.value !== 0,
  )
  const discount = others.find((it) => isDiscount(it, factors, matchesAmount, headers))
  if (discount) return { method: 'discount', modifier: discount }
  const successive = findSuccessiveDiscounts(factors, others, matchesAmount)
  if (successive) return { method: 'discount', modifier: successive }
  const rate = others.find(
    (it) => isTaxRate(it, headers) && matchesAmount(product * (1 + it.value / 100)),
  )
  if (rate) return { method: 'tax_included', modifier: rate }
  const basis = others.find(
    (it) => !it.isPercent && priceBases.includes(it.value) && matchesAmount(product / it.value),
  )
  return basis && { method: 'price_basis', modifier: basis }
}

function isDiscount(
  candidate: Numeral,
  { amount, quantity, unit_price }: Factors,
  matchesAmount: (value: number) => boolean,
  headers: HeaderIndex,
): boolean {
  const product = quantity.value * unit_price.value
  const size = Math.abs(candidate.value)
  const isHeaded = headers.getAgreement(candidate, 'discount') > 0
  if (size < 100 && (candidate.isPercent || isHeaded) && matchesAmount(product * (1 - size / 100)))
    return true
  if (candidate.isPercent || !isHeaded) return false
  return (
    isClose(product - size, amount.value, 0.006) ||
    isClose(quantity.value * (unit_price.value - size), amount.value, 0.006)
  )
}

/**
 * Finds the first of several discount percentages between price and amount, whatever the column headers: `98.00 3.00
 * 1.00 1,411.80`.
 */
function findSuccessiveDiscounts(
  { amount, quantity, unit_price }: Factors,
  others: Numeral[],
  matchesAmount: (value: number) => boolean,
): Numeral | undefined {
  const product = quantity.value * unit_price.value
  const between = others.filter(
    ({ line, left, right, value }) =>
      line === amount.line &&
      left >= Math.max(quantity.right, unit_price.right) &&
      right <= amount.left &&
      value > 0 &&
      value < 100,
  )
  if (between.length === 0 || between.length > maxDiscounts) return undefined
  const rest = between.reduce((left, { value }) => left * (1 - value / 100), 1)
  return matchesAmount(product * rest) ? between[0] : undefined
}

function isTaxRate(candidate: Numeral, headers: HeaderIndex): boolean {
  if (candidate.value <= 0 || candidate.value > maxTaxRate) return false
  return candidate.isPercent || headers.getAgreement(candidate, 'tax') > 0
}
