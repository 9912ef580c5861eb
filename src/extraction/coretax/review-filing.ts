import { checkFiling } from '../../domain/coretax/check-filing.ts'
import type { Filing } from '../../domain/coretax/filing.ts'
import { filingRule } from '../../domain/coretax/filing-rules.ts'
import type { Party } from '../../domain/invoice/directory.ts'
import type { FiledValues, InvoiceReading } from '../../domain/invoice/invoice.ts'
import {
  isFilingReason,
  type Reason,
  toFilingReason,
  toReview,
} from '../../domain/invoice/review-reasons.ts'
import { normaliseNpwp } from '../../domain/invoice/tax-numbers.ts'
import { type Message, message } from '../../domain/messages/message.ts'
import { type Directory, findUnit } from '../directory/directory.ts'
import { areSimilarNames } from '../../domain/invoice/company-names.ts'
import {
  findCustomerByCode,
  findPartyByName,
  resolveBuyer,
  resolveSeller,
} from './filing-parties.ts'
import { evidenceSource, toFiledValues } from './filed-values.ts'
import { findExchange, convertReadingToRupiah, toFiling } from './filing.ts'

/** Replaces the reasons why the reading cannot be filed. Keeps reasons from other checks. */
export function reviewFiling(
  reading: InvoiceReading,
  directory: Directory,
): InvoiceReading & { filing: FiledValues } {
  const others = reading.review.reasons.filter(({ code }) => !isFilingReason(code))
  const toFile = toFiling(reading, directory)
  const messages = filingMessages({ ...reading, review: toReview(others) }, directory, toFile)
  const found = messages.filter(
    ({ code }) => filingRule(code).severity !== 'info' && !isKnown(code, others),
  )
  const filing = toFiledValues(reading, directory, toFile)
  const { exchange: _, ...facts } = reading
  const exchange = findExchange(reading, directory)
  const review = toReview([...others, ...found.map(toFilingReason)])
  return { ...facts, ...(exchange && { exchange }), filing, review }
}

/**
 * Returns a message for each rule that the invoice breaks, except rules that depend on the current date or on other
 * invoices.
 */
export function filingMessages(
  reading: InvoiceReading,
  directory: Directory,
  filing: Filing = toFiling(reading, directory),
): Message[] {
  const found = checkFiling(filing, convertReadingToRupiah(reading, directory))
  return [...mismatches(reading, directory), ...found, ...unknownUnits(reading, directory)]
}

/** Filing rules, with the reading checks that already report the same error. */
const checkedBefore: Readonly<Record<string, readonly string[]>> = {
  filing_date_missing: ['field_missing'],
  filing_buyer_name_missing: ['field_missing'],
  filing_amount_missing: ['line_value_missing'],
  filing_line_differs: ['row_differs'],
  filing_instalment: ['instalment', 'tax_base_differs'],
  filing_credit_note: ['e_invoice_credit_note'],
}

function isKnown(code: string, reasons: readonly Reason[]): boolean {
  return reasons.some((reason) => checkedBefore[code]?.includes(reason.code))
}

/** Reports printed party details that contradict the directory. */
function mismatches(reading: InvoiceReading, directory: Directory): Message[] {
  const { seller, buyer } = reading
  const { party } = resolveBuyer(reading, directory)
  const byCode = findCustomerByCode(seller.name, buyer.code, directory)
  const printed = byCode && findOtherName(byCode, buyer.name, directory)
  const names = printed && {
    customer_code: buyer.code ?? '',
    customer: byCode.name,
    printed,
  }
  return [
    ...(names ? [message('filing_customer_mismatch', 'buyer.name', names)] : []),
    ...findNumberMismatch(reading, 'seller', resolveSeller(reading, directory).party),
    ...findNumberMismatch(reading, 'buyer', party),
    ...findUnknownName(reading, party, directory),
  ]
}

/** Returns the printed name if it belongs to another company, or is unlike all of the customer's names. */
function findOtherName(
  customer: Party,
  printed: string | null,
  directory: Directory,
): string | undefined {
  if (printed === null) return undefined
  const byName = findPartyByName(printed, directory)
  if (byName) return byName === customer ? undefined : byName.name
  const isSimilar = [customer.name, ...customer.aliases].some((name) =>
    areSimilarNames(name, printed),
  )
  return isSimilar ? undefined : printed
}

function findNumberMismatch(
  reading: InvoiceReading,
  role: 'seller' | 'buyer',
  party: Party | undefined,
): Message[] {
  const printed = reading[role].tin === null ? undefined : normaliseNpwp(reading[role].tin)
  if (!party?.tin || !printed || party.tin === printed) return []
  const path = `${role}.tin` as const
  const source = evidenceSource(reading, path)
  return [message('filing_npwp_mismatch', path, { printed, known: party.tin, source })]
}

/** Reports a buyer whose codes would not be filed, because the directory knows the printed NPWP under another name. */
function findUnknownName(
  { buyer }: InvoiceReading,
  party: Party | undefined,
  { taxpayers }: Directory,
): Message[] {
  const npwp = buyer.tin === null ? undefined : normaliseNpwp(buyer.tin)
  if (party || !npwp) return []
  const entry = taxpayers.get(npwp)?.find(hasOwnCodes)
  if (!entry) return []
  const params = { npwp, known: entry.name, printed: buyer.name }
  return [message('filing_name_unknown', 'buyer.name', params)]
}

/** True if a buyer has its own transaction code, or a branch instead of the head office. */
function hasOwnCodes({ tin, idtku, transaction_code }: Party): boolean {
  return transaction_code !== null || (idtku !== null && idtku !== `${tin}000000`)
}

function unknownUnits({ lines }: InvoiceReading, directory: Directory): Message[] {
  return lines.flatMap(({ unit, taxable }, index) =>
    taxable && unit !== null && !findUnit(directory, unit)
      ? [message('filing_unit_unknown', `lines.${index}.unit`, { unit })]
      : [],
  )
}
