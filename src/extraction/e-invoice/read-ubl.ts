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

/** The XML of OASIS: an `Invoice` or a `CreditNote` of UBL 2.1. */
export function readUbl(root: XmlElement): InvoiceFacts {
  const date = text(root, 'IssueDate')
  const currency = text(root, 'DocumentCurrencyCode')
  const seller = first(root, 'AccountingSupplierParty/Party')
  const buyer = first(root, 'AccountingCustomerParty/Party')
  const isCredit = root.name === 'CreditNote' || isCreditNote(text(root, 'InvoiceTypeCode'))
  return {
    kind: 'invoice',
    ...(isCredit && { credit_note: true }),
    number: text(root, 'ID'),
    date: date && toDate(date),
    currency,
    seller: { name: nameOf(seller), tin: taxNumberOf(seller) },
    buyer: {
      name: nameOf(buyer),
      code: text(buyer, 'PartyIdentification/ID'),
      address: addressOf(buyer && first(buyer, 'PostalAddress')),
      tin: taxNumberOf(buyer),
    },
    lines: all(root, 'InvoiceLine|CreditNoteLine').map(toLine),
    totals: totalsOf(root, currency),
  }
}

function toLine(line: XmlElement): InvoiceLine {
  const quantity = first(line, 'InvoicedQuantity|CreditedQuantity')
  const tax_class = all(line, 'Item/ClassifiedTaxCategory').map(taxClassOf)[0]
  const hsCode = all(line, 'Item/CommodityClassification/ItemClassificationCode').find(
    (code) => attribute(code, 'listID') === 'HS',
  )
  return {
    no: text(line, 'ID'),
    sku:
      text(line, 'Item/SellersItemIdentification/ID') ??
      text(line, 'Item/StandardItemIdentification/ID'),
    hs_code: (hsCode && contentOf(hsCode)) || null,
    description: text(line, 'Item/Name') ?? text(line, 'Item/Description') ?? '',
    quantity: number(line, 'InvoicedQuantity|CreditedQuantity'),
    unit: attribute(quantity, 'unitCode'),
    unit_price: unitPrice(number(line, 'Price/PriceAmount'), number(line, 'Price/BaseQuantity')),
    discount: discountOf(all(line, 'AllowanceCharge').map(toExtra)),
    amount: number(line, 'LineExtensionAmount'),
    taxable: isTaxed(tax_class),
    ...(tax_class && { tax_class }),
  }
}

function totalsOf(root: XmlElement, currency: string | null): InvoiceTotals {
  const sums = first(root, 'LegalMonetaryTotal')
  const due = number(sums, 'PayableAmount')
  return {
    subtotal: number(sums, 'LineExtensionAmount'),
    tax_base: number(sums, 'TaxExclusiveAmount'),
    tax: amountIn(currency, all(root, 'TaxTotal/TaxAmount')),
    grand_total: number(sums, 'TaxInclusiveAmount'),
    charges: all(root, 'AllowanceCharge').map(toExtra).map(toCharge),
    withheld: [],
    taxes: all(root, 'TaxTotal/TaxSubtotal').map((it) => ({
      ...(all(it, 'TaxCategory').map(taxClassOf)[0] ?? { category: 'S', rate: null }),
      tax_base: number(it, 'TaxableAmount') ?? '0',
      tax: number(it, 'TaxAmount') ?? '0',
    })),
    ...(due !== null && {
      payment: {
        prepaid: number(sums, 'PrepaidAmount') ?? '0',
        rounding: number(sums, 'PayableRoundingAmount') ?? '0',
        due,
      },
    }),
  }
}

function toExtra(extra: XmlElement): Extra {
  return {
    is_charge: ['true', '1'].includes(text(extra, 'ChargeIndicator') ?? ''),
    name: text(extra, 'AllowanceChargeReason'),
    amount: number(extra, 'Amount') ?? '0',
    tax_class: all(extra, 'TaxCategory').map(taxClassOf)[0],
  }
}

function taxClassOf(category: XmlElement): TaxClass {
  return { category: text(category, 'ID') ?? 'S', rate: number(category, 'Percent') }
}

function nameOf(party: XmlElement | undefined): string | null {
  return text(party, 'PartyLegalEntity/RegistrationName') ?? text(party, 'PartyName/Name')
}

function taxNumberOf(party: XmlElement | undefined): string | null {
  const schemes = party ? all(party, 'PartyTaxScheme') : []
  const found = schemes.find((it) => text(it, 'TaxScheme/ID') === 'VAT') ?? schemes[0]
  return text(found, 'CompanyID')
}

function addressOf(address: XmlElement | undefined): string | null {
  const street = ['StreetName', 'AdditionalStreetName', 'AddressLine/Line']
  return addressLine({
    street: street.map((line) => text(address, line)),
    postcode: text(address, 'PostalZone'),
    city: text(address, 'CityName'),
    country: text(address, 'Country/IdentificationCode'),
  })
}
