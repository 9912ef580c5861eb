import type { TaxClass } from '../../domain/invoice/invoice.ts'
import type { Address, AllowanceCharge, InvoiceFacts, StatedLine, StatedTotals } from './facts.ts'
import { isCreditNote, toFacts } from './facts.ts'
import { type ExtraSyntax, readAllowanceCharges, readExtra } from './read-extra.ts'
import type { XmlElement } from './xml-elements.ts'
import {
  chooseAmount,
  findElement,
  findElements,
  readAttribute,
  readDate,
  readElementText,
  readHsCode,
  readNumber,
  readText,
} from './xml-elements.ts'

// ZUGFeRD 2 and Factur-X element names first, then ZUGFeRD 1.
const document = 'ExchangedDocument|HeaderExchangedDocument'
const transaction = 'SupplyChainTradeTransaction|SpecifiedSupplyChainTradeTransaction'
const agreement = 'ApplicableHeaderTradeAgreement|ApplicableSupplyChainTradeAgreement'
const settlement = 'ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement'
const summation =
  'SpecifiedTradeSettlementHeaderMonetarySummation|SpecifiedTradeSettlementMonetarySummation'
const lineAgreement = 'SpecifiedLineTradeAgreement|SpecifiedSupplyChainTradeAgreement'
const lineDelivery = 'SpecifiedLineTradeDelivery|SpecifiedSupplyChainTradeDelivery'
const lineSettlement = 'SpecifiedLineTradeSettlement|SpecifiedSupplyChainTradeSettlement'
const lineSummation =
  'SpecifiedTradeSettlementLineMonetarySummation|SpecifiedTradeSettlementMonetarySummation'

const extraSyntax: ExtraSyntax = {
  name: 'Reason',
  amount: 'ActualAmount',
  tax: 'CategoryTradeTax',
  readTaxClass,
}
const freightSyntax: ExtraSyntax = {
  name: 'Description',
  amount: 'AppliedAmount',
  tax: 'AppliedTradeTax',
  readTaxClass,
}

/** Reads any profile of a UN/CEFACT CrossIndustryInvoice. The smallest profiles have no lines. */
export function readCii(root: XmlElement): InvoiceFacts {
  const parties = findElement(root, `${transaction}/${agreement}`)
  const getPaid = findElement(root, `${transaction}/${settlement}`)
  const currency = readText(getPaid, 'InvoiceCurrencyCode')
  const buyer = parties && findElement(parties, 'BuyerTradeParty')
  const seller = parties && findElement(parties, 'SellerTradeParty')
  return toFacts({
    isCredit: isCreditNote(readText(root, `${document}/TypeCode`)),
    number: readText(root, `${document}/ID`),
    date: readDate(root, `${document}/IssueDateTime/DateTimeString|DateTime`),
    currency,
    seller: { name: readText(seller, 'Name'), tin: readTaxNumber(seller) },
    buyer: {
      name: readText(buyer, 'Name'),
      code: readText(buyer, 'ID') ?? readText(buyer, 'GlobalID'),
      address: readAddress(buyer && findElement(buyer, 'PostalTradeAddress')),
      tin: readTaxNumber(buyer),
    },
    lines: findElements(root, `${transaction}/IncludedSupplyChainTradeLineItem`)
      .filter(isItem)
      .map(toLine),
    totals: readTotals(getPaid, currency),
  })
}

/** False for headings and remarks, which are not included in any sum. */
function isItem(line: XmlElement): boolean {
  const status = readText(line, 'AssociatedDocumentLineDocument/LineStatusReasonCode')
  const isRemark = ['GROUP', 'INFORMATION'].includes(status ?? '')
  const isEmpty = !findElement(line, 'SpecifiedTradeProduct') && lineAmount(line) === null
  return !isRemark && !isEmpty
}

