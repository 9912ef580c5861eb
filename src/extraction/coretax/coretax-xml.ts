import { AppError } from '../../domain/errors/app-error.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { Directory } from '../directory/directory.ts'
import type { Filing } from '../../domain/coretax/filing.ts'
import { checkFiling } from '../../domain/coretax/check-filing.ts'
import { convertReadingToRupiah, toFiling } from './filing.ts'
import { parseCompanyName } from '../../domain/invoice/company-names.ts'
import { fillTemplate, type Template } from '../formats/xml-template.ts'
import { writeXml } from '../formats/write-xml.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

/** Maximum number of invoices that Coretax accepts in one file. */
const maxInvoices = 1000

/** Renders one or more invoices of a single seller, whose tax number is stated once, at the top of the file. */
export function renderCoretax(
  readings: readonly InvoiceReading[],
  directory: Directory,
  template: Template,
): string {
  checkInvoiceCount(readings.length)
  const invoices = readings.map((reading) => toWritable(reading, directory))
  checkSingleSeller(invoices)
  const [first] = invoices
  return writeXml(fillTemplate(template, { seller: first?.seller ?? null, invoices }))
}

/**
 * Returns the filing. Omits the amounts if the file cannot represent the document: foreign amounts without an exchange
 * rate, a partial payment, a credit note. Coretax would accept the wrong amounts without an error.
 */
function toWritable(reading: InvoiceReading, directory: Directory): Filing {
  const filing = toFiling(reading, directory)
  const isWrong = checkFiling(filing, convertReadingToRupiah(reading, directory)).some(({ code }) =>
    undetectable.includes(code),
  )
  const unknown = { price: null, tax_base: null, other_tax_base: null, vat: null, stlg: null }
  return isWrong
    ? { ...filing, lines: filing.lines.map((line) => ({ ...line, ...unknown })) }
    : filing
}

const undetectable: readonly string[] = [
  'filing_currency',
  'filing_instalment',
  'filing_credit_note',
]

export function checkInvoiceCount(count: number): void {
  if (count <= maxInvoices) return
  const params = { most: maxInvoices, invoices: count }
  throw new AppError('INVALID_REQUEST', createDetail('too_many_invoices', params))
}

/** Sellers without a tax number are distinguished by name. */
function checkSingleSeller(invoices: readonly Filing[]): void {
  const sellers = new Map<string, { name: string; numbers: string[] }>()
  for (const { seller, number } of invoices) {
    const key = seller.tin ?? parseCompanyName(seller.name ?? '').baseName
    const known = sellers.get(key) ?? { name: seller.name ?? '?', numbers: [] }
    known.numbers.push(number ?? '?')
    sellers.set(key, known)
  }
  if (sellers.size <= 1) return
  const each = [...sellers.values()].map(({ name, numbers }) => {
    return { name, numbers: numbers.slice(0, 3), more: Math.max(0, numbers.length - 3) }
  })
  throw new AppError('INVALID_REQUEST', createDetail('several_sellers', { sellers: each }))
}
