import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { InvoiceLine, InvoiceReading } from '../../../src/domain/invoice/invoice.ts'

/** Real invoices, read in place: none of their content may be copied into the project. */
const folder = path.resolve('../shared/corpus/invoices')

/** Reason to skip a test. */
export const corpusSkipReason = existsSync(folder) ? undefined : `the corpus is not at ${folder}`

interface ManifestEntry {
  id: string
  has_xml: boolean
  checks: Partial<Record<'rows' | 'sum' | 'qty' | 'tax_base' | 'vat' | 'grand', boolean>>
}

interface Expected {
  fields: Record<string, string | null>
  totals: Record<string, string | null>
  items: Record<string, string | number | boolean | null>[]
}

export interface CorpusReading extends ManifestEntry {
  reading: InvoiceReading
  /** The tax office file that an accountant made from the invoice. */
  xml: string | undefined
}

/** Returns the expected reading of each document in the corpus. */
export function corpusReadings(): CorpusReading[] {
  const listed = JSON.parse(read('manifest.json')) as ManifestEntry[]
  return listed.map((document) => ({
    ...document,
    reading: toReading(JSON.parse(read(document.id, 'expected.json')) as Expected),
    xml: document.has_xml ? read(document.id, 'expected.xml') : undefined,
  }))
}

function toReading({ fields, totals, items }: Expected): InvoiceReading {
  return {
    kind: 'invoice',
    number: fields['invoiceNumber'] ?? null,
    date: fields['invoiceDate'] ?? null,
    currency: fields['currency'] ?? null,
    seller: { name: fields['sellerName'] ?? null, tin: fields['sellerTin'] ?? null },
    buyer: { name: fields['buyerName'] ?? null, code: null, address: null, tin: null },
    lines: items.map(toLine),
    totals: {
      subtotal: totals['subtotal'] ?? null,
      tax_base: totals['taxBase'] ?? null,
      tax: totals['vat'] ?? null,
      grand_total: totals['grandTotal'] ?? null,
      charges: totals['asf'] ? [{ name: 'ASF', amount: totals['asf'] }] : [],
      withheld: [],
      ...(totals['total_qty'] && { quantity: totals['total_qty'] }),
    },
    checks: [],
    review: { needed: false, reasons: [] },
    evidence: {},
  }
}

function toLine(item: Expected['items'][number]): InvoiceLine {
  const text = (key: string) => {
    const value = item[key] ?? null
    return value === null ? null : String(value)
  }
  return {
    no: text('no'),
    sku: text('sku'),
    hs_code: text('hsCode'),
    description: text('description') ?? '',
    quantity: text('qty'),
    unit: text('uom'),
    unit_price: text('unitPrice'),
    discount: text('discount'),
    amount: text('amount'),
    taxable: item['taxable'] !== false,
  }
}

function read(...names: string[]): string {
  return readFileSync(path.join(folder, ...names), 'utf8')
}
