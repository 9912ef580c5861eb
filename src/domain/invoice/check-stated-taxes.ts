import { difference, isRoundingOf, readable, toDecimal } from './amounts.ts'
import {
  compare,
  type Decimal,
  decimal,
  multiply,
  round,
  subtract,
  sum,
  zero,
} from '../values/decimal.ts'
import type { Check, InvoiceReading, InvoiceTotals, TaxClass } from './invoice.ts'
import { type Proof, proofOf } from './proof.ts'
import { say } from '../i18n/say.ts'

type StatedTax = NonNullable<InvoiceTotals['taxes']>[number]

/** What has an amount and may say how it is taxed: a line or a charge. */
interface Part {
  amount: string | null
  tax_class?: TaxClass | undefined
}

const withoutDecimals = ['CLP', 'ISK', 'JPY', 'KRW', 'VND']

/**
 * The proofs of an e-invoice, which states its own taxes class by class: EN 16931, rules BR-CO-13 to BR-CO-17 and those
 * on taxable amounts. What its profile leaves out is not checked.
 */
export function checkStatedTaxes(reading: InvoiceReading, taxes: readonly StatedTax[]): Proof[] {
  const { totals } = reading
  const proofs = [
    checkBases(reading, taxes),
    checkTaxes(reading, taxes),
    checkTotalWithTax(totals),
    checkDue(totals),
  ]
  return proofs.filter((proof) => proof !== undefined)
}

function checkBases({ lines, totals }: InvoiceReading, taxes: readonly StatedTax[]) {
  const { subtotal, tax_base, charges } = totals
  const base = toDecimal(tax_base)
  if (!base) return undefined
  const parts: Part[] = [...lines, ...charges]
  const net = toDecimal(subtotal)
  const areClassed = lines.length > 0 && parts.every(({ tax_class }) => tax_class)
  const sums = [
    { what: say`The tax base`, stated: base, total: net && sum([net, ...amountsOf(charges)]) },
    {
      what: say`The tax base`,
      stated: base,
      total: taxes.length > 0 ? sum(taxes.map((tax) => decimal(tax.tax_base))) : null,
    },
    ...(areClassed ? taxes : []).map((tax) => ({
      what: say`The tax base of ${nameOf(tax)}`,
      stated: decimal(tax.tax_base),
      total: sum(amountsOf(partsOf(tax, parts))),
    })),
  ]
  const wrong = sums.flatMap(({ what, stated, total }) =>
    total === null || compare(stated, total) === 0 ? [] : [complaint(what, stated, total)],
  )
  const detail = say`The tax base of ${readable(base)} follows from the amounts.`
  return toProof('tax_base', wrong, detail)
}

function checkTaxes({ lines, totals, currency }: InvoiceReading, taxes: readonly StatedTax[]) {
  const printed = toDecimal(totals.tax)
  if (!printed || taxes.length === 0) return undefined
  const parts: Part[] = [...lines, ...totals.charges]
  const places = withoutDecimals.includes(currency ?? '') ? 0 : 2
  const stated = sum(taxes.map(({ tax }) => decimal(tax)))
  const wrong = [
    ...(compare(printed, stated) === 0 ? [] : [complaint(say`The tax`, printed, stated)]),
    ...taxes.flatMap((it) => {
      const [tax, exact] = [decimal(it.tax), taxOn(decimal(it.tax_base), it)]
      const byPart = amountsOf(partsOf(it, parts)).map((part) => round(taxOn(part, it), places))
      const isRight = isRoundingOf(tax, exact, places) || compare(tax, sum(byPart)) === 0
      return isRight ? [] : [complaint(say`The tax of ${nameOf(it)}`, tax, round(exact, places))]
    }),
  ]
  return toProof('tax', wrong, say`The tax of ${readable(printed)} follows from its own rates.`)
}

function checkTotalWithTax({ tax_base, tax, grand_total }: InvoiceTotals) {
  const [base, printed] = [toDecimal(tax_base), toDecimal(grand_total)]
  if (!base || !printed) return undefined
  const total = sum([base, toDecimal(tax) ?? zero])
  const wrong =
    compare(total, printed) === 0 ? [] : [complaint(say`The grand total`, printed, total)]
  const detail = say`Amounts and tax add up to the grand total of ${readable(printed)}.`
  return toProof('grand_total', wrong, detail)
}

function checkDue({ grand_total, payment }: InvoiceTotals) {
  const [total, prepaid] = [toDecimal(grand_total), toDecimal(payment?.prepaid ?? null)]
  if (!total || !payment || !prepaid) return undefined
  const due = decimal(payment.due)
  const rest = sum([subtract(total, prepaid), decimal(payment.rounding)])
  const wrong = compare(due, rest) === 0 ? [] : [complaint(say`What is left to pay`, due, rest)]
  const detail = say`What is left to pay, ${readable(due)}, follows from the grand total.`
  return toProof('due', wrong, detail, 'totals.payment.due')
}

function toProof(name: Check['name'], wrong: string[], detail: string, path = `totals.${name}`) {
  const passed = wrong.length === 0
  return proofOf({ name, passed, detail: passed ? detail : wrong.join(' ') }, path)
}

function complaint(what: string, stated: Decimal, expected: Decimal): string {
  return say`${what} should be ${readable(expected)}, but it is ${readable(stated)} ${difference(stated, expected)}.`
}

function taxOn(amount: Decimal, { rate }: TaxClass): Decimal {
  return multiply(amount, multiply(decimal(rate ?? '0'), decimal('0.01')))
}

function partsOf({ category, rate }: TaxClass, parts: readonly Part[]): Part[] {
  return parts.filter(
    ({ tax_class: it }) => it?.category === category && (it.rate ?? '0') === (rate ?? '0'),
  )
}

/** `19 %`, or of several ways of not being taxed, the letter. */
function nameOf({ category, rate }: TaxClass): string {
  return rate === null || rate === '0' ? say`category ${category}` : say`${rate} %`
}

function amountsOf(parts: readonly Part[]): Decimal[] {
  return parts.flatMap(({ amount }) => toDecimal(amount) ?? [])
}
