import { type Decimal, decimal, divide, multiply, percentOf } from '../values/decimal.ts'

/** An Indonesian VAT rule: `rate` percent on `numerator`/`denominator` of the amount. */
export interface TaxRule {
  rate: string
  numerator: string
  denominator: string
  /** Transaction code for an ordinary sale under this rule. */
  transaction_code: '01' | '04'
}

const wholeAmount = { numerator: '1', denominator: '1', transaction_code: '01' } as const

/**
 * Rules with the dates on which they took effect, newest first. The first is PMK 131/2024: 12% of 11/12 for everything
 * except luxury goods.
 */
const rules: { from: string; rule: TaxRule }[] = [
  {
    from: '2025-01-01',
    rule: { rate: '12', numerator: '11', denominator: '12', transaction_code: '04' },
  },
  { from: '2022-04-01', rule: { rate: '11', ...wholeAmount } },
  { from: '0000-01-01', rule: { rate: '10', ...wholeAmount } },
]

/** Decimal places in filed amounts: the tax office accepts at most two and rounds half up. */
export const taxPlaces = 2

/** Decimal places kept before truncation, far more than any rounding uses. Do not calculate with a truncated result. */
export const exactPlaces = 20

/** Returns the rule in force on a date such as `2025-01-31`. */
export function findTaxRule(date: string): TaxRule {
  const valid = rules.find(({ from }) => from <= date)
  if (!valid) throw new Error(`Not a date: ${date}`)
  return valid.rule
}

/** Returns the tax base, unrounded. */
export function computeTaxBase(amount: Decimal, { numerator, denominator }: TaxRule): Decimal {
  return divide(multiply(amount, decimal(numerator)), decimal(denominator), exactPlaces)
}

/** Returns the unrounded tax on a sale, computed from the unrounded base. */
export function computeTax(amount: Decimal, { rate, numerator, denominator }: TaxRule): Decimal {
  const percents = multiply(amount, multiply(decimal(rate), decimal(numerator)))
  return divide(percents, multiply(decimal(denominator), decimal('100')), exactPlaces)
}

/** Returns the tax on a printed base, unrounded. */
export function computeTaxOnBase(taxBase: Decimal, { rate }: TaxRule): Decimal {
  return percentOf(taxBase, rate)
}
