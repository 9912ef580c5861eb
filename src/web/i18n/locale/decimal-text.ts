import { decimal, formatDecimal, sum } from '../../../domain/values/decimal.ts'
import { numberFormat } from './locale.ts'

/** Formats an exact decimal with all its digits. */
export function formatDecimalText(text: string): string {
  const digits = /\.(\d+)$/.exec(text)?.[1]?.length ?? 0
  const format = numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits })
  return format.format(text as `${number}`)
}

/** Returns the exact sum of the known amounts; null if all amounts are unknown. */
export function sumAmounts(amounts: readonly (string | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null)
  return known.length === 0 ? null : formatDecimal(sum(known.map(decimal)))
}