function toLine(line: XmlElement): StatedLine {
  const product = findElement(line, 'SpecifiedTradeProduct')
  const price = findElement(line, `${lineAgreement}/NetPriceProductTradePrice`)
  const quantity = findElement(line, `${lineDelivery}/BilledQuantity`)
  const taxes = findElements(line, `${lineSettlement}/ApplicableTradeTax`).map(readTaxClass)
  return {
    no: readText(line, 'AssociatedDocumentLineDocument/LineID'),
    sku: readText(product, 'SellerAssignedID') ?? readText(product, 'GlobalID'),
    hs_code: readHsCode(line, 'SpecifiedTradeProduct/DesignatedProductClassification/ClassCode'),
    description: readText(product, 'Name') ?? readText(product, 'Description') ?? '',
    quantity: readNumber(line, `${lineDelivery}/BilledQuantity`),
    unit: readAttribute(quantity, 'unitCode'),
    price: readNumber(price, 'ChargeAmount'),
    price_quantity: readNumber(price, 'BasisQuantity'),
    extras: readAllowanceCharges(
      line,
      `${lineSettlement}/SpecifiedTradeAllowanceCharge`,
      extraSyntax,
    ),
    amount: lineAmount(line),
    tax_class: taxes[0],
  }
}

function lineAmount(line: XmlElement): string | null {
  return readNumber(line, `${lineSettlement}/${lineSummation}/LineTotalAmount`)
}

function readTotals(getPaid: XmlElement | undefined, currency: string | null): StatedTotals {
  const sums = getPaid && findElement(getPaid, summation)
  const grand_total = readNumber(sums, 'GrandTotalAmount')
  const subtotal = readNumber(sums, 'LineTotalAmount')
  const extras = readAllowanceCharges(getPaid, 'SpecifiedTradeAllowanceCharge', extraSyntax)
  const freight = getPaid
    ? findElements(getPaid, 'SpecifiedLogisticsServiceCharge').map(toFreightCharge)
    : []
  return {
    subtotal,
    tax_base: readNumber(sums, 'TaxBasisTotalAmount'),
    tax: chooseAmount(currency, sums ? findElements(sums, 'TaxTotalAmount') : []),
    grand_total,
    extras: [...extras, ...freight],
    taxes: (getPaid ? findElements(getPaid, 'ApplicableTradeTax') : []).map((it) => ({
      ...readTaxClass(it),
      tax_base: readNumber(it, 'BasisAmount') ?? '0',
      tax: readNumber(it, 'CalculatedAmount') ?? '0',
    })),
    payment: {
      // The MINIMUM profile states neither a subtotal nor a prepaid amount.
      prepaid: readNumber(sums, 'TotalPrepaidAmount') ?? (subtotal === null ? null : '0'),
      rounding: readNumber(sums, 'RoundingAmount'),
      due: readNumber(sums, 'DuePayableAmount'),
    },
  }
}

function toFreightCharge(charge: XmlElement): AllowanceCharge {
  return { is_charge: true, ...readExtra(charge, freightSyntax) }
}

function readTaxClass(tax: XmlElement): TaxClass {
  return {
    category: readText(tax, 'CategoryCode') ?? 'S',
    rate: readNumber(tax, 'RateApplicablePercent|ApplicablePercent'),
  }
}

/** Returns the VAT number or, if there is none, the local tax number. */
function readTaxNumber(party: XmlElement | undefined): string | null {
  const numbers = party ? findElements(party, 'SpecifiedTaxRegistration/ID') : []
  const found = numbers.find((it) => readAttribute(it, 'schemeID') === 'VA') ?? numbers[0]
  return (found && readElementText(found)) || null
}

function readAddress(address: XmlElement | undefined): Address {
  return {
    street: ['LineOne', 'LineTwo', 'LineThree'].map((line) => readText(address, line)),
    postcode: readText(address, 'PostcodeCode'),
    city: readText(address, 'CityName'),
    country: readText(address, 'CountryID'),
  }
}
