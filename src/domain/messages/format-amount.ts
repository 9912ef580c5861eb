import { absolute, decimal, formatDecimal, subtract } from '../values/decimal.ts'

/** A language's number format: `1,234.5` or `1.234,5`. */
export interface Separators {
  thousands: string
  decimals: string
}

/** Formats a decimal for sentences, never for files. */
export function formatAmount(amount: string, { thousands, decimals }: Separators): string {
  const [whole = '', fraction] = amount.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands)
  return fraction === undefined ? grouped : `${grouped}${decimals}${fraction}`
}

/** Returns the difference between a printed and an expected amount. */
export function computeDifference(
  printed: string,
  expected: string,
): { isLess: boolean; size: string } {
  const difference = subtract(decimal(printed), decimal(expected))
  return { isLess: difference.units < 0n, size: formatDecimal(absolute(difference)) }
}

/** Joins items: `1, 2 and 7`. */
export function joinList(items: readonly (string | number)[], and: string, comma = ', '): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? `${last}` : `${items.slice(0, -1).join(comma)} ${and} ${last}`
}
