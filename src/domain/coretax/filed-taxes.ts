import { toDecimal } from '../invoice/amounts.ts'
import type { TransactionCode } from '../invoice/directory.ts'
import { computeTaxBase, computeTaxOnBase, type TaxRule, taxPlaces } from '../invoice/tax.ts'
import {
  type Decimal,
  decimal,
  formatDecimal,
  multiply,
  percentOf,
  round,
  sum,
  zero,
} from '../values/decimal.ts'
import { formatFiled } from './filed-amounts.ts'
import type { FilingLine } from './filing.ts'

/** Values that determine an invoice's tax. */
export interface TaxBasis {
  code: TransactionCode | null
  rule: TaxRule | null
  /** PPnBM in percent. Luxury goods are taxed on the full amount. */
  luxury_rate: string | null
}

type TaxAmounts = Pick<FilingLine, 'other_tax_base' | 'vat_rate' | 'vat' | 'stlg_rate' | 'stlg'>

/**
 * Computes a line's tax from the rounded base. Under code 05, the tax is a fixed share that only the invoice states.
 */
export function toTaxAmounts(taxBase: string | null, basis: TaxBasis): TaxAmounts {
  const { code, rule, luxury_rate } = basis
  const stlg_rate = luxury_rate ?? '0'
  const base = toDecimal(taxBase)
  if (!rule) return { other_tax_base: null, vat_rate: null, vat: null, stlg_rate, stlg: '0' }
  const isWhole = code === '01' || code === '05' || luxury_rate !== null
  const applied = isWhole ? { ...rule, numerator: '1', denominator: '1' } : rule
  const other = base && round(computeTaxBase(base, applied), taxPlaces)
  const vat = other && code !== '05' ? formatFiled(computeTaxOnBase(other, applied)) : null
  const stlg = other && formatFiled(percentOf(other, stlg_rate))
  const other_tax_base = other ? formatFiled(other) : null
  return { other_tax_base, vat_rate: rule.rate, vat, stlg_rate, stlg: stlg ?? '0' }
}

/** Adds up one amount across all lines. Unknown amounts count as zero. */
export function sumLines(
  lines: readonly FilingLine[],
  key: 'tax_base' | 'other_tax_base' | 'vat' | 'stlg',
): string {
  return formatDecimal(sum(lines.map((line) => toDecimal(line[key]) ?? zero)))
}

/** Divides a total in proportion to the weights, in cents, so that the shares add up to exactly the total. */
export function distributeTotal(
  total: string,
  weights: readonly (string | null)[],
): (string | null)[] {
  const cents = round(decimal(total), taxPlaces)
  const units = multiply(cents, decimal('100'))
  const whole = round(units, 0).units
  const parts = weights.map((weight) => toDecimal(weight) ?? zero)
  const all = sum(parts)
  if (all.units === 0n) return weights.map(() => null)
  const scale = Math.max(...parts.map((part) => part.scale), all.scale)
  const at = (value: Decimal) => value.units * 10n ** BigInt(scale - value.scale)
  const shares = parts.map((part) => (whole * at(part)) / at(all))
  const rests = parts.map((part, index) => ({ index, rest: (whole * at(part)) % at(all) }))
  const missing = Number(whole - shares.reduce((a, b) => a + b, 0n))
  const largest = rests.sort((a, b) => (a.rest < b.rest ? 1 : a.rest > b.rest ? -1 : 0))
  for (const { index } of largest.slice(0, missing)) shares[index] = (shares[index] ?? 0n) + 1n
  return shares.map((units) => formatDecimal({ units, scale: taxPlaces }))
}
