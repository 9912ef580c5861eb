import type { ChangedField } from './filing-codes.ts'
import type { Person, RowParams } from './reading-codes.ts'

/** Formats a line's calculation: `3 × 500 − 50 = 1,450`. */
export function formatRow(row: RowParams, money: (amount: string) => string): string {
  const { quantity, unit_price, discount, expected } = row
  const less = discount === null ? '' : ` − ${money(discount)}`
  return `${money(quantity)} × ${money(unit_price)}${less} = ${money(expected)}`
}

/** Formats a swimmer: `Ida Tamm (12) of Lake Club`. Omits an unknown age or team. */
export function formatPerson({ name, age, team }: Person, of: string): string {
  return `${name}${age === null ? '' : ` (${age})`}${team === null ? '' : ` ${of} ${team}`}`
}

/** Formats a value from the Coretax file. Only amounts depend on the language. */
export function formatChanged(
  field: ChangedField,
  value: string,
  money: (amount: string) => string,
): string {
  return field === 'tax_base' || field === 'tax' || field === 'luxury_tax' ? money(value) : value
}
