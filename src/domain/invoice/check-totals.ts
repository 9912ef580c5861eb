import { type Amounts, isRoundedValue, sumAmounts } from './amounts.ts'
import {
  add,
  type Decimal,
  divide,
  equals,
  multiply,
  percentOf,
  decimal,
  formatDecimal,
  round,
  subtract,
  sum,
  zero,
} from '../values/decimal.ts'
import { type CheckResult, toCheckResult } from './review-reasons.ts'
import { message } from '../messages/message.ts'
import { type TaxRule, computeTaxBase, computeTaxOnBase, computeTax, exactPlaces } from './tax.ts'

/** Checks that the lines, or only the taxed lines, add up to the subtotal. Does not round sums. */
export function checkSum(amounts: Amounts): CheckResult | undefined {
  const { lines, subtotal, grand_total } = amounts
  if (!subtotal || lines.length === 0) return undefined
  const total = sumAmounts(lines)
  const passed = [total, sumTaxedLines(amounts)].some((it) => equals(it, subtotal))
  const printed = { subtotal: formatDecimal(subtotal) }
  const includes_tax = grand_total !== null && equals(total, grand_total)
  const path = 'totals.subtotal'
  const reason = passed
    ? message('sum_matches', path, printed)
    : message('sum_differs', path, { sum: formatDecimal(total), ...printed, includes_tax })
  return toCheckResult('sum', passed, reason)
}

/** Checks that the quantities, regardless of units, add up to the printed total. */
export function checkQuantity({ lines, quantity: printed }: Amounts): CheckResult | undefined {
  if (!printed || lines.length === 0) return undefined
  const total = sum(lines.flatMap(({ quantity }) => quantity ?? []))
  const passed = equals(total, printed)
  const quantity = formatDecimal(printed)
  const path = 'totals.quantity'
  const reason = passed
    ? message('quantity_matches', path, { quantity })
    : message('quantity_differs', path, { sum: formatDecimal(total), quantity })
  return toCheckResult('quantity', passed, reason)
}

/** Checks the tax base. Without a national rule, the base is the amount itself. */
export function checkTaxBase(amounts: Amounts, rule: TaxRule | undefined): CheckResult | undefined {
  const { tax_base: printed } = amounts
  if (!printed) return undefined
  const base = (amount: Decimal) => (rule ? computeTaxBase(amount, rule) : amount)
  const passed = matchesRule(base, printed, amounts) || isWholeBase(printed, amounts, rule)
  const [taxed = zero] = listTaxBases(amounts)
  const expected = round(base(taxed), amounts.places.tax)
  const tax_base = formatDecimal(printed)
  const path = 'totals.tax_base'
  if (passed)
    return toCheckResult('tax_base', true, message('tax_base_matches', path, { tax_base }))
  const isShare = rule && rule.numerator !== rule.denominator
  const params = {
    taxed: formatDecimal(taxed),
    share: isShare ? `${rule.numerator}/${rule.denominator}` : null,
    expected: formatDecimal(expected),
    tax_base,
    percent: findDownPaymentPercent(printed, base(taxed), amounts),
  }
  return toCheckResult('tax_base', false, message('tax_base_differs', path, params))
}

/**
 * True if the invoice states the full amount as the base, with a rate that yields the same tax: 11% of the amount
 * instead of 12% of 11/12.
 */
function isWholeBase(printed: Decimal, amounts: Amounts, rule: TaxRule | undefined): boolean {
  const { tax, places } = amounts
  return (
    rule !== undefined &&
    tax !== null &&
    listTaxBases(amounts).some((taxed) => equals(taxed, printed)) &&
    isRoundedValue(tax, computeTax(printed, rule), places.tax)
  )
}

/**
 * Checks the tax. `confirmedBase` is the printed base if it passed its check. The tax may then be computed from that
 * rounded base.
 */
export function checkTax(
  amounts: Amounts,
  rule: TaxRule,
  confirmedBase: Decimal | null,
): CheckResult | undefined {
  const { tax: printed, places } = amounts
  if (!printed || isUntaxed(amounts)) return undefined
  const tax = (amount: Decimal) => computeTax(amount, rule)
  const isOnBase =
    confirmedBase !== null &&
    isRoundedValue(printed, computeTaxOnBase(confirmedBase, rule), places.tax)
  const divisor = isOnBase
    ? '1'
    : taxDivisors.find((it) =>
        matchesRule((amount) => divide(tax(amount), decimal(it), exactPlaces), printed, amounts),
      )
  const [taxed = zero] = listTaxBases(amounts)
  const expected = round(tax(taxed), places.tax)
  const path = 'totals.tax'
  const reason =
    divisor !== undefined
      ? message('tax_matches', path, {
          tax: formatDecimal(printed),
          rate: formatDecimal(divide(decimal(rule.rate), decimal(divisor), 2)),
        })
      : message('tax_differs', path, {
          taxed: formatDecimal(taxed),
          expected: formatDecimal(expected),
          tax: formatDecimal(printed),
        })
  return toCheckResult('tax', divisor !== undefined, reason)
}

/**
 * Divisors of the usual rate. Freight forwarding, parcels, travel and used vehicles are taxed at a tenth of it, and
 * insurance brokerage at a fifth. Whether the invoice may use such a rate is checked before filing.
 */
const taxDivisors = ['1', '10', '5']

/** True if the invoice states a tax of zero that its grand total confirms, as sellers outside the VAT system do. */
function isUntaxed(amounts: Amounts): boolean {
  const { tax, tax_base, grand_total, charges } = amounts
  if (!tax || !equals(tax, zero) || tax_base || !grand_total) return false
  return equals(sum([computeNetAmount(amounts), ...charges]), grand_total)
}

