import { expect } from 'vitest'
import type { PreflightDocument } from '../../src/domain/coretax/preflight-result.ts'
import type { InvoiceReading } from '../../src/domain/invoice/invoice.ts'
import { isNik, normalizeNpwp } from '../../src/domain/invoice/tax-numbers.ts'
import { add, compare, decimal } from '../../src/domain/values/decimal.ts'

/** Elements that Coretax requires, and that are never empty in a file that passed the check. */
const required = [
  'TIN',
  'TaxInvoiceDate',
  'TrxCode',
  'RefDesc',
  'SellerIDTKU',
  'BuyerTin',
  'BuyerDocument',
  'BuyerName',
  'BuyerAdress',
  'BuyerIDTKU',
  'Opt',
  'Code',
  'Name',
  'Unit',
  'Price',
  'Qty',
  'TaxBase',
  'OtherTaxBase',
  'VATRate',
  'VAT',
]

const texts = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) => text)

const total = (amounts: string[]) => amounts.map((text) => decimal(text)).reduce(add, decimal('0'))

interface Filed {
  /** As the check listed it before the export. */
  document: PreflightDocument
  reading: InvoiceReading
}

/** Compares a Coretax file with the check and with the readings of its documents: complete, valid numbers, equal totals. */
export function verifyCoretaxFile(xml: string, filed: readonly Filed[]): void {
  for (const tag of required) {
    expect(xml, tag).not.toMatch(new RegExp(`<${tag}(/>|></)`))
    expect(texts(xml, tag).length, tag).toBeGreaterThan(0)
  }
  const [tin = ''] = texts(xml, 'TIN')
  expect(normalizeNpwp(tin)).toBe(tin)
  const invoices = [...xml.matchAll(/<TaxInvoice>([^]*?)<\/TaxInvoice>/g)].map(([text]) => text)
  expect(texts(xml, 'RefDesc')).toEqual(filed.map(({ reading }) => reading.number))
  for (const [index, one] of filed.entries()) verifyInvoice(invoices[index] ?? '', one)
}

function verifyInvoice(xml: string, { document, reading: { filing, date } }: Filed): void {
  const one = (tag: string) => texts(xml, tag)[0] ?? ''
  expect(one('TaxInvoiceDate')).toBe(date)
  if (one('BuyerDocument') === 'TIN') {
    expect(normalizeNpwp(one('BuyerTin'))).toBe(one('BuyerTin'))
    expect(one('BuyerTin')).toBe(document.buyer_npwp)
    expect(one('BuyerIDTKU').startsWith(one('BuyerTin'))).toBe(true)
  } else if (one('BuyerDocument') === 'National ID') {
    expect(isNik(one('BuyerDocumentNumber'))).toBe(true)
  }
  const sums = { TaxBase: filing?.tax_base, OtherTaxBase: filing?.other_tax_base, VAT: filing?.tax }
  expect([filing?.tax_base, filing?.tax]).toEqual([document.tax_base, document.tax])
  for (const [tag, expected] of Object.entries(sums)) {
    const sum = total(texts(xml, tag))
    expect(compare(sum, decimal(expected ?? '-1')), `${tag} of ${one('RefDesc')}`).toBe(0)
  }
}
