import type { Numeral } from '../numerals/read-numerals.ts'
import { byPosition, isAligned, middle, overlapsMostly } from './geometry.ts'
import type { HeadWitness } from './head-witness.ts'
import type { Product } from './products.ts'

/** Products whose numbers share three columns. */
export interface ProductTable {
  /** The product that defines the columns. */
  model: Product
  products: Product[]
  /** Products matched by order instead of alignment. */
  elastic: ReadonlySet<Product>
  agreement: { amount: number; unit_price: number; quantity: number }
  score: number
}

const maxModels = 1500
/** In points: how far a column may shift between rows, as on pages converted from HTML. */
const maxShift = 45
const maxOffset = 2

/** Groups products into tables by their columns, best first. */
export function findProductTables(products: Product[], witness: HeadWitness): ProductTable[] {
  const models: Product[] = []
  for (const product of products.slice(0, maxModels))
    if (!models.some((model) => sharesColumns(product, model))) models.push(product)
  return models
    .map((model) => collectTable(model, products, witness))
    .toSorted((a, b) => b.score - a.score)
}

function sharesColumns(one: Product, other: Product): boolean {
  return (
    isAligned(one.quantity, other.quantity) &&
    isAligned(one.unit_price, other.unit_price) &&
    isAligned(one.amount, other.amount)
  )
}

function collectTable(model: Product, products: Product[], witness: HeadWitness): ProductTable {
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
  for (const product of products) if (sharesColumns(product, model)) choose(product)
  for (const product of products)
    if (isElastic(product, model, witness) && choose(product)) elastic.add(product)
  const agreement = {
    amount: witness.agreement(model.amount, 'amount'),
    unit_price: witness.agreement(model.unit_price, 'unit_price'),
    quantity: witness.agreement(model.quantity, 'quantity'),
  }
  const sorted = chosen.toSorted((a, b) => byPosition(a.amount, b.amount))
  const table = { model, products: sorted, elastic, agreement, score: 0 }
  return { ...table, score: scoreTable(table) }
}

/** On pages that lay out each row separately, amounts still overlap and columns keep their order. */
function isElastic(product: Product, model: Product, witness: HeadWitness): boolean {
  if (product.method === 'price_basis' || product.amount.value === 0) return false
  if (product.offset >= maxOffset || order(product) !== order(model)) return false
  const isAmountColumn =
    overlapsMostly(product.amount, model.amount) || isAligned(product.amount, model.amount)
  if (!isAmountColumn || !isNear(product.quantity, model.quantity)) return false
  if (!isNear(product.unit_price, model.unit_price)) return false
  const contradicts =
    witness.agreement(product.quantity, 'quantity') < 0 &&
    witness.agreement(model.quantity, 'quantity') > 0
  return !contradicts || Math.abs(middle(product.quantity) - middle(model.quantity)) <= maxShift
}

function order({ quantity, unit_price, amount }: Product): number {
  return (
    Math.sign(middle(quantity) - middle(unit_price)) +
    3 * Math.sign(middle(unit_price) - middle(amount))
  )
}

function isNear(one: Numeral, other: Numeral): boolean {
  return overlapsMostly(one, other) || Math.abs(middle(one) - middle(other)) < maxShift
}

function scoreTable({ model, products, elastic, agreement }: ProductTable): number {
  const rows = products.reduce(
    (sum, product) => sum + scoreProduct(product, elastic.has(product)),
    0,
  )
  const { quantity, unit_price, amount } = model
  const header = agreement.amount + agreement.unit_price + agreement.quantity
  // Multiplication commutes, so only the header, currency, unit and order distinguish quantity from price.
  return (
    rows +
    0.9 * header +
    (quantity.left < unit_price.left ? 0.3 : 0) +
    (unit_price.left < amount.left ? 0.2 : 0) +
    (quantity.decimals <= 2 && Math.abs(quantity.value) < 1e5 ? 0.2 : 0) +
    (unit_price.decimals >= quantity.decimals ? 0.15 : -0.15) +
    (unit_price.hasCurrency && !quantity.hasCurrency ? 0.5 : 0) +
    (quantity.unit !== '' || quantity.precedesWord ? 0.25 : 0) -
    (quantity.followsWord && agreement.quantity <= 0 ? 0.3 : 0) -
    (amount.isThousandth ? 1.5 : 0)
  )
}

function scoreProduct(
  { amount, quantity, unit_price, method, offset }: Product,
  isElastic: boolean,
): number {
  const isTrivial = quantity.value === 1 || unit_price.value === 1
  const base = amount.value === 0 ? 0.1 : isTrivial ? 0.6 : 1
  return (
    base -
    (isElastic ? 0.2 : 0) -
    (amount.isThousandth ? 0.9 : 0) -
    (method === 'plain' ? 0 : 0.15) -
    (offset > maxOffset ? 0.1 : 0)
  )
}
