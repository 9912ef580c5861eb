import { readAmounts, toDecimal } from '../../domain/invoice/amounts.ts'
import { areChargesTaxed } from '../../domain/invoice/check-totals.ts'
import {
  formatFiled,
  type PrintedAmounts,
  toLineAmounts,
} from '../../domain/coretax/filed-amounts.ts'
import { distributeTotal, type TaxBasis, toTaxAmounts } from '../../domain/coretax/filed-taxes.ts'
import { filedName } from '../../domain/coretax/filed-name.ts'
import type { Filing, FilingLine } from '../../domain/coretax/filing.ts'
import { unspecifiedGoods } from '../../domain/coretax/goods-codes.ts'
import { isServiceUnit, otherUnit } from '../../domain/coretax/units.ts'
import type { Goods, Party, TransactionCode } from '../../domain/invoice/directory.ts'
import type { InvoiceLine, InvoiceReading } from '../../domain/invoice/invoice.ts'
import { convertToRupiah } from '../../domain/coretax/convert.ts'
import type { ExchangeRate } from '../../domain/invoice/exchange-rate.ts'
import { findRate } from '../../domain/invoice/to-rupiah.ts'
import { findTaxRule, type TaxRule } from '../../domain/invoice/tax.ts'
import { type Directory, findGoods, findUnit } from '../directory/directory.ts'
import { resolveBuyer, resolveSeller } from './filing-parties.ts'

/** Files only taxed lines and charges. Under codes 07 and 08, files all lines, because their tax is not charged. */
export function toFiling(printed: InvoiceReading, directory: Directory): Filing {
  const exchange = findExchange(printed, directory)
  const reading = convertReadingToRupiah(printed, directory)
  const seller = resolveSeller(reading, directory)
  const buyer = resolveBuyer(reading, directory)
  const rule = reading.date === null ? null : findTaxRule(reading.date)
  const goods = findLines(reading, directory, seller.party)
  const code = transactionCode(reading, buyer.party, rule, goods)
  const drafts = [
    ...goods.filter(({ taxable }) => taxable || isUncharged(code)),
    ...taxedCharges(reading, rule),
  ]
  return {
    number: reading.number,
    date: reading.date,
    transaction_code: code,
    ...facility(reading, buyer.party, code),
    seller: seller.filed,
    buyer: buyer.filed,
    currency: reading.currency ?? 'IDR',
    exchange: exchange ?? null,
    lines: withStatedTax(
      drafts.map((draft) => toLine(draft, { code, rule })),
      reading,
      code,
    ),
  }
}

/** Returns the exchange rate for an invoice in a foreign currency, if it is known. */
export function findExchange(
  { currency, date }: Pick<InvoiceReading, 'currency' | 'date'>,
  { rates }: Directory,
): ExchangeRate | undefined {
  if (currency === null || currency === 'IDR' || date === null) return undefined
  return findRate(rates, currency, date)
}

/** Returns the invoice in rupiah, or unchanged if the exchange rate is unknown. */
export function convertReadingToRupiah(
  reading: InvoiceReading,
  directory: Directory,
): InvoiceReading {
  const exchange = findExchange(reading, directory)
  return exchange ? convertToRupiah(reading, exchange) : reading
}

/** True for codes whose tax is stated in the file but not charged to the buyer. */
function isUncharged(code: TransactionCode | null): boolean {
  return code === '07' || code === '08'
}

/**
 * Returns the first of these codes that exists: the one that the user set, the buyer's, and the default, which is 01
 * for luxury goods.
 */
function transactionCode(
  { transaction_code: stated }: InvoiceReading,
  buyer: Party | undefined,
  rule: TaxRule | null,
  goods: readonly LineDraft[],
): TransactionCode | null {
  const isLuxury = goods.length > 0 && goods.every(({ luxury_rate }) => luxury_rate !== null)
  const usual = isLuxury ? '01' : (rule?.transaction_code ?? null)
  return (stated as TransactionCode | undefined) ?? buyer?.transaction_code ?? usual
}

