import type { Numeral } from '../numerals/read-numerals.ts'
import { comparePositions, isAligned, getMiddle, isMostlyOverlapping } from './geometry.ts'
import type { HeaderIndex } from './header-index.ts'
import type { Product } from './products.ts'

/** Products whose quantities, prices and amounts share three columns. */
export interface ProductTable {
  /** The product whose positions define the columns. */
  model: Product
  products: Product[]
  /** Products that match the column order but not the alignment. */
  elastic: ReadonlySet<Product>
  agreement: { amount: number; unit_price: number; quantity: number }
  score: number
}

const maxModels = 1500
/** Maximum shift of a column between rows, in points, as on pages converted from HTML. */
const maxShift = 45
const maxOffset = 2
/** Limits the score for row count, so that many rows do not outweigh a header that contradicts the columns. */
const maxRowsScore = 5

/** Groups products into tables by their columns, best first. */
export function findProductTables(products: Product[], headers: HeaderIndex): ProductTable[] {
  const models: Product[] = []
  for (const product of products.slice(0, maxModels))
    if (!models.some((model) => haveSameColumns(product, model))) models.push(product)
  return models
    .map((model) => collectTable(model, products, headers))
    .toSorted((a, b) => b.score - a.score)
}

function haveSameColumns(one: Product, other: Product): boolean {
  return (
    isAligned(one.quantity, other.quantity) &&
    isAligned(one.unit_price, other.unit_price) &&
    isAligned(one.amount, other.amount)
  )
}

function collectTable(model: Product, products: Product[], headers: HeaderIndex): ProductTable {
  const used = new Set<Numeral>()
  const chosen: Product[] = []
  const elastic = new Set<Product>()
  const choose = (product: Product) => {
    const numerals = [product.amount, product.quantity, product.unit_price]
    if (numerals.some((numeral) => used.has(numeral))) return false
    for (const numeral of numerals) used.add(numeral)
    chosen.push(product)
    return true
  }
  for (const product of products) if (haveSameColumns(product, model)) choose(product)
  for (const product of products)
    if (isElastic(product, model, headers) && choose(product)) elastic.add(product)
  // A multiplication below the description is in no column of its own.
  const least = model.isExpression ? 0 : -1
  const agreement = {
    amount: headers.getAgreement(model.amount, 'amount'),
    unit_price: Math.max(least, headers.getAgreement(model.unit_price, 'unit_price')),
    quantity: Math.max(least, headers.getAgreement(model.quantity, 'quantity')),
  }
  const sorted = chosen.toSorted((a, b) => comparePositions(a.amount, b.amount))
  const table = { model, products: sorted, elastic, agreement, score: 0 }
  return { ...table, score: scoreTable(table) }
}

/**
 * True if the amounts share a column, and the quantities and prices keep their order, as on pages that lay out each row
 * separately, or are printed as multiplications.
 */
function isElastic(product: Product, model: Product, headers: HeaderIndex): boolean {
  if (product.method === 'price_basis' || product.amount.value === 0) return false
  if (product.isExpression && model.isExpression && haveSameOrder(product, model))
    return isAligned(product.amount, model.amount)
  if (product.offset >= maxOffset || !haveSameOrder(product, model)) return false
  const isAmountColumn =
    isMostlyOverlapping(product.amount, model.amount) || isAligned(product.amount, model.amount)
  if (!isAmountColumn || !isNear(product.quantity, model.quantity)) return false
  if (!isNear(product.unit_price, model.unit_price)) return false
  const contradicts =
    headers.getAgreement(product.quantity, 'quantity') < 0 &&
    headers.getAgreement(model.quantity, 'quantity') > 0
  return (
    !contradicts || Math.abs(getMiddle(product.quantity) - getMiddle(model.quantity)) <= maxShift
  )
}

function haveSameOrder(one: Product, other: Product): boolean {
  return encodeColumnOrder(one) === encodeColumnOrder(other)
}

function encodeColumnOrder({ quantity, unit_price, amount }: Product): number {
  return (
    Math.sign(getMiddle(quantity) - getMiddle(unit_price)) +
    3 * Math.sign(getMiddle(unit_price) - getMiddle(amount))
  )
}

function isNear(one: Numeral, other: Numeral): boolean {
  return isMostlyOverlapping(one, other) || Math.abs(getMiddle(one) - getMiddle(other)) < maxShift
}

function scoreTable({ model, products, elastic, agreement }: ProductTable): number {
  const all = products.reduce(
    (sum, product) => sum + scoreProduct(product, elastic.has(product)),
    0,
  )
  const rows = Math.min(all, maxRowsScore)
  const { quantity, unit_price, amount } = model
  const header = agreement.amount + agreement.unit_price + agreement.quantity
  // Multiplication commutes, so only header, currency, unit and order distinguish the quantity from the price.
  return (
    rows +
    0.9 * header +
    (quantity.left < unit_price.left ? 0.3 : 0) +
    (unit_price.left < amount.left ? 0.2 : 0) +
    (quantity.decimals <= 2 && Math.abs(quantity.value) < 1e5 ? 0.2 : 0) +
    (unit_price.decimals >= quantity.decimals ? 0.15 : -0.15) +
    (unit_price.hasCurrency && !quantity.hasCurrency ? 0.5 : 0) +
    (quantity.unit !== '' || quantity.precedesWord ? 0.25 : 0) +
    (model.isExpression ? 0.5 : 0) -
    (quantity.followsWord && agreement.quantity <= 0 ? 0.3 : 0) -
    (amount.isThousandth ? 1.5 : 0)
  )
}

function scoreProduct(
  { amount, quantity, unit_price, method, offset, isExpression }: Product,
  isElastic: boolean,
): number {
  const isTrivial = !isExpression && (quantity.value === 1 || unit_price.value === 1)
  const base = amount.value === 0 ? 0.1 : isTrivial ? 0.6 : 1
  return (
    base -
    (isElastic ? 0.2 : 0) -
    (amount.isThousandth ? 0.9 : 0) -
    (method === 'plain' ? 0 : 0.15) -
    (offset > maxOffset ? 0.1 : 0)
  )
}
