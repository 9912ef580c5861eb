import { decimal, formatDecimal, sum } from '../../../domain/values/decimal.ts'
import { numberFormat } from './locale.ts'

/** An exact decimal as people write it, with all its digits. */
export function formatDecimalText(text: string): string {
  const digits = /\.(\d+)$/.exec(text)?.[1]?.length ?? 0
  const format = numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits })
  return format.format(text as `${number}`)
}

/** The sum of what is known, exactly; null where nothing is. */
export function totalOf(amounts: readonly (string | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null)
  return known.length === 0 ? null : formatDecimal(sum(known.map(decimal)))
}
