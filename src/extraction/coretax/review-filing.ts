import {
  absolute,
  compare,
  type Decimal,
  decimal,
  formatDecimal,
  multiply,
  parseDecimal,
  round,
  subtract,
  sum,
} from '../../domain/values/decimal.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { isFiling, type Reason, toReview } from '../../domain/invoice/proof.ts'
import { message } from '../../domain/messages/message.ts'
import { computeTaxBase, computeTaxOnBase, taxPlaces } from '../../domain/invoice/tax.ts'
import { type Directory, findUnit } from '../directory/directory.ts'
import { type Filing, toFiling } from './filing.ts'
import { findCustomerByCode, findPartyByName, resolveBuyer } from './filing-parties.ts'
import { normalizeNpwp } from '../../domain/invoice/tax-numbers.ts'

/**
 * Adds reasons why the reading cannot be filed as is and keeps those from other checks. The file is still written, with
 * unknown values empty, so Coretax rejects it instead of accepting wrong data.
 */
export function reviewFiling(reading: InvoiceReading, directory: Directory): InvoiceReading {
  const filing = toFiling(reading, directory)
  const found = [
    ...partyReasons(reading, filing, directory),
    ...unitReasons(reading, directory),
    ...decimalReasons(filing),
    ...moneyReasons(reading, filing),
  ]
  const reasons = [...reading.review.reasons.filter(({ code }) => !isFiling(code)), ...found]
  return { ...reading, review: toReview(reasons) }
}

function partyReasons(reading: InvoiceReading, filing: Filing, directory: Directory): Reason[] {
  const { seller, buyer } = reading
  const isBuyerUnknown = filing.buyer.document === 'TIN' && filing.buyer.tin === null
  return [
    ...(filing.seller.tin === null
      ? [message('filing_seller_npwp_missing', 'seller.tin', { name: seller.name })]
      : []),
    ...(isBuyerUnknown
      ? [message('filing_buyer_npwp_missing', 'buyer.tin', { name: buyer.name })]
      : []),
    ...mismatches(reading, directory),
    ...facilityReasons(filing),
  ]
}

/** Reports printed buyer data that contradicts the directory. */
function mismatches(reading: InvoiceReading, directory: Directory): Reason[] {
  const { seller, buyer } = reading
  const { party } = resolveBuyer(reading, directory)
  const byCode = findCustomerByCode(seller.name, buyer.code, directory)
  const byName = findPartyByName(buyer.name, directory)
  const printed = buyer.tin === null ? undefined : normalizeNpwp(buyer.tin)
  const names =
    byCode && byName && byCode !== byName
      ? { customer_code: buyer.code ?? '', customer: byCode.name, printed: byName.name }
      : undefined
  const numbers =
    party?.tin && printed && party.tin !== printed ? { printed, known: party.tin } : undefined
  return [
    ...(names ? [message('filing_customer_mismatch', 'buyer.name', names)] : []),
    ...(numbers ? [message('filing_npwp_mismatch', 'buyer.tin', numbers)] : []),
  ]
}

function facilityReasons({ transaction_code, add_info, facility_stamp }: Filing): Reason[] {
  const isNeeded = transaction_code === '07' || transaction_code === '08'
  if (!isNeeded || (add_info && facility_stamp)) return []
  return [message('filing_facility_missing', null, { transaction_code })]
}

function unitReasons({ lines }: InvoiceReading, directory: Directory): Reason[] {
  return lines.flatMap(({ unit, taxable }, index) =>
    taxable && unit !== null && !findUnit(directory, unit)
      ? [message('filing_unit_unknown', `lines.${index}.unit`, { unit })]
      : [],
  )
}

/** Coretax accepts two decimals, even for quantities, and recomputes the product. */
function decimalReasons({ lines }: Filing): Reason[] {
  const two = (text: string) => round(decimal(text), taxPlaces)
  return lines.flatMap(({ name, quantity, unit_price, discount, amount }) => {
    if (unit_price === null || amount === null) return []
    const hasMore = [quantity, unit_price].some((text) => compare(two(text), decimal(text)) !== 0)
    const product = subtract(multiply(two(quantity), two(unit_price)), two(discount))
    if (!hasMore || compare(round(product, taxPlaces), two(amount)) === 0) return []
    return [message('filing_rounding', 'lines', { name, product: formatDecimal(product), amount })]
  })
}

function moneyReasons({ currency, totals }: InvoiceReading, filing: Filing): Reason[] {
  const negative = filing.lines.find(({ amount }) => amount?.startsWith('-'))
  return [
    ...(currency !== null && currency !== 'IDR'
      ? [message('filing_currency', 'currency', { currency })]
      : []),
    ...(filing.lines.length === 0 ? [message('filing_nothing_taxed', 'lines', {})] : []),
    ...(negative ? [message('filing_negative', 'totals.charges', { name: negative.name })] : []),
    ...taxReasons(totals.tax, filing),
  ]
}

/** Allows a cent per line for rounding, and whole units if the invoice shows them. */
function taxReasons(printed: string | null, filing: Filing): Reason[] {
  const tax = computeFiledTax(filing)
  const shown = (printed !== null && parseDecimal(printed)) || decimal('0')
  const gap = absolute(subtract(tax, shown))
  const allowed = decimal(`${1 + Math.ceil(filing.lines.length / 100)}`)
  if (filing.tax === null || compare(gap, allowed) < 0) return []
  const params = {
    filed: formatDecimal(tax),
    printed: printed === null ? null : formatDecimal(shown),
  }
  return [message('filing_tax_differs', 'totals.tax', params)]
}

function computeFiledTax({ lines, tax: rule }: Filing): Decimal {
  const amounts = lines.flatMap(({ amount }) => (amount !== null && parseDecimal(amount)) || [])
  if (rule === null) return decimal('0')
  return sum(
    amounts.map((amount) =>
      round(computeTaxOnBase(round(computeTaxBase(amount, rule), taxPlaces), rule), taxPlaces),
    ),
  )
}
