import { formatAmount, type Separators } from '../../messages/format-amount.ts'

export const separators: Separators = { thousands: '.', decimals: ',' }

/** Writes a decimal as in Indonesian text. */
export function money(amount: string): string {
  return formatAmount(amount, separators)
}
