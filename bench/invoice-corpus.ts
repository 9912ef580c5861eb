import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ExpectedValues } from './score-reading.ts'

export const corpus = path.resolve('../shared/corpus')

export interface CorpusInvoice {
  id: string
  group: string
  /** How the expected values were obtained; undefined for layouts with a mapping. */
  set?: 'hand' | 'xml' | 'words'
  truth: ExpectedValues
  file: string
}

/** Returns invoices whose layout has no mapping. */
export function unseenInvoices(): CorpusInvoice[] {
  const folder = path.join(corpus, 'unseen-invoices')
  const entries = parse<(Omit<CorpusInvoice, 'file' | 'truth'> & { truth?: ExpectedValues })[]>(
    path.join(folder, 'truth.json'),
  )
  return entries.flatMap(({ truth, ...invoice }) =>
    truth ? [{ ...invoice, truth, file: path.join(folder, `${invoice.id}.pdf`) }] : [],
  )
}

/** Returns invoices whose layout has a mapping, excluding scans. */
export function describedInvoices(): CorpusInvoice[] {
  const folder = path.join(corpus, 'invoices')
  const manifest = parse<{ id: string; layout: string; text_layer: boolean }[]>(
    path.join(folder, 'manifest.json'),
  )
  return manifest
    .filter(({ text_layer }) => text_layer)
    .map(({ id, layout }) => ({
      id,
      group: layout,
      truth: fromExpected(parse<Expected>(path.join(folder, id, 'expected.json'))),
      file: path.join(folder, id, 'invoice.pdf'),
    }))
}

interface Expected {
  fields: Record<
    'invoiceNumber' | 'invoiceDate' | 'currency' | 'sellerName' | 'buyerName',
    string | undefined
  >
  items: { description?: string; qty?: string; uom?: string; unitPrice?: string; amount: string }[]
  totals: Record<'subtotal' | 'taxBase' | 'vat' | 'grandTotal', string | undefined>
}

function fromExpected({ fields, items, totals }: Expected): ExpectedValues {
  return {
    number: fields.invoiceNumber,
    date: fields.invoiceDate,
    currency: fields.currency,
    seller: fields.sellerName,
    buyer: fields.buyerName,
    lines: items.map(({ description, qty, uom, unitPrice, amount }) => ({
      description,
      unit: uom,
      qty,
      price: unitPrice,
      amount,
    })),
    subtotal: totals.subtotal,
    tax_base: totals.taxBase,
    tax: totals.vat,
    grand_total: totals.grandTotal,
  }
}

function parse<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T
}
