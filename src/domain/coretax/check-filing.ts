import { toDecimal } from '../invoice/amounts.ts'
import type { InvoiceReading } from '../invoice/invoice.ts'
import { rateWeek } from '../invoice/to-rupiah.ts'
import { type Message, message } from '../messages/message.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  decimal,
  equals,
  formatDecimal,
  multiply,
  subtract,
  sum,
  zero,
} from '../values/decimal.ts'
import { checkTransaction } from './facility-rules.ts'
import type { Filing } from './filing.ts'
import { checkLines } from './line-rules.ts'
import { checkParties } from './party-rules.ts'
import { daysBetween, firstCoretaxDay, taxPeriod, uploadDeadline } from './tax-period.ts'

/** Checks rules that depend only on the invoice and the directory. */
export function checkFiling(filing: Filing, reading: InvoiceReading): Message[] {
  const transaction = checkTransaction(filing, reading)
  const kind = checkKind(filing, reading)
  const isExplained = [...transaction, ...kind].some(
    ({ code }) => code === 'filing_luxury_suspected' || code === 'filing_currency',
  )
  return [
    ...kind,
    ...checkParties(filing),
    ...transaction,
    ...checkLines(filing),
    ...(isExplained ? [] : checkPrintedTax(filing, reading)),
  ]
}

/** Rejects documents that the import file cannot represent. */
function checkKind(filing: Filing, reading: InvoiceReading): Message[] {
  const { buyer, date, exchange } = filing
  const { credit_note, totals } = reading
  const isCredit = credit_note === true || isNegative(totals.grand_total)
  const isExport = buyer.country !== 'IDN' && isZero(totals.tax)
  return [
    ...(date === null ? [message('filing_date_missing', 'date', {})] : []),
    ...checkCurrency(exchange, reading),
    ...(isCredit ? [message('filing_credit_note', 'totals.grand_total', {})] : []),
    ...(isExport ? [message('filing_export_sale', 'buyer.name', { country: buyer.country })] : []),
    ...checkInstalment(filing, reading),
  ]
}

/** Reports that a foreign currency was converted, or that its rate is missing. */
function checkCurrency(
  exchange: Filing['exchange'],
  { currency, date }: InvoiceReading,
): Message[] {
  if (exchange) {
    const { currency: foreign, rate, units, valid_from } = exchange
    return [message('filing_converted', 'currency', { currency: foreign, rate, units, valid_from })]
  }
  if (currency === null || currency === 'IDR') return []
  const week = date === null ? null : rateWeek(date)
  return [message('filing_currency', 'currency', { currency, week })]
}

/** Words for a down payment, an instalment or a settlement, for which the import file has no element. */
const instalmentWords =
  /(?<!\p{L})(?:uang muka|down[ -]?payment|DP(?=\s*\d|\s+ke\b)|termin|angsuran|cicilan|pelunasan|instal?lment|progress (?:payment|billing))(?!\p{L})/iu

/**
 * Reports a partial invoice, which states an instalment or whose tax base is an exact share of its lines' total. Asks
 * about an invoice whose only hint is the name of an item, because its amounts may be right.
 */
function checkInstalment({ lines }: Filing, { review }: InvoiceReading): Message[] {
  const { reasons } = review
  const printed = reasons.find(({ code }) => code === 'instalment')
  const share = reasons.find(({ code, params }) => code === 'tax_base_differs' && params['percent'])
  if (!printed && !share) {
    const named = lines.find(({ path, name }) => isItem(path) && instalmentWords.test(name))
    if (!named) return []
    const path = `${named.path}.description`
    return [message('filing_instalment_suspected', path, { text: named.name })]
  }
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const params = {
    amount: text(printed?.params['instalment']),
    percent: text((printed ?? share)?.params['percent']),
  }
  return [message('filing_instalment', 'totals', params)]
}

/** False for charges, which are part of the totals. */
function isItem(path: string): boolean {
  return path.startsWith('lines.')
}

function checkPrintedTax(filing: Filing, { totals }: InvoiceReading): Message[] {
  const { lines, transaction_code: code, date } = filing
  if (date === null || lines.length === 0) return []
  if (code === '07' || code === '08') return checkUncharged(filing, code, totals)
  return compareTax(filing, toDecimal(totals.tax))
}

/** Compares the printed tax with the filed tax. Tolerates rounding of one rupiah plus one cent per line. */
function compareTax(filing: Filing, printed: Decimal | null): Message[] {
  const { lines, exchange } = filing
  const filed = filedTax(filing)
  const gap = absolute(subtract(filed, printed ?? zero))
  const cents = exchange ? multiply(decimal(exchange.rate), decimal('0.01')) : zero
  const allowed = add(
    add(decimal('1'), multiply(decimal(`${lines.length}`), decimal('0.01'))),
    cents,
  )
  if (compare(gap, allowed) < 0) return []
  const params = { filed: formatDecimal(filed), printed: printed && formatDecimal(printed) }
  return [message('filing_tax_differs', 'totals.tax', params)]
}

/**
 * Under codes 07 and 08, tax is filed but not charged. If the invoice states the tax, but its grand total before
 * withholding does not include it, the stated tax is filed.
 */
function checkUncharged(
  filing: Filing,
  transaction_code: string,
  totals: InvoiceReading['totals'],
): Message[] {
  const printed = toDecimal(totals.tax)
  if (!printed || printed.units <= 0n) return []
  const total = totalBeforeWithholding(totals, printed)
  const base = sum(filing.lines.flatMap(({ tax_base }) => toDecimal(tax_base) ?? []))
  const charged = add(base, subtract(printed, decimal('1')))
  if (total && compare(total, charged) < 0) return compareTax(filing, printed)
  const params = { transaction_code, tax: formatDecimal(printed) }
  return [message('filing_tax_charged', 'totals.tax', params)]
}

/**
 * Adds withheld taxes to the grand total, which may be printed before or after withholding. An entry that equals the
 * printed tax deducts that tax again, so it is not added.
 */
function totalBeforeWithholding(
  { grand_total, withheld }: InvoiceReading['totals'],
  tax: Decimal,
): Decimal | null {
  const total = toDecimal(grand_total)
  const amounts = withheld.flatMap(({ amount }) => toDecimal(amount) ?? [])
  return total && sum([total, ...amounts.filter((amount) => !equals(amount, tax))])
}

function filedTax({ lines }: Filing): Decimal {
  return sum(lines.flatMap(({ vat }) => toDecimal(vat) ?? []))
}

/** Number of days before the deadline at which warnings start. */
const nearDays = 5

/** Checks rules that depend on the export date. `today` is the date in Jakarta. */
export function checkDate({ date }: Filing, today: string, period: string | null): Message[] {
  if (date === null) return []
  if (date > today) return [message('filing_date_future', 'date', { date })]
  if (date < firstCoretaxDay) return [message('filing_date_too_old', 'date', { date })]
  const deadline = uploadDeadline(date)
  const days = daysBetween(today, deadline)
  return [
    ...(days < 0 ? [message('filing_deadline_passed', 'date', { date, deadline })] : []),
    ...(days >= 0 && days <= nearDays
      ? [message('filing_deadline_near', 'date', { deadline, days })]
      : []),
    ...(period !== null && taxPeriod(date) !== period
      ? [message('filing_other_period', 'date', { date, period })]
      : []),
  ]
}

function isNegative(text: string | null): boolean {
  return (toDecimal(text)?.units ?? 0n) < 0n
}

function isZero(text: string | null): boolean {
  return text === null || toDecimal(text)?.units === 0n
}
