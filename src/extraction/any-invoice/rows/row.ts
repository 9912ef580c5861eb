import type { Numeral } from '../numerals/read-numerals.ts'
import type { HeaderRow } from './find-header-rows.ts'

/**
 * How a row's quantity and price yield its amount. For `plain`, amount = quantity × price. A `column` row only shares
 * the table's columns.
 */
export type RowMethod = 'plain' | 'discount' | 'tax_included' | 'price_basis' | 'column'

/** The printed numbers that make up one line item. */
export interface ItemRow {
  amount: Numeral
  quantity: Numeral | null
  unit_price: Numeral | null
  /** The discount, tax rate or price basis used by the method. */
  modifier: Numeral | null
  method: RowMethod
}

/** True for a row that consists of an amount. */
export function isBareRow({ quantity, unit_price }: ItemRow): boolean {
  return !quantity && !unit_price
}

/** One interpretation of the table. */
export interface RowSet {
  rows: ItemRow[]
  header: HeaderRow | undefined
  /** How well the header agrees with the columns for amount, unit price and quantity, each from -1 to 1. */
  agreement: { amount: number; unit_price: number; quantity: number }
  /** How well the rows alone support this interpretation. */
  score: number
}

/** An interpretation whose rows are built only on demand, because most interpretations are never tried. */
export interface RowProposal extends Omit<RowSet, 'rows'> {
  rows(): ItemRow[]
}
