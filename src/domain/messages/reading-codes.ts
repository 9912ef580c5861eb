import type { PageRange } from '../values/page-range.ts'
import type { FilingCode, FilingParams } from './filing-codes.ts'

/** A decimal string such as "1110.50", formatted per locale when rendered. */
type Amount = string
type None = Record<string, never>

/** An invoice field, identified by its path without the line number. */
export type FieldCode =
  | 'number'
  | 'date'
  | 'currency'
  | 'seller.name'
  | 'seller.tin'
  | 'buyer.name'
  | 'buyer.tin'
  | 'lines'
  | 'lines.no'
  | 'lines.description'
  | 'lines.quantity'
  | 'lines.unit_price'
  | 'lines.amount'
  | 'totals.subtotal'
  | 'totals.tax_base'
  | 'totals.tax'
  | 'totals.grand_total'
  | 'totals.payment.due'

/** Why an embedded e-invoice cannot be read. */
export type EInvoiceFault =
  | 'not_an_invoice'
  | 'damaged'
  | 'not_xml'
  | 'has_document_type'
  | 'not_a_number'
  | 'not_a_date'

/** Why scans are not read. `packages` lists the packages to install. */
export interface UnavailableOcr {
  ocr: 'off' | 'not_installed'
  packages: string[]
}

/** The numbers in a line that do not agree. */
export interface RowParams {
  quantity: Amount
  unit_price: Amount
  discount: Amount | null
  expected: Amount
  amount: Amount
}

/** An amount stated by an e-invoice that differs from the sum of its parts. */
export interface StatedAmount {
  field: 'totals.tax_base' | 'totals.tax' | 'totals.grand_total' | 'totals.payment.due'
  /** The rate, or null if the class has none and its category identifies it. */
  rate: Amount | null
  category: string | null
  expected: Amount
  stated: Amount
}

/** Why a total is uncertain, even if the amounts add up. */
export type TotalDoubt =
  | 'ambiguous'
  | 'after_withholding'
  | 'adds_up_to_nothing'
  | 'label_unclear'
  | 'not_printed'
  | 'rate_unknown'

/** Why invoice lines are uncertain. */
export type LineDoubt = 'sum_not_printed' | 'columns_unnamed' | 'charge_listed'

/** The difference between quantity × price and a line's amount. */
export type PriceAdjustment = 'discount' | 'tax_included' | 'price_basis'

/** A swimmer on a heat sheet. */
export interface Person {
  name: string
  age: string | null
  team: string | null
}

/** Codes of all checks, review reasons and warnings, with their params. Each language has one sentence per code. */
export interface ReadingParams extends FilingParams {
  /** A failed filing rule as a review reason, with the rule's params. */
  filing: { rule: FilingCode; [param: string]: unknown }

  rows_match: { lines: number }
  row_differs: RowParams
  rows_differ: { rows: (RowParams & { line: number })[] }
  sum_matches: { subtotal: Amount }
  sum_differs: { sum: Amount; subtotal: Amount; includes_tax: boolean }
  quantity_matches: { quantity: Amount }
  quantity_differs: { sum: Amount; quantity: Amount }
  tax_base_matches: { tax_base: Amount }
  tax_base_differs: {
    taxed: Amount
    /** Taxed share of the amount: "11/12", or null for the full amount. */
    share: string | null
    expected: Amount
    tax_base: Amount
    /** Set if the tax base is exactly this percentage of the expected base, as in a down payment. */
    percent: Amount | null
  }
  tax_matches: { tax: Amount; rate: Amount }
  tax_differs: { taxed: Amount; expected: Amount; tax: Amount }
  stated_tax_matches: { tax: Amount }
  stated_amounts_differ: { amounts: StatedAmount[] }
  grand_total_matches: { grand_total: Amount; has_tax: boolean }
  grand_total_differs: { sum: Amount; grand_total: Amount; has_tax: boolean }
  due_matches: { due: Amount }

  field_missing: { field: FieldCode }
  line_value_missing: { field: FieldCode }
  total_missing: None
  instalment: { instalment: Amount; percent: Amount | null; whole: Amount | null }

  line_unclear: { field: FieldCode }
  line_adds_nothing: None
  charge_assumed: { name: string }
  amount_unexplained: { label: string; text: string }
  item_possibly_missed: { text: string }
  total_doubtful: { field: 'totals.tax' | 'totals.grand_total'; cause: TotalDoubt }
  lines_doubtful: { cause: LineDoubt }
  price_adjusted: { by: PriceAdjustment }
  seller_not_found: None
  dollar_unclear: None
  value_ambiguous: { field: FieldCode; value: string; others: string[] }
  value_uncertain: { field: FieldCode; value: string }
  value_from_model: { field: FieldCode }
  buyer_assumed: { name: string }
  date_order_unclear: { date: string }

  layout_does_not_fit: { title: string }
  number_unusual: { number: string }
  column_unknown: { text: string }
  total_not_printed: { field: FieldCode }

  several_invoices: { ranges: PageRange[]; confidence: number }

  e_invoice_several: None
  e_invoice_credit_note: None
  e_invoice_without_page_text: None
  e_invoice_unreadable: { file: string; fault: EInvoiceFault; text: string | null }
  e_invoice_value_not_on_page: { field: FieldCode; value: string }
  e_invoice_line_not_on_page: { amount: Amount }
  e_invoice_lines_not_on_page: { count: number; lines: number[] }

  scan_read: { pages: number[]; amounts_add_up: boolean }
  scan_illegible: { pages: number[] }
  scan_not_read: { pages: number[] } & Partial<UnavailableOcr>
  ocr_uncertain: { text: string; percent: number }
  ocr_repaired: { text: string; value: string }

  heats_missing: { event: string; total: number; found: number; page: number }
  event_missing: { event: string; total: number }
  count_differs: {
    part: 'event' | 'session'
    number: string
    unit: 'heats' | 'entries'
    stated: number
    found: number
    page: number
  }
  heats_restart: { event: string; heat: number; page: number }
  ranks_missing: { event: string; rank: number; page: number }
  names_suspect: { count: number; page: number; text: string }
  lane_twice: { event: string; heat: number | null; lane: number }
  columns_mixed: { page: number; text: string }
  unread_rows: { count: number; page: number; text: string }
  date_order: { date: string }
  session_days: { session: string; date: string; before: string }
  swimmer_not_found: { requested: string; did_you_mean: string[] }
  swimmer_ambiguous: { requested: string; people: Person[] }
  no_date: None
  psych_sheet: None
  sheet_session_report: None
  sheet_without_swims: None
  sheet_without_swimmers: { names: string[] }
  no_start_time: None
  estimated: None
  read_by_model: None
  unchecked: None
  not_on_page: { count: number }

  custom_value_missing: { field: string }
  custom_list_missing: { field: string }
  custom_list_not_valid: { field: string; count: number; keyword: string }
  custom_value_doubtful: { field: string; value: string }
  custom_value_not_unique: { field: string; values: string[] }
  custom_value_not_valid: { field: string; text: string }
  custom_value_from_model: { field: string; value: string }
}

export type ReadingCode = keyof ReadingParams

/** Messages in one language for the codes in a table. `line` is the line number in the message's path. */
export type Sentences<Table> = {
  readonly [Code in keyof Table]: (
    params: Table[Code],
    line: number,
    path?: string | null,
  ) => string
}