/** Checks the amount due, before or after withholding. Does not round sums. */
export function checkGrandTotal(amounts: Amounts): CheckResult | undefined {
  const { grand_total: printed, tax, charges, withheld } = amounts
  if (!printed) return undefined
  const due = sum([computeNetAmount(amounts), ...charges, tax ?? zero])
  const payable = subtract(due, sum(withheld))
  const passed = [due, payable].some((total) => equals(total, printed)) || isTaxIncluded(amounts)
  const total = { grand_total: formatDecimal(printed), has_tax: tax !== null }
  const path = 'totals.grand_total'
  const reason = passed
    ? message('grand_total_matches', path, total)
    : message('grand_total_differs', path, { sum: formatDecimal(payable), ...total })
  return toCheckResult('grand_total', passed, reason)
}

/**
 * True if prices include tax: the lines add up to the grand total, and the tax matches a usual rate on the remainder. A
 * printed subtotal is then the sum of the lines before charges. Without charges, or if the tax also matches a usual rate
 * on the total, the tax may be missing from a misread total.
 */
function isTaxIncluded({ lines, subtotal, charges, tax, grand_total }: Amounts): boolean {
  if (!tax || !grand_total || lines.length === 0) return false
  const total = sumAmounts(lines)
  const isGross = charges.length > 0 && !hasUsualRate(tax, grand_total)
  if (subtotal && !(isGross && equals(subtotal, total))) return false
  return (
    equals(sum([total, ...charges]), grand_total) && hasUsualRate(tax, subtract(grand_total, tax))
  )
}

/** True if the tax is a multiple of 0.5% of the base. */
function hasUsualRate(tax: Decimal, base: Decimal): boolean {
  if (tax.units === 0n || base.units === 0n) return false
  const rate = round(divide(multiply(tax, decimal('200')), base, 6), 0)
  return isRoundedValue(tax, divide(multiply(base, rate), decimal('200'), 6), tax.scale)
}

/** Returns the amount billed before tax and charges. Excludes untaxed lines if the subtotal covers only taxed lines. */
function computeNetAmount(amounts: Amounts): Decimal {
  const { lines, subtotal, instalment } = amounts
  if (instalment && isBeforeTax(instalment, amounts)) return instalment
  const total = sumAmounts(lines)
  if (!subtotal) return total
  const hasOnlyTaxedLines = equals(subtotal, sumTaxedLines(amounts))
  return hasOnlyTaxedLines ? total : subtotal
}

/**
 * True if the tax is computed on the instalment alone. Other invoices subtract the instalment from the total including
 * tax.
 */
export function isBeforeTax(instalment: Decimal, { tax, charges, grand_total }: Amounts): boolean {
  const taxed = sum([instalment, tax ?? zero, ...charges])
  return tax !== null && grand_total !== null && equals(taxed, grand_total)
}

function sumTaxedLines({ lines }: Amounts): Decimal {
  return sumAmounts(lines.filter(({ taxable }) => taxable))
}

/** True if the printed tax includes tax on the charges. */
export function areChargesTaxed(amounts: Amounts, rule: TaxRule): boolean {
  const { charges, tax, places } = amounts
  const [withCharges = zero] = listTaxBases(amounts)
  return (
    charges.length > 0 &&
    tax !== null &&
    isRoundedValue(tax, computeTax(withCharges, rule), places.tax)
  )
}

/** Returns possible tax bases, because an invoice does not state whether its charges are taxed. */
function listTaxBases(amounts: Amounts): Decimal[] {
  const untaxed = sumAmounts(amounts.lines.filter(({ taxable }) => !taxable))
  const taxed = subtract(computeNetAmount(amounts), untaxed)
  const { charges } = amounts
  const few = charges.length <= maxCombinedCharges ? charges.map((charge) => [charge]) : [charges]
  // The first sum includes all charges, the last none.
  return few.reduceRight<Decimal[]>(
    (sums, some) => [...sums.map((base) => add(base, sum(some))), ...sums],
    [taxed],
  )
}

/**
 * Maximum number of charges for which every combination may be taxed. If there are more, either all of them are taxed
 * or none.
 */
const maxCombinedCharges = 4

/** True if the rule yields the printed value for the whole amount, for one charge, or as a sum of rounded lines. */
function matchesRule(
  rule: (amount: Decimal) => Decimal,
  printed: Decimal,
  amounts: Amounts,
): boolean {
  const { lines, charges, places } = amounts
  const taxedLines = lines.flatMap(({ amount, taxable }) => (taxable && amount ? [amount] : []))
  const byLine = [taxedLines, [...taxedLines, ...charges]].map((parts) =>
    sum(parts.map((part) => round(rule(part), places.tax))),
  )
  // Of labour costs and a fee, for example, only the fee is taxed.
  const bases = [...listTaxBases(amounts), ...charges]
  return (
    bases.some((taxed) => isRoundedValue(printed, rule(taxed), places.tax)) ||
    byLine.some((total) => equals(printed, total))
  )
}

/**
 * Returns the percentage if the base is a multiple of 5% of the expected base. That suggests a down payment, which must
 * be entered in Coretax by hand.
 */
function findDownPaymentPercent(
  printed: Decimal,
  whole: Decimal,
  { places }: Amounts,
): string | null {
  const percents = Array.from({ length: 19 }, (_, index) => String(5 * (index + 1)))
  const percent = percents.find((it) => {
    const part = percentOf(whole, it)
    return isRoundedValue(printed, part, places.tax)
  })
  return percent ?? null
}
