import { formatAmount, type Separators } from '../../messages/format-amount.ts'

export const separators: Separators = { thousands: '.', decimals: ',' }

/** Formats a decimal for Indonesian text. */
export function money(amount: string): string {
  return formatAmount(amount, separators)
}