/** Omits the facility unless the code allows one, because Coretax rejects facilities under other codes. */
function facility(
  { facility: number, custom_doc, custom_doc_month }: InvoiceReading,
  buyer: Party | undefined,
  code: TransactionCode | null,
): Pick<Filing, 'add_info' | 'facility_stamp' | 'custom_doc' | 'custom_doc_month'> {
  if (!isUncharged(code)) {
    return { add_info: null, facility_stamp: null, custom_doc: null, custom_doc_month: null }
  }
  const { add_info = null, facility_stamp = null } =
    number === undefined
      ? (buyer ?? {})
      : { add_info: `TD.005${number}`, facility_stamp: `TD.011${number}` }
  return {
    add_info,
    facility_stamp,
    custom_doc: custom_doc ?? null,
    custom_doc_month: custom_doc_month ?? null,
  }
}

/** A line whose amounts and taxes are not yet computed. */
interface LineDraft
  extends Pick<FilingLine, 'path' | 'option' | 'code' | 'name' | 'unit' | 'has_unit'> {
  printed: PrintedAmounts
  taxable: boolean
  luxury_rate: string | null
}

function findLines(
  { lines }: InvoiceReading,
  directory: Directory,
  seller: Party | undefined,
): LineDraft[] {
  return lines.map((line, index) => {
    const known = findGoods(directory, line)
    const goods = statedGoods(line) ?? known ?? seller?.goods
    const printed = line.unit === null ? undefined : findUnit(directory, line.unit)
    const unit = printed?.code ?? goods?.unit ?? null
    return {
      path: `lines.${index}`,
      option: goods?.option ?? (unit !== null && isServiceUnit(unit) ? 'B' : 'A'),
      code: goods?.code ?? unspecifiedGoods,
      name: filedName(line.description),
      unit: unit ?? otherUnit,
      has_unit: unit !== null || line.unit !== null,
      printed: line,
      taxable: line.taxable,
      luxury_rate: luxuryRate(line, known),
    }
  })
}

/** Returns the PPnBM rate. A user may enter 0 for goods that the directory lists as luxury goods. */
function luxuryRate({ luxury_rate }: InvoiceLine, known: Goods | undefined): string | null {
  const rate = toDecimal(luxury_rate ?? known?.luxury_rate ?? null)
  return rate === null || rate.units === 0n ? null : formatFiled(rate)
}

/** Returns the goods code that the user has set for this line. */
function statedGoods({ goods_code }: InvoiceLine) {
  if (goods_code === undefined) return undefined
  const option: FilingLine['option'] = goods_code.startsWith('B') ? 'B' : 'A'
  return { option, code: goods_code.slice(1), unit: null }
}

function taxedCharges(reading: InvoiceReading, rule: TaxRule | null): LineDraft[] {
  if (rule === null || !areChargesTaxed(readAmounts(reading), rule)) return []
  return reading.totals.charges.map(({ name, amount }, index) => ({
    path: `totals.charges.${index}`,
    option: 'B',
    code: unspecifiedGoods,
    name,
    unit: otherUnit,
    has_unit: true,
    printed: { quantity: '1', unit_price: amount, discount: null, amount },
    taxable: true,
    luxury_rate: null,
  }))
}

function toLine(draft: LineDraft, basis: Omit<TaxBasis, 'luxury_rate'>): FilingLine {
  const { printed, taxable: _, luxury_rate, ...line } = draft
  const amounts = toLineAmounts(printed)
  const unit = amounts.adjusted === 'quantity' ? otherUnit : line.unit
  return { ...line, unit, ...amounts, ...toTaxAmounts(amounts.tax_base, { ...basis, luxury_rate }) }
}

/** Distributes the printed tax among the lines, because under code 05 it does not follow from their amounts. */
function withStatedTax(
  lines: FilingLine[],
  { totals }: InvoiceReading,
  code: TransactionCode | null,
): FilingLine[] {
  if (code !== '05' || totals.tax === null) return lines
  const shares = distributeTotal(
    totals.tax,
    lines.map(({ tax_base }) => tax_base),
  )
  return lines.map((line, index) => ({ ...line, vat: shares[index] ?? null }))
}
