import type { InvoiceLine, InvoiceTotals, TaxClass } from '../../domain/invoice/invoice.ts'
import { all, amountIn, attribute, contentOf, first, number, text, toDate } from './xml-elements.ts'
import type { XmlElement } from './xml-elements.ts'
import {
  discountOf,
  type Extra,
  type InvoiceFacts,
  isCreditNote,
  isTaxed,
  addressLine,
  toCharge,
  unitPrice,
} from './facts.ts'

// The names of ZUGFeRD 2 and Factur-X first, then those of ZUGFeRD 1.
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

/** The XML of UN/CEFACT (CrossIndustryInvoice) in all profiles; the small ones have no lines. */
export function readCii(root: XmlElement): InvoiceFacts {
  const parties = first(root, `${transaction}/${agreement}`)
  const paid = first(root, `${transaction}/${settlement}`)
  const date = text(root, `${document}/IssueDateTime/DateTimeString|DateTime`)
  const currency = text(paid, 'InvoiceCurrencyCode')
  const buyer = parties && first(parties, 'BuyerTradeParty')
  const seller = parties && first(parties, 'SellerTradeParty')
  return {
    kind: 'invoice',
    ...(isCreditNote(text(root, `${document}/TypeCode`)) && { credit_note: true }),
    number: text(root, `${document}/ID`),
    date: date && toDate(date),
    currency,
    seller: { name: text(seller, 'Name'), tin: taxNumberOf(seller) },
    buyer: {
      name: text(buyer, 'Name'),
      code: text(buyer, 'ID') ?? text(buyer, 'GlobalID'),
      address: addressOf(buyer && first(buyer, 'PostalTradeAddress')),
      tin: taxNumberOf(buyer),
    },
    lines: all(root, `${transaction}/IncludedSupplyChainTradeLineItem`).filter(isItem).map(toLine),
    totals: totalsOf(paid, currency),
  }
}

/** Headings and remarks between the items are lines too; they are in no sum. */
function isItem(line: XmlElement): boolean {
  const status = text(line, 'AssociatedDocumentLineDocument/LineStatusReasonCode')
  const isRemark = ['GROUP', 'INFORMATION'].includes(status ?? '')
  const isEmpty = !first(line, 'SpecifiedTradeProduct') && amountOf(line) === null
  return !isRemark && !isEmpty
}

function toLine(line: XmlElement): InvoiceLine {
  const product = first(line, 'SpecifiedTradeProduct')
  const price = first(line, `${lineAgreement}/NetPriceProductTradePrice`)
  const quantity = first(line, `${lineDelivery}/BilledQuantity`)
  const tax_class = all(line, `${lineSettlement}/ApplicableTradeTax`).map(taxClassOf)[0]
  const hsCode = all(line, 'SpecifiedTradeProduct/DesignatedProductClassification/ClassCode').find(
    (code) => attribute(code, 'listID') === 'HS',
  )
  return {
    no: text(line, 'AssociatedDocumentLineDocument/LineID'),
    sku: text(product, 'SellerAssignedID') ?? text(product, 'GlobalID'),
    hs_code: (hsCode && contentOf(hsCode)) || null,
    description: text(product, 'Name') ?? text(product, 'Description') ?? '',
    quantity: number(line, `${lineDelivery}/BilledQuantity`),
    unit: attribute(quantity, 'unitCode'),
    unit_price: unitPrice(number(price, 'ChargeAmount'), number(price, 'BasisQuantity')),
    discount: discountOf(all(line, `${lineSettlement}/SpecifiedTradeAllowanceCharge`).map(toExtra)),
    amount: amountOf(line),
    taxable: isTaxed(tax_class),
    ...(tax_class && { tax_class }),
  }
}

function amountOf(line: XmlElement): string | null {
  return number(line, `${lineSettlement}/${lineSummation}/LineTotalAmount`)
}

function totalsOf(paid: XmlElement | undefined, currency: string | null): InvoiceTotals {
  const sums = paid && first(paid, summation)
  const grand_total = number(sums, 'GrandTotalAmount')
  const due = number(sums, 'DuePayableAmount')
  const subtotal = number(sums, 'LineTotalAmount')
  const extras = paid ? all(paid, 'SpecifiedTradeAllowanceCharge').map(toExtra) : []
  const freight = paid ? all(paid, 'SpecifiedLogisticsServiceCharge').map(toFreight) : []
  return {
    subtotal,
    tax_base: number(sums, 'TaxBasisTotalAmount'),
    tax: amountIn(currency, sums ? all(sums, 'TaxTotalAmount') : []),
    grand_total,
    charges: [...extras, ...freight].map(toCharge),
    withheld: [],
    taxes: (paid ? all(paid, 'ApplicableTradeTax') : []).map((it) => ({
      ...taxClassOf(it),
      tax_base: number(it, 'BasisAmount') ?? '0',
      tax: number(it, 'CalculatedAmount') ?? '0',
    })),
    ...(due !== null && {
      payment: {
        // The profile MINIMUM has no subtotal, nor does it say what was paid.
        prepaid: number(sums, 'TotalPrepaidAmount') ?? (subtotal === null ? null : '0'),
        rounding: number(sums, 'RoundingAmount') ?? '0',
        due,
      },
    }),
  }
}

function toExtra(extra: XmlElement): Extra {
  return {
    is_charge: ['true', '1'].includes(text(extra, 'ChargeIndicator') ?? ''),
    name: text(extra, 'Reason'),
    amount: number(extra, 'ActualAmount') ?? '0',
    tax_class: all(extra, 'CategoryTradeTax').map(taxClassOf)[0],
  }
}

function toFreight(charge: XmlElement): Extra {
  return {
    is_charge: true,
    name: text(charge, 'Description'),
    amount: number(charge, 'AppliedAmount') ?? '0',
    tax_class: all(charge, 'AppliedTradeTax').map(taxClassOf)[0],
  }
}

function taxClassOf(tax: XmlElement): TaxClass {
  return {
    category: text(tax, 'CategoryCode') ?? 'S',
    rate: number(tax, 'RateApplicablePercent|ApplicablePercent'),
  }
}

/** The number for value added tax, else that of the local office. */
function taxNumberOf(party: XmlElement | undefined): string | null {
  const numbers = party ? all(party, 'SpecifiedTaxRegistration/ID') : []
  const found = numbers.find((it) => attribute(it, 'schemeID') === 'VA') ?? numbers[0]
  return (found && contentOf(found)) || null
}

function addressOf(address: XmlElement | undefined): string | null {
  return addressLine({
    street: ['LineOne', 'LineTwo', 'LineThree'].map((line) => text(address, line)),
    postcode: text(address, 'PostcodeCode'),
    city: text(address, 'CityName'),
    country: text(address, 'CountryID'),
  })
}
