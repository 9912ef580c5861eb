/** A decimal string such as "1110.50", formatted per locale when rendered. */
type Amount = string
type None = Record<string, never>

/** The company to which a rule applies. */
export type FilingRole = 'seller' | 'buyer'

/** A filed value that may differ from the value that the user approved. */
export type ChangedField =
  | 'nitku'
  | 'transaction_code'
  | 'facility'
  | 'goods_code'
  | 'unit'
  | 'tax_base'
  | 'tax'
  | 'luxury_tax'

/** Rules for an invoice in a Coretax file, with their params (domain/coretax/filing-rules.ts has the severities). */
export interface FilingParams {
  filing_seller_npwp_missing: { name: string | null }
  filing_buyer_npwp_missing: { name: string | null }
  filing_npwp_check_digit: { role: FilingRole; npwp: string }
  filing_npwp_branch: { role: FilingRole; npwp: string }
  filing_npwp_not_nik: { role: FilingRole; npwp: string }
  filing_nitku_invalid: { role: FilingRole; nitku: string }
  filing_customer_mismatch: { customer_code: string; customer: string; printed: string }
  /** `printed` is the number in the reading. `source` is where the number comes from, by default the page. */
  filing_npwp_mismatch: { printed: string; known: string; source?: 'page' | 'learned' | 'typed' }
  /** The directory has codes for this NPWP, but under another name. */
  filing_name_unknown: { npwp: string; known: string; printed: string | null }
  /** `approved` and `known` are null if the number is missing. */
  filing_party_changed: { role: FilingRole; approved: string | null; known: string | null }
  /** `approved` and `known` are codes or, for amounts, decimals. They are null if the value is missing. */
  filing_value_changed: { field: ChangedField; approved: string | null; known: string | null }
  filing_buyer_document_invalid: { document: string; number: string | null }
  filing_buyer_name_missing: None
  filing_buyer_address_missing: { name: string | null }
  filing_buyer_address_unknown: { name: string | null }
  filing_country_unknown: { country: string }
  filing_country_foreign: { country: string }
  filing_passport_needed: { document: string }

  filing_date_missing: None
  filing_date_future: { date: string }
  filing_date_too_old: { date: string }
  filing_deadline_passed: { date: string; deadline: string }
  filing_deadline_near: { deadline: string; days: number }
  filing_other_period: { date: string; period: string }

  filing_transaction_code: { transaction_code: string }
  filing_facility_missing: { transaction_code: string }
  filing_facility_invalid: { transaction_code: string; add_info: string; facility_stamp: string }
  filing_facility_not_allowed: { transaction_code: string | null }
  filing_facility_document: { add_info: string }
  filing_facility_branch: { nitku: string }
  filing_luxury_suspected: { tax: Amount }
  filing_luxury_mixed: None
  filing_luxury_rate_missing: None

  filing_unit_unknown: { unit: string }
  filing_unit_invalid: { unit: string }
  filing_unit_assumed: None
  filing_unit_option: { unit: string; option: 'A' | 'B' }
  filing_goods_code_unknown: { goods_code: string }
  filing_name_missing: None
  filing_name_long: { length: number }
  filing_amount_missing: { name: string }
  filing_negative: { name: string }
  filing_rounding: { name: string; quantity: Amount; amount: Amount }
  filing_price_rounded: { name: string; price: Amount; discount: Amount }
  filing_line_differs: { name: string; product: Amount; amount: Amount }
  filing_tax_rule: { name: string; expected: Amount; tax: Amount | null }
  filing_nothing_taxed: None
  filing_tax_differs: { filed: Amount; printed: Amount | null }
  filing_tax_charged: { transaction_code: string; tax: Amount }
  filing_currency: { currency: string; week: string | null }
  filing_converted: { currency: string; rate: Amount; units: number; valid_from: string }
  filing_instalment: { amount: Amount | null; percent: Amount | null }
  filing_instalment_suspected: { text: string }
  filing_credit_note: None
  filing_export_sale: { country: string }

  filing_duplicate: { number: string; document: string }
  filing_exported: { file: string; date: string }
  filing_changed_since_export: { file: string }
  filing_changed_since_check: None
}

export type FilingCode = keyof FilingParams
