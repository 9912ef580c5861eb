import type { FilingCode } from '../messages/filing-codes.ts'

/** `error` keeps the invoice out of the file, `confirm` asks the user to confirm it, and `info` only informs. */
export type Severity = 'error' | 'confirm' | 'info'

/** Ways to resolve a failed rule, besides confirming it. */
export type Fix =
  | 'correct'
  | 'split'
  | 'directory'
  | 'rates'
  | 'by_hand'
  | 'wait'
  | 'undo_export'
  | 'none'

export interface FilingRule {
  severity: Severity
  fix: Fix
}

const error = (fix: Fix): FilingRule => ({ severity: 'error', fix })
const confirm = (fix: Fix): FilingRule => ({ severity: 'confirm', fix })
const info = (fix: Fix): FilingRule => ({ severity: 'info', fix })

/** Every rule for an invoice in a Coretax file. */
export const filingRules: Readonly<Record<FilingCode, FilingRule>> = {
  filing_seller_npwp_missing: error('directory'),
  filing_buyer_npwp_missing: error('directory'),
  filing_npwp_check_digit: confirm('directory'),
  filing_npwp_branch: confirm('directory'),
  filing_npwp_not_nik: confirm('directory'),
  filing_nitku_invalid: error('directory'),
  filing_customer_mismatch: confirm('directory'),
  filing_npwp_mismatch: confirm('directory'),
  filing_name_unknown: confirm('directory'),
  filing_party_changed: confirm('directory'),
  filing_value_changed: confirm('directory'),
  filing_buyer_document_invalid: error('directory'),
  filing_buyer_name_missing: error('correct'),
  filing_buyer_address_missing: error('directory'),
  filing_buyer_address_unknown: info('directory'),
  filing_country_unknown: error('directory'),
  filing_country_foreign: confirm('directory'),
  filing_passport_needed: error('directory'),

  filing_date_missing: error('correct'),
  filing_date_future: error('correct'),
  filing_date_too_old: error('correct'),
  filing_deadline_passed: confirm('none'),
  filing_deadline_near: info('none'),
  filing_other_period: confirm('correct'),

  filing_transaction_code: confirm('correct'),
  filing_facility_missing: error('directory'),
  filing_facility_invalid: error('directory'),
  filing_facility_not_allowed: error('directory'),
  filing_facility_document: confirm('correct'),
  filing_facility_branch: confirm('directory'),
  filing_luxury_suspected: confirm('correct'),
  filing_luxury_mixed: error('by_hand'),
  filing_luxury_rate_missing: confirm('correct'),

  filing_unit_unknown: confirm('directory'),
  filing_unit_invalid: error('directory'),
  filing_unit_assumed: info('none'),
  filing_unit_option: confirm('correct'),
  filing_goods_code_unknown: error('correct'),
  filing_name_missing: error('correct'),
  filing_name_long: confirm('correct'),
  filing_amount_missing: error('correct'),
  filing_negative: error('correct'),
  filing_rounding: confirm('none'),
  filing_price_rounded: info('none'),
  filing_line_differs: error('correct'),
  filing_tax_rule: error('correct'),
  filing_nothing_taxed: error('correct'),
  filing_tax_differs: confirm('correct'),
  filing_tax_charged: confirm('correct'),
  filing_currency: error('rates'),
  filing_converted: info('none'),
  filing_instalment: error('by_hand'),
  filing_instalment_suspected: confirm('by_hand'),
  filing_credit_note: error('by_hand'),
  filing_export_sale: confirm('by_hand'),

  filing_duplicate: confirm('correct'),
  filing_exported: confirm('undo_export'),
  filing_changed_since_export: confirm('undo_export'),
  filing_changed_since_check: confirm('none'),
}

/** Rules for invoices whose billed amount differs from the sum of their lines, such as a down payment. */
const otherAmounts: readonly FilingCode[] = ['filing_instalment', 'filing_credit_note']

/** True if the invoice's lines do not add up to the amounts that a user enters in Coretax. */
export function billsOtherAmounts(rules: readonly { code: string }[]): boolean {
  return otherAmounts.some((code) => rules.some((rule) => rule.code === code))
}

/**
 * The rule for a PDF with several invoices. A file with only the first invoice would be mistaken for a complete file.
 */
const severalInvoices = error('split')

/**
 * Returns the rule for a message. A message without a rule means that the reading is uncertain, so the user must review
 * it.
 */
export function filingRule(code: string): FilingRule {
  if (code === 'several_invoices') return severalInvoices
  return Object.hasOwn(filingRules, code)
    ? filingRules[code as FilingCode]
    : { severity: 'confirm', fix: 'correct' }
}
