import { decimal, formatDecimal, sum } from '../../../domain/values/decimal.ts'
import { numberFormat } from './locale.ts'

/** Formats an exact decimal with all its digits. */
export function formatDecimalText(text: string): string {
  const digits = /\.(\d+)$/.exec(text)?.[1]?.length ?? 0
  const format = numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits })
  return format.format(text as `${number}`)
}

/** Formats an amount of money. Pads a fraction to two decimals, so that amounts below each other align: 1,611.50. */
export function formatMoney(text: string): string {
  return formatDecimalText(text.replace(/\.\d$/, '$&0'))
}

/** Returns the exact sum of the known amounts; null if all amounts are unknown. */
export function sumAmounts(amounts: readonly (string | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null)
  return known.length === 0 ? null : formatDecimal(sum(known.map(decimal)))
}
