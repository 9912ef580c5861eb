import type { ExchangeRate } from '../invoice/exchange-rate.ts'
import type { Party, TransactionCode } from '../invoice/directory.ts'

/** A company as Coretax requires it, or null if neither the invoice nor the directory states the value. */
export interface FilingParty {
  name: string | null
  document: Party['document']
  tin: string | null
  idtku: string | null
  document_number: string | null
  country: string
  address: string | null
  email: string | null
}

/** How a line was changed to fit two decimals. */
export type LineAdjustment = 'quantity' | 'price'

/** A line as written to the file. Amounts have at most two decimals. Null means unknown. */
export interface FilingLine {
  /** The line's path in the reading: `lines.2`, `totals.charges.0`. */
  path: string
  option: 'A' | 'B'
  code: string
  name: string
  unit: string
  /** False if neither the invoice nor the goods table states a unit. */
  has_unit: boolean
  price: string | null
  quantity: string
  discount: string
  tax_base: string | null
  other_tax_base: string | null
  vat_rate: string | null
  vat: string | null
  stlg_rate: string
  stlg: string | null
  adjusted: LineAdjustment | null
  /** The printed value, before adjustment. */
  printed_quantity: string | null
}

/** An invoice as filed, with missing values added from the directory. Null means unknown. */
export interface Filing {
  number: string | null
  date: string | null
  transaction_code: TransactionCode | null
  add_info: string | null
  facility_stamp: string | null
  custom_doc: string | null
  custom_doc_month: string | null
  seller: FilingParty
  buyer: FilingParty
  /** IDR, or the foreign currency if its exchange rate is missing. */
  currency: string
  /** Rate used to convert the foreign amounts, or null for an invoice in rupiah. */
  exchange: ExchangeRate | null
  lines: FilingLine[]
}
