import { readable } from '../../domain/invoice/amounts.ts'
import {
  absolute,
  compare,
  type Decimal,
  decimal,
  multiply,
  parseDecimal,
  round,
  subtract,
  sum,
} from '../../domain/values/decimal.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { type Reason, reviewOf } from '../../domain/invoice/proof.ts'
import { say } from '../../domain/i18n/say.ts'
import { taxBaseOf, taxOf, taxPlaces } from '../../domain/invoice/tax.ts'
import { type Directory, findUnit } from '../directory/directory.ts'
import { type Filing, toFiling } from './filing.ts'
import { findCustomerByCode, findPartyByName, resolveBuyer } from './filing-parties.ts'
import { normalizeTaxNumber } from '../directory/names.ts'

const ownCode = 'filing'

/**
 * Adds reasons why the reading cannot be filed as is and keeps those of other checks. The file is written anyway with
 * unknown values empty, so that Coretax rejects it instead of accepting wrong data.
 */
export function reviewFiling(reading: InvoiceReading, directory: Directory): InvoiceReading {
  const filing = toFiling(reading, directory)
  const found = [
    ...partyReasons(reading, filing, directory),
    ...unitReasons(reading, directory),
    ...decimalReasons(filing),
    ...moneyReasons(reading, filing),
  ]
  const reasons = [
    ...reading.review.reasons.filter(({ code }) => code !== ownCode),
    ...found.map((reason) => ({ code: ownCode, ...reason })),
  ]
  return { ...reading, review: reviewOf(reasons) }
}

type Found = Omit<Reason, 'code'>

function partyReasons(reading: InvoiceReading, filing: Filing, directory: Directory): Found[] {
  const { seller, buyer } = reading
  const { party } = resolveBuyer(reading, directory)
  const byCode = findCustomerByCode(seller.name, buyer.code, directory)
  const byName = findPartyByName(buyer.name, directory)
  const printedTin = buyer.tin === null ? undefined : normalizeTaxNumber(buyer.tin)
  const needsFacility = ['07', '08'].includes(filing.transaction_code ?? '')
  const isTin = filing.buyer.document === 'TIN'
  return [
    ...reasonIf(
      filing.seller.tin === null,
      'seller.tin',
      seller.name === null
        ? say`The tax number of the seller is not known. Add it to the parties.`
        : say`The tax number of the seller is not known. Add ${seller.name} to the parties.`,
    ),
    ...reasonIf(
      isTin && filing.buyer.tin === null,
      'buyer.tin',
      buyer.name === null
        ? say`The tax number of the buyer is not known. Add it to the parties.`
        : say`The tax number of the buyer is not known. Add ${buyer.name} to the parties.`,
    ),
    ...reasonIf(
      byCode !== undefined && byName !== undefined && byCode !== byName,
      'buyer.name',
      say`Customer ${buyer.code} is ${byCode?.name}, but the invoice names ${byName?.name}.`,
    ),
    ...reasonIf(
      Boolean(party?.tin && printedTin && party.tin !== printedTin),
      'buyer.tin',
      say`The invoice prints the tax number ${printedTin}, but the parties have ${party?.tin}.`,
    ),
    ...reasonIf(
      needsFacility && !(filing.add_info && filing.facility_stamp),
      null,
      say`Transaction code ${filing.transaction_code} needs add_info and facility_stamp of the buyer.`,
    ),
  ]
}

function unitReasons({ lines }: InvoiceReading, directory: Directory): Found[] {
  return lines.flatMap(({ unit, taxable }, index) =>
    reasonIf(
      taxable && unit !== null && !findUnit(directory, unit),
      `lines.${index}.unit`,
      say`Line ${index + 1}: the unit "${unit}" is not known, so it is filed as "other".`,
    ),
  )
}

/** Coretax accepts two decimals, also for quantities, and recomputes the product. */
function decimalReasons({ lines }: Filing): Found[] {
  const two = (text: string) => round(decimal(text), taxPlaces)
  return lines.flatMap(({ name, quantity, unit_price, discount, amount }) => {
    if (unit_price === null || amount === null) return []
    const hasMore = [quantity, unit_price].some((text) => compare(two(text), decimal(text)) !== 0)
    const product = subtract(multiply(two(quantity), two(unit_price)), two(discount))
    const message = say`"${name}": with two decimals, as the tax office wants them, quantity × price is ${readable(product)}, not ${amount}.`
    return reasonIf(
      hasMore && compare(round(product, taxPlaces), two(amount)) !== 0,
      'lines',
      message,
    )
  })
}

function moneyReasons(reading: InvoiceReading, filing: Filing): Found[] {
  const { currency, totals } = reading
  const negative = filing.lines.find(({ amount }) => amount?.startsWith('-'))
  return [
    ...reasonIf(
      currency !== null && currency !== 'IDR',
      'currency',
      say`Amounts in ${currency} have to be filed in rupiah, at the rate of the tax office.`,
    ),
    ...reasonIf(
      filing.lines.length === 0,
      'lines',
      say`Nothing on this invoice is taxed, so there is nothing to file.`,
    ),
    ...reasonIf(
      negative !== undefined,
      'totals.charges',
      say`"${negative?.name}" is less than nothing: spread it over the lines as a discount.`,
    ),
    ...taxReasons(totals.tax, filing),
  ]
}

/** Rounding per line may shift the sum by a cent per line; an invoice may show whole units. */
function taxReasons(printed: string | null, filing: Filing): Found[] {
  const tax = computeFiledTax(filing)
  const shown = (printed !== null && parseDecimal(printed)) || decimal('0')
  const gap = absolute(subtract(tax, shown))
  const allowed = decimal(`${1 + Math.ceil(filing.lines.length / 100)}`)
  const message =
    printed === null
      ? say`The file reckons a tax of ${readable(tax)}, but the invoice shows none.`
      : say`The file reckons a tax of ${readable(tax)}, but the invoice shows ${readable(shown)}.`
  return reasonIf(filing.tax !== null && compare(gap, allowed) >= 0, 'totals.tax', message)
}

function computeFiledTax({ lines, tax: rule }: Filing): Decimal {
  const amounts = lines.flatMap(({ amount }) => (amount !== null && parseDecimal(amount)) || [])
  if (rule === null) return decimal('0')
  return sum(
    amounts.map((amount) =>
      round(taxOf(round(taxBaseOf(amount, rule), taxPlaces), rule), taxPlaces),
    ),
  )
}

function reasonIf(isSo: boolean, path: string | null, message: string): Found[] {
  return isSo ? [{ message, path }] : []
}
