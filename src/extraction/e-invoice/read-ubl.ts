import type { TaxClass } from '../../domain/invoice/invoice.ts'
import type { Address, InvoiceFacts, StatedLine, StatedTotals } from './facts.ts'
import { isCreditNote, toFacts } from './facts.ts'
import { type ExtraSyntax, readAllowanceCharges } from './read-extra.ts'
import type { XmlElement } from './xml-elements.ts'
import {
  chooseAmount,
  findElement,
  findElements,
  readAttribute,
  readDate,
  readHsCode,
  readNumber,
  readText,
} from './xml-elements.ts'

const extraSyntax: ExtraSyntax = {
  name: 'AllowanceChargeReason',
  amount: 'Amount',
  tax: 'TaxCategory',
  readTaxClass,
}

/** Reads an OASIS UBL 2.1 `Invoice` or `CreditNote`. */
export function readUbl(root: XmlElement): InvoiceFacts {
  const currency = readText(root, 'DocumentCurrencyCode')
  const seller = findElement(root, 'AccountingSupplierParty/Party')
  const buyer = findElement(root, 'AccountingCustomerParty/Party')
  return toFacts({
    isCredit: root.name === 'CreditNote' || isCreditNote(readText(root, 'InvoiceTypeCode')),
    number: readText(root, 'ID'),
    date: readDate(root, 'IssueDate'),
    currency,
    seller: { name: readName(seller), tin: readTaxNumber(seller) },
    buyer: {
      name: readName(buyer),
      code: readText(buyer, 'PartyIdentification/ID'),
      address: readAddress(buyer && findElement(buyer, 'PostalAddress')),
      tin: readTaxNumber(buyer),
    },
    lines: findElements(root, 'InvoiceLine|CreditNoteLine').map(toLine),
    totals: readTotals(root, currency),
  })
}

function toLine(line: XmlElement): StatedLine {
  const quantity = findElement(line, 'InvoicedQuantity|CreditedQuantity')
  const taxes = findElements(line, 'Item/ClassifiedTaxCategory').map(readTaxClass)
  return {
    no: readText(line, 'ID'),
    sku:
      readText(line, 'Item/SellersItemIdentification/ID') ??
      readText(line, 'Item/StandardItemIdentification/ID'),
    hs_code: readHsCode(line, 'Item/CommodityClassification/ItemClassificationCode'),
    description: readText(line, 'Item/Name') ?? readText(line, 'Item/Description') ?? '',
    quantity: readNumber(line, 'InvoicedQuantity|CreditedQuantity'),
    unit: readAttribute(quantity, 'unitCode'),
    price: readNumber(line, 'Price/PriceAmount'),
    price_quantity: readNumber(line, 'Price/BaseQuantity'),
    extras: readAllowanceCharges(line, 'AllowanceCharge', extraSyntax),
    amount: readNumber(line, 'LineExtensionAmount'),
    tax_class: taxes[0],
  }
}

function readTotals(root: XmlElement, currency: string | null): StatedTotals {
  const sums = findElement(root, 'LegalMonetaryTotal')
  return {
    subtotal: readNumber(sums, 'LineExtensionAmount'),
    tax_base: readNumber(sums, 'TaxExclusiveAmount'),
    tax: chooseAmount(currency, findElements(root, 'TaxTotal/TaxAmount')),
    grand_total: readNumber(sums, 'TaxInclusiveAmount'),
    extras: readAllowanceCharges(root, 'AllowanceCharge', extraSyntax),
    taxes: findElements(root, 'TaxTotal/TaxSubtotal').map((it) => ({
      ...(findElements(it, 'TaxCategory').map(readTaxClass)[0] ?? { category: 'S', rate: null }),
      tax_base: readNumber(it, 'TaxableAmount') ?? '0',
      tax: readNumber(it, 'TaxAmount') ?? '0',
    })),
    payment: {
      prepaid: readNumber(sums, 'PrepaidAmount') ?? '0',
      rounding: readNumber(sums, 'PayableRoundingAmount'),
      due: readNumber(sums, 'PayableAmount'),
    },
  }
}

function readTaxClass(category: XmlElement): TaxClass {
  return { category: readText(category, 'ID') ?? 'S', rate: readNumber(category, 'Percent') }
}

function readName(party: XmlElement | undefined): string | null {
  return readText(party, 'PartyLegalEntity/RegistrationName') ?? readText(party, 'PartyName/Name')
}

function readTaxNumber(party: XmlElement | undefined): string | null {
  const schemes = party ? findElements(party, 'PartyTaxScheme') : []
  const found = schemes.find((it) => readText(it, 'TaxScheme/ID') === 'VAT') ?? schemes[0]
  return readText(found, 'CompanyID')
}

function readAddress(address: XmlElement | undefined): Address {
  const street = ['StreetName', 'AdditionalStreetName', 'AddressLine/Line']
  return {
    street: street.map((line) => readText(address, line)),
    postcode: readText(address, 'PostalZone'),
    city: readText(address, 'CityName'),
    country: readText(address, 'Country/IdentificationCode'),
  }
}
