import type { InvoiceReading } from '../invoice/invoice.ts'
import { computeTax, findTaxRule } from '../invoice/tax.ts'
import { type Message, message } from '../messages/message.ts'
import {
  absolute,
  compare,
  type Decimal,
  decimal,
  formatDecimal,
  parseDecimal,
  subtract,
  sum,
} from '../values/decimal.ts'
import type { Filing } from './filing.ts'

/** Highest facility numbers in the tax office's lists (converter v1.6.1). */
const lastFacility: Readonly<Record<string, number>> = { '07': 31, '08': 10 }
/** Free zones, bonded zones and similar facilities, whose goods move with a customs document. */
const customsFacilities = ['01', '02', '09', '17', '18']
/** Facility number of a bonded zone (Tempat Penimbunan Berikat). */
const bondedZones = '02'
/** Codes that depend on facts that no invoice states. */
const unusualCodes = ['05', '06', '09', '10']

/** Checks the transaction code and its facility. */
export function checkTransaction(filing: Filing, reading: InvoiceReading): Message[] {
  const { transaction_code } = filing
  const isUnusual = transaction_code !== null && unusualCodes.includes(transaction_code)
  return [
    ...(isUnusual
      ? [message('filing_transaction_code', 'transaction_code', { transaction_code })]
      : []),
    ...checkFacility(filing),
    ...checkLuxury(filing, reading),
  ]
}

function checkFacility(filing: Filing): Message[] {
  const { transaction_code, add_info, facility_stamp, custom_doc, custom_doc_month } = filing
  const last = transaction_code === null ? undefined : lastFacility[transaction_code]
  if (last === undefined || transaction_code === null) {
    const isEmpty = add_info === null && facility_stamp === null
    return isEmpty ? [] : [message('filing_facility_not_allowed', 'facility', { transaction_code })]
  }
  if (add_info === null || facility_stamp === null) {
    return [message('filing_facility_missing', 'facility', { transaction_code })]
  }
  const number = /^TD\.005(\d\d)$/.exec(add_info)?.[1]
  const isPair = number !== undefined && facility_stamp === `TD.011${number}`
  if (!isPair || Number(number) < 1 || Number(number) > last) {
    return [
      message('filing_facility_invalid', 'facility', {
        transaction_code,
        add_info,
        facility_stamp,
      }),
    ]
  }
  const needsDocument = transaction_code === '07' && customsFacilities.includes(number)
  const isDocumented = custom_doc !== null && custom_doc_month !== null
  return [
    ...(needsDocument && !isDocumented
      ? [message('filing_facility_document', 'custom_doc', { add_info })]
      : []),
    ...(transaction_code === '07' && number === bondedZones ? checkBranch(filing) : []),
  ]
}

/**
 * Requires that an invoice for a delivery to a bonded zone names the buyer's branch there (PER-11/PJ/2025, art. 34).
 */
function checkBranch({ buyer: { idtku } }: Filing): Message[] {
  return idtku?.endsWith('000000')
    ? [message('filing_facility_branch', 'buyer.tin', { nitku: idtku })]
    : []
}

/** Requires that luxury goods are taxed at 12% of the full amount, and everything else at 12% of 11/12. */
function checkLuxury(
  { date, transaction_code, lines }: Filing,
  { totals }: InvoiceReading,
): Message[] {
  const luxury = lines.filter(({ stlg_rate }) => stlg_rate !== '0')
  if (luxury.length > 0 && luxury.length < lines.length) {
    return [message('filing_luxury_mixed', 'lines', {})]
  }
  if (luxury.length === 0 && isForLuxury(transaction_code, date)) {
    const path = lines.some((line) => line.path === 'lines.0') ? 'lines.0.luxury_rate' : 'lines'
    return [message('filing_luxury_rate_missing', path, {})]
  }
  const printed = totals.tax === null ? undefined : parseDecimal(totals.tax)
  if (date === null || transaction_code !== '04' || !printed || luxury.length > 0) return []
  const base = sum(lines.flatMap(({ tax_base }) => (tax_base && parseDecimal(tax_base)) || []))
  const full = computeTax(base, { ...findTaxRule(date), numerator: '1', denominator: '1' })
  const usual = computeTax(base, findTaxRule(date))
  const isClose = (tax: Decimal) => compare(absolute(subtract(tax, printed)), decimal('1')) < 0
  return isClose(full) && !isClose(usual)
    ? [message('filing_luxury_suspected', 'transaction_code', { tax: formatDecimal(printed) })]
    : []
}

/** Code 01 is the usual code for invoices before 2025, and only for luxury goods since then (PMK 131/2024). */
function isForLuxury(code: Filing['transaction_code'], date: string | null): boolean {
  return code === '01' && date !== null && findTaxRule(date)?.transaction_code !== code
}
