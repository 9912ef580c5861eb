import type { InvoiceLine, InvoiceTotals, TaxClass } from '../../domain/invoice/invoice.ts'
import {
  findElements,
  chooseAmount,
  readAttribute,
  readElementText,
  findElement,
  readNumber,
  readText,
  toDate,
} from './xml-elements.ts'
import type { XmlElement } from './xml-elements.ts'
import {
  netDiscount,
  type AllowanceCharge,
  type InvoiceFacts,
  isCreditNote,
  isTaxed,
  addressLine,
  toCharge,
  unitPrice,
} from './facts.ts'

/** Reads an OASIS UBL 2.1 `Invoice` or `CreditNote`. */
export function readUbl(root: XmlElement): InvoiceFacts {
  const date = readText(root, 'IssueDate')
  const currency = readText(root, 'DocumentCurrencyCode')
  const seller = findElement(root, 'AccountingSupplierParty/Party')
  const buyer = findElement(root, 'AccountingCustomerParty/Party')
  const isCredit = root.name === 'CreditNote' || isCreditNote(readText(root, 'InvoiceTypeCode'))
  return {
    kind: 'invoice',
    ...(isCredit && { credit_note: true }),
    number: readText(root, 'ID'),
    date: date && toDate(date),
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
  }
}

function toLine(line: XmlElement): InvoiceLine {
  const quantity = findElement(line, 'InvoicedQuantity|CreditedQuantity')
  const tax_class = findElements(line, 'Item/ClassifiedTaxCategory').map(readTaxClass)[0]
  const hsCode = findElements(line, 'Item/CommodityClassification/ItemClassificationCode').find(
    (code) => readAttribute(code, 'listID') === 'HS',
  )
  return {
    no: readText(line, 'ID'),
    sku:
      readText(line, 'Item/SellersItemIdentification/ID') ??
      readText(line, 'Item/StandardItemIdentification/ID'),
    hs_code: (hsCode && readElementText(hsCode)) || null,
    description: readText(line, 'Item/Name') ?? readText(line, 'Item/Description') ?? '',
    quantity: readNumber(line, 'InvoicedQuantity|CreditedQuantity'),
    unit: readAttribute(quantity, 'unitCode'),
    unit_price: unitPrice(
      readNumber(line, 'Price/PriceAmount'),
      readNumber(line, 'Price/BaseQuantity'),
    ),
    discount: netDiscount(findElements(line, 'AllowanceCharge').map(toAllowanceCharge)),
    amount: readNumber(line, 'LineExtensionAmount'),
    taxable: isTaxed(tax_class),
    ...(tax_class && { tax_class }),
  }
}

function readTotals(root: XmlElement, currency: string | null): InvoiceTotals {
  const sums = findElement(root, 'LegalMonetaryTotal')
  const due = readNumber(sums, 'PayableAmount')
  return {
    subtotal: readNumber(sums, 'LineExtensionAmount'),
    tax_base: readNumber(sums, 'TaxExclusiveAmount'),
    tax: chooseAmount(currency, findElements(root, 'TaxTotal/TaxAmount')),
    grand_total: readNumber(sums, 'TaxInclusiveAmount'),
    charges: findElements(root, 'AllowanceCharge').map(toAllowanceCharge).map(toCharge),
    withheld: [],
    taxes: findElements(root, 'TaxTotal/TaxSubtotal').map((it) => ({
      ...(findElements(it, 'TaxCategory').map(readTaxClass)[0] ?? { category: 'S', rate: null }),
      tax_base: readNumber(it, 'TaxableAmount') ?? '0',
      tax: readNumber(it, 'TaxAmount') ?? '0',
    })),
    ...(due !== null && {
      payment: {
        prepaid: readNumber(sums, 'PrepaidAmount') ?? '0',
        rounding: readNumber(sums, 'PayableRoundingAmount') ?? '0',
        due,
      },
    }),
  }
}

function toAllowanceCharge(extra: XmlElement): AllowanceCharge {
  return {
    is_charge: ['true', '1'].includes(readText(extra, 'ChargeIndicator') ?? ''),
    name: readText(extra, 'AllowanceChargeReason'),
    amount: readNumber(extra, 'Amount') ?? '0',
    tax_class: findElements(extra, 'TaxCategory').map(readTaxClass)[0],
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

function readAddress(address: XmlElement | undefined): string | null {
  const street = ['StreetName', 'AdditionalStreetName', 'AddressLine/Line']
  return addressLine({
    street: street.map((line) => readText(address, line)),
    postcode: readText(address, 'PostalZone'),
    city: readText(address, 'CityName'),
    country: readText(address, 'Country/IdentificationCode'),
  })
}
