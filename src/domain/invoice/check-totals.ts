import { type Amounts, difference, isRoundingOf, readable, sumOfAmounts } from './amounts.ts'
import {
  add,
  compare,
  type Decimal,
  multiply,
  decimal,
  round,
  subtract,
  sum,
  zero,
} from '../values/decimal.ts'
import { type Proof, proofOf } from './proof.ts'
import { say } from '../i18n/say.ts'
import { type TaxRule, taxBaseOf, taxOf, taxOn } from './tax.ts'

/** The lines, or those that are taxed, add up to the subtotal. There is nothing to round in a sum. */
export function checkSum(amounts: Amounts): Proof | undefined {
  const { lines, subtotal, grand_total } = amounts
  if (!subtotal || lines.length === 0) return undefined
  const total = sumOfAmounts(lines)
  const passed = [total, taxedSum(amounts)].some((it) => compare(it, subtotal) === 0)
  const isTaxed = grand_total && compare(total, grand_total) === 0
  const hint = isTaxed
    ? ` ${say`They add up to the grand total, so they seem to include the tax.`}`
    : ''
  const detail = passed
    ? say`The lines add up to the subtotal of ${readable(subtotal)}.`
    : say`The lines add up to ${readable(total)}, but the subtotal is ${readable(subtotal)} ${difference(subtotal, total)}.` +
      hint
  return proofOf({ name: 'sum', passed, detail }, 'totals.subtotal')
}

/** The quantities, whatever their units, add up to the printed total. */
export function checkQuantity({ lines, quantity: printed }: Amounts): Proof | undefined {
  if (!printed || lines.length === 0) return undefined
  const total = sum(lines.flatMap(({ quantity }) => quantity ?? []))
  const passed = compare(total, printed) === 0
  const detail = passed
    ? say`The quantities add up to ${readable(printed)}, as printed.`
    : say`The quantities add up to ${readable(total)}, but the total quantity is ${readable(printed)} ${difference(printed, total)}.`
  return proofOf({ name: 'quantity', passed, detail }, 'totals.quantity')
}

/** Without a rule of a country the tax base is the amount itself. */
export function checkTaxBase(amounts: Amounts, rule: TaxRule | undefined): Proof | undefined {
  const { tax_base: printed } = amounts
  if (!printed) return undefined
  const base = (amount: Decimal) => (rule ? taxBaseOf(amount, rule) : amount)
  const passed = isReckonedBy(base, printed, amounts)
  const [taxed = zero] = taxedAmounts(amounts)
  const expected = round(base(taxed), amounts.places.tax)
  const { numerator, denominator } = rule ?? { numerator: '1', denominator: '1' }
  const amount =
    numerator === denominator
      ? readable(taxed)
      : say`${numerator}/${denominator} of ${readable(taxed)}`
  const detail = passed
    ? say`The tax base of ${readable(printed)} follows from the amounts.`
    : say`The tax base should be ${amount}, that is ${readable(expected)}, but it is ${readable(printed)} ${difference(printed, expected)}.` +
      partHint(printed, base(taxed), amounts)
  return proofOf({ name: 'tax_base', passed, detail }, 'totals.tax_base')
}

/** `provedBase` is the printed tax base if that has been proved: then the tax may have been taken from it, rounded as it is. */
export function checkTax(
  amounts: Amounts,
  rule: TaxRule,
  provedBase: Decimal | null,
): Proof | undefined {
  const { tax: printed, places } = amounts
  if (!printed) return undefined
  const tax = (amount: Decimal) => taxOn(amount, rule)
  const passed =
    isReckonedBy(tax, printed, amounts) ||
    (provedBase !== null && isRoundingOf(printed, taxOf(provedBase, rule), places.tax))
  const [taxed = zero] = taxedAmounts(amounts)
  const expected = round(tax(taxed), places.tax)
  const detail = passed
    ? say`The tax of ${readable(printed)} is ${rule.rate} % of the tax base.`
    : say`The tax on ${readable(taxed)} should be ${readable(expected)}, but it is ${readable(printed)} ${difference(printed, expected)}.`
  return proofOf({ name: 'tax', passed, detail }, 'totals.tax')
}

