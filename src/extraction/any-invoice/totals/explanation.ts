import type { TotalAmount } from './candidates.ts'
import type { RelatedAmounts } from './related-amounts.ts'

/** How the amounts below the table follow from the sum of its rows. */
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
  /** The part of the lines that the grand total bills, such as a down payment. */
  billedPart?: TotalAmount | undefined
  /** True if the amounts add up to the cent. */
  isExact: boolean
  /** True if every tax equals a printed or common rate applied to a possible base. */
  isTaxRated: boolean
  /** Labelled amounts that no equation accounts for. */
  unexplained: TotalAmount[]
  /** True if labels alone determine the grand total because nothing adds up. */
  isFromLabels: boolean
}

/** An explanation without its related amounts. */
export type EquationResult = Omit<TotalsExplanation, keyof RelatedAmounts>
