import type { TotalAmount } from './candidates.ts'
import type { RelatedAmounts } from './related-amounts.ts'

/** How the amounts below the table follow from the sum of its rows. */
export interface Explanation extends RelatedAmounts {
  score: number
  sum: number
  /** The sum of the rows as printed. */
  subtotal: TotalAmount | undefined
  grand_total: TotalAmount | undefined
  taxes: TotalAmount[]
  tax: number
  /** Charges, discounts and withheld taxes between the sum and the grand total. */
  extras: TotalAmount[]
  isTaxIncluded: boolean
  /** To the cent. */
  isExact: boolean
  /** Every tax is a printed rate of a printed base. */
  isTaxRated: boolean
  /** Labelled amounts that no equation accounts for. */
  unexplained: TotalAmount[]
  /** The labels alone choose the grand total; nothing adds up. */
  isByLabel: boolean
}

/** An explanation before the related amounts are looked up. */
export type Equated = Omit<Explanation, keyof RelatedAmounts>
