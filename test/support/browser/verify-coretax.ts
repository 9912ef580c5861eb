import { expect } from 'vitest'
import type { Preflight, PreflightDocument } from '../../../src/domain/coretax/preflight-result.ts'
import type { FilingStatus, InvoiceReading } from '../../../src/domain/invoice/invoice.ts'
import { isNik, normaliseNpwp } from '../../../src/domain/invoice/tax-numbers.ts'
import { add, compare, decimal } from '../../../src/domain/values/decimal.ts'

/** Elements that Coretax requires. They are never empty in a file that passed the check. */
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
  /** The values that the export check listed. */
  document: Pick<PreflightDocument, 'buyer_npwp' | 'tax_base' | 'tax'>
  reading: InvoiceReading
}

/** Derives the values from the reading, for files written without an export check, such as on the command line. */
export function toFiled(reading: InvoiceReading, status: FilingStatus = 'ready'): Filed {
  const { filing } = reading
  expect(filing?.status, reading.number ?? '').toBe(status)
  const amounts = { tax_base: filing?.tax_base ?? '', tax: filing?.tax ?? '' }
  return { document: { buyer_npwp: filing?.buyer.tin ?? null, ...amounts }, reading }
}

/** True if the check allows the document in the file. `allowed` lists the rules that the user confirmed. */
export function isCleared({ rules }: PreflightDocument, allowed: readonly string[] = []): boolean {
  return rules.every(
    ({ severity, is_confirmed, code }) =>
      severity === 'info' || is_confirmed || (severity === 'confirm' && allowed.includes(code)),
  )
}

interface DownloadOptions {
  /** Rules that the user confirmed, in addition to `filing_exported`, which the export itself causes. */
  allowed?: string[]
}

/** Verifies a downloaded file: every document is cleared, and the file matches the readings. */
export async function verifyDownload(
  xml: string,
  ask: (address: string, body?: object) => Promise<unknown>,
  { allowed = [] }: DownloadOptions = {},
): Promise<void> {
  const check = async (order: object) =>
    ((await ask('/api/jobs/export/check', order)) as Preflight).documents
  const all = await check({ filter: { status: 'complete' } })
  const filed = texts(xml, 'RefDesc').map((number) => {
    const at = all.findIndex((document) => document.number === number)
    return all.splice(at, 1)[0]?.id ?? ''
  })
  const documents = await check({ ids: filed })
  for (const document of documents) {
    const isAllowed = isCleared(document, ['filing_exported', ...allowed])
    expect(isAllowed, `${document.number}: ${JSON.stringify(document.rules)}`).toBe(true)
  }
  const byId = new Map(documents.map((document) => [document.id, document]))
  const readings = await Promise.all(
    filed.map(async (id) => {
      const document = byId.get(id)
      if (!document) throw new Error(`The check does not list ${id}`)
      const { reading } = (await ask(`/api/jobs/${id}/reading`)) as { reading: InvoiceReading }
      return { document, reading }
    }),
  )
  verifyCoretaxFile(xml, readings)
}

/** Compares a Coretax file with the check and with the readings of its documents: complete, valid numbers, equal totals. */
export function verifyCoretaxFile(xml: string, filed: readonly Filed[]): void {
  for (const tag of required) {
    expect(xml, tag).not.toMatch(new RegExp(`<${tag}(/>|></)`))
    expect(texts(xml, tag).length, tag).toBeGreaterThan(0)
  }
  const [tin = ''] = texts(xml, 'TIN')
  expect(normaliseNpwp(tin)).toBe(tin)
  const invoices = [...xml.matchAll(/<TaxInvoice>([^]*?)<\/TaxInvoice>/g)].map(([text]) => text)
  expect(texts(xml, 'RefDesc')).toEqual(filed.map(({ reading }) => reading.number))
  for (const [index, one] of filed.entries()) verifyInvoice(invoices[index] ?? '', one)
}

function verifyInvoice(xml: string, { document, reading: { filing, date } }: Filed): void {
  const one = (tag: string) => texts(xml, tag)[0] ?? ''
  expect(one('TaxInvoiceDate')).toBe(date)
  if (one('BuyerDocument') === 'TIN') {
    expect(normaliseNpwp(one('BuyerTin'))).toBe(one('BuyerTin'))
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