/** The amount due, before or after what the buyer withholds. There is nothing to round in a sum. */
export function checkGrandTotal(amounts: Amounts): Proof | undefined {
  const { grand_total: printed, tax, charges, withheld } = amounts
  if (!printed) return undefined
  const due = sum([netAmount(amounts), ...charges, tax ?? zero])
  const payable = subtract(due, sum(withheld))
  const passed = [due, payable].some((total) => compare(total, printed) === 0)
  const what = tax ? say`Amounts and tax` : say`Amounts`
  const detail = passed
    ? say`${what} add up to the grand total of ${readable(printed)}.`
    : say`${what} add up to ${readable(payable)}, but the grand total is ${readable(printed)} ${difference(printed, payable)}.`
  return proofOf({ name: 'grand_total', passed, detail }, 'totals.grand_total')
}

/** All that is asked for, before tax and charges. A subtotal of the taxed lines only leaves the others out. */
function netAmount(amounts: Amounts): Decimal {
  const { lines, subtotal, instalment } = amounts
  if (instalment && isBeforeTax(instalment, amounts)) return instalment
  const total = sumOfAmounts(lines)
  if (!subtotal) return total
  const isOfTaxedOnly = compare(subtotal, taxedSum(amounts)) === 0
  return isOfTaxedOnly ? total : subtotal
}

/** Some tax the instalment; others take it from the total, tax and all. */
export function isBeforeTax(instalment: Decimal, { tax, charges, grand_total }: Amounts): boolean {
  const taxed = sum([instalment, tax ?? zero, ...charges])
  return tax !== null && grand_total !== null && compare(taxed, grand_total) === 0
}

function taxedSum({ lines }: Amounts): Decimal {
  return sumOfAmounts(lines.filter(({ taxable }) => taxable))
}

/** Whether the printed tax includes that on the charges. */
export function areChargesTaxed(amounts: Amounts, rule: TaxRule): boolean {
  const { charges, tax, places } = amounts
  const [withCharges = zero] = taxedAmounts(amounts)
  return (
    charges.length > 0 && tax !== null && isRoundingOf(tax, taxOn(withCharges, rule), places.tax)
  )
}

/** What the tax may be reckoned on: an invoice does not say whether its charges are taxed. */
function taxedAmounts(amounts: Amounts): Decimal[] {
  const untaxed = sumOfAmounts(amounts.lines.filter(({ taxable }) => !taxable))
  const taxed = subtract(netAmount(amounts), untaxed)
  return amounts.charges.length === 0 ? [taxed] : [add(taxed, sum(amounts.charges)), taxed]
}

/** Whether the rule gives the printed value, be it for the whole or line by line, each rounded. */
function isReckonedBy(
  rule: (amount: Decimal) => Decimal,
  printed: Decimal,
  amounts: Amounts,
): boolean {
  const { lines, charges, places } = amounts
  const taxedLines = lines.flatMap(({ amount, taxable }) => (taxable && amount ? [amount] : []))
  const byLine = [taxedLines, [...taxedLines, ...charges]].map((parts) =>
    sum(parts.map((part) => round(rule(part), places.tax))),
  )
  return (
    taxedAmounts(amounts).some((taxed) => isRoundingOf(printed, rule(taxed), places.tax)) ||
    byLine.some((total) => compare(printed, total) === 0)
  )
}

/** A base of exactly so many percent is that of a down payment, which Coretax wants to be told by hand. */
function partHint(printed: Decimal, whole: Decimal, { places }: Amounts): string {
  const percents = Array.from({ length: 19 }, (_, index) => String(5 * (index + 1)))
  const percent = percents.find((it) => {
    const part = multiply(whole, multiply(decimal(it), decimal('0.01')))
    return isRoundingOf(printed, part, places.tax)
  })
  return percent === undefined ? '' : ` ${say`It is ${percent} % of that: perhaps a down payment.`}`
}
