import type { TotalAmount } from './candidates.ts'
import type { RelatedAmounts } from './related-amounts.ts'

/** How the amounts below the table result from the sum of its rows. */
export interface TotalsExplanation extends RelatedAmounts {
  score: number
  sum: number
  /** The printed sum of the rows. */
  subtotal: TotalAmount | undefined
  grand_total: TotalAmount | undefined
  taxes: TotalAmount[]
  tax: number
  /** Charges, discounts and withheld taxes between the sum and the grand total. */
  extras: TotalAmount[]
  isTaxIncluded: boolean
  /** The part of the lines that the grand total covers, such as a down payment. */
  billedPart?: TotalAmount | undefined
  /** True if the amounts add up to the cent. */
  isExact: boolean
  /** True if every tax equals a possible base multiplied by a printed or common rate. */
  isTaxRated: boolean
  /** Labelled amounts that the equation does not account for. */
  unexplained: TotalAmount[]
  /** True if nothing adds up, so that only labels determine the grand total. */
  isFromLabels: boolean
}

/** An explanation without its related amounts. */
export type EquationResult = Omit<TotalsExplanation, keyof RelatedAmounts>
