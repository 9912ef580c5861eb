import { isRoundedValue, toDecimal } from './amounts.ts'
import {
  type Decimal,
  decimal,
  equals,
  formatDecimal,
  percentOf,
  round,
  subtract,
  sum,
  zero,
} from '../values/decimal.ts'
import type { Check, InvoiceReading, InvoiceTotals, TaxClass } from './invoice.ts'
import { type CheckResult, toCheckResult } from './review-reasons.ts'
import { type Message, message } from '../messages/message.ts'
import type { StatedAmount } from '../messages/reading-codes.ts'

type StatedTax = NonNullable<InvoiceTotals['taxes']>[number]

/** A line or charge that may state how its amount is taxed. */
interface Part {
  amount: string | null
  tax_class?: TaxClass | undefined
}

const currenciesWithoutDecimals = ['CLP', 'ISK', 'JPY', 'KRW', 'VND']

/**
 * Checks the taxes that an e-invoice states by class: EN 16931, rules BR-CO-13 to BR-CO-17 and the rules on taxable
 * amounts. Skips values that the invoice's profile omits.
 */
export function checkStatedTaxes(
  reading: InvoiceReading,
  taxes: readonly StatedTax[],
): CheckResult[] {
  const { totals } = reading
  const results = [
    checkBases(reading, taxes),
    checkTaxes(reading, taxes),
    checkTotalWithTax(totals),
    checkDue(totals),
  ]
  return results.filter((proof) => proof !== undefined)
}

function checkBases({ lines, totals }: InvoiceReading, taxes: readonly StatedTax[]) {
  const { subtotal, tax_base, charges } = totals
  const base = toDecimal(tax_base)
  if (!base) return undefined
  const parts: Part[] = [...lines, ...charges]
  const net = toDecimal(subtotal)
  const haveTaxClasses = lines.length > 0 && parts.every(({ tax_class }) => tax_class)
  const sums = [
    { of: null, stated: base, total: net && sum([net, ...listAmounts(charges)]) },
    {
      of: null,
      stated: base,
      total: taxes.length > 0 ? sum(taxes.map((tax) => decimal(tax.tax_base))) : null,
    },
    ...(haveTaxClasses ? taxes : []).map((tax) => ({
      of: tax,
      stated: decimal(tax.tax_base),
      total: sum(listAmounts(filterByClass(tax, parts))),
    })),
  ]
  const field = 'totals.tax_base'
  const wrong = sums.flatMap(({ of, stated, total }) =>
    total === null || equals(stated, total) ? [] : [toStatedAmount(field, of, stated, total)],
  )
  return toResult(
    'tax_base',
    wrong,
    message('tax_base_matches', field, { tax_base: formatDecimal(base) }),
  )
}

function checkTaxes({ lines, totals, currency }: InvoiceReading, taxes: readonly StatedTax[]) {
  const printed = toDecimal(totals.tax)
  if (!printed || taxes.length === 0) return undefined
  const parts: Part[] = [...lines, ...totals.charges]
  const places = currenciesWithoutDecimals.includes(currency ?? '') ? 0 : 2
  const stated = sum(taxes.map(({ tax }) => decimal(tax)))
  const field = 'totals.tax'
  const wrong = [
    ...(equals(printed, stated) ? [] : [toStatedAmount(field, null, printed, stated)]),
    ...taxes.flatMap((it) => {
      const [tax, exact] = [decimal(it.tax), computeTax(decimal(it.tax_base), it)]
      const byPart = listAmounts(filterByClass(it, parts)).map((part) =>
        round(computeTax(part, it), places),
      )
      const isRight = isRoundedValue(tax, exact, places) || equals(tax, sum(byPart))
      return isRight ? [] : [toStatedAmount(field, it, tax, round(exact, places))]
    }),
  ]
  return toResult(
    'tax',
    wrong,
    message('stated_tax_matches', field, { tax: formatDecimal(printed) }),
  )
}

function checkTotalWithTax({ tax_base, tax, grand_total }: InvoiceTotals) {
  const [base, printed] = [toDecimal(tax_base), toDecimal(grand_total)]
  if (!base || !printed) return undefined
  const total = sum([base, toDecimal(tax) ?? zero])
  const field = 'totals.grand_total'
  const wrong = equals(total, printed) ? [] : [toStatedAmount(field, null, printed, total)]
  const params = { grand_total: formatDecimal(printed), has_tax: true }
  return toResult('grand_total', wrong, message('grand_total_matches', field, params))
}

function checkDue({ grand_total, payment }: InvoiceTotals) {
  const [total, prepaid] = [toDecimal(grand_total), toDecimal(payment?.prepaid ?? null)]
  if (!total || !payment || !prepaid) return undefined
  const due = decimal(payment.due)
  const rest = sum([subtract(total, prepaid), decimal(payment.rounding)])
  const field = 'totals.payment.due'
  const wrong = equals(due, rest) ? [] : [toStatedAmount(field, null, due, rest)]
  return toResult('due', wrong, message('due_matches', field, { due: formatDecimal(due) }))
}

function toResult(name: Check['name'], wrong: StatedAmount[], right: Message): CheckResult {
  if (wrong.length === 0) return toCheckResult(name, true, right)
  return toCheckResult(
    name,
    false,
    message('stated_amounts_differ', right.path, { amounts: wrong }),
  )
}

/** Names the category as well as the rate, because untaxed amounts differ only by category. */
function toStatedAmount(
  field: StatedAmount['field'],
  of: TaxClass | null,
  stated: Decimal,
  expected: Decimal,
): StatedAmount {
  const rate = of === null || of.rate === '0' ? null : of.rate
  return {
    field,
    rate,
    category: rate === null ? (of?.category ?? null) : null,
    expected: formatDecimal(expected),
    stated: formatDecimal(stated),
  }
}

function computeTax(amount: Decimal, { rate }: TaxClass): Decimal {
  return percentOf(amount, rate ?? '0')
}

function filterByClass({ category, rate }: TaxClass, parts: readonly Part[]): Part[] {
  return parts.filter(
    ({ tax_class: it }) => it?.category === category && (it.rate ?? '0') === (rate ?? '0'),
  )
}

function listAmounts(parts: readonly Part[]): Decimal[] {
  return parts.flatMap(({ amount }) => toDecimal(amount) ?? [])
}
