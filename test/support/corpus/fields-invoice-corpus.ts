import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { InvoiceReading } from '../../../src/domain/invoice/invoice.ts'
import type { Page } from '../../../src/domain/reading/reading.ts'
import { DateFinder } from '../../../src/extraction/any-invoice/header/dates.ts'
import { readAnyInvoice } from '../../../src/extraction/any-invoice/read-any-invoice.ts'
import { readAttachments } from '../../../src/extraction/pdf/attachments.ts'
import { withDocument } from '../../../src/extraction/pdf/engine.ts'
import { pdfLimits } from '../../../src/extraction/pdf/limits.ts'
import { readPages } from '../../../src/extraction/pdf/pages.ts'
import { invoiceSchemas, labelledSchemas } from '../../fixtures/field-schemas.ts'
import { readForFields } from './corpus.ts'
import type { Value } from './compare-reading.ts'
import {
  createScore,
  type ExpectedFields,
  type FieldsScore,
  type IsSame,
  isAmount,
  isExactly,
  isText,
  parseCorpusFile,
  readWithSchema,
  scoreDocument,
  vocabulary,
} from './fields-corpus.ts'
import type { ExpectedLine, UnseenDocument } from './unseen-corpus.ts'

interface InvoiceDocument {
  id: string
  pages: Page[]
  reading: InvoiceReading
  mapping: string
  expected: ExpectedFields
}

/** Scores every invoice with every set of names. */
export async function scoreInvoiceFields(): Promise<FieldsScore[]> {
  const parts = [
    ['by layout', await readForFields('by layout', toCorpusExpected)],
    ['without layouts', await readForFields('without layouts', toCorpusExpected)],
    ['unseen layouts', await readUnseen()],
  ] as const
  return parts.flatMap(([part, documents]) =>
    invoiceSchemas.map((set) => {
      const score = createScore(`${part}, ${set.id}`)
      for (const { id, pages, reading, mapping, expected } of documents)
        scoreDocument(score, id, set, readWithSchema(set, pages, { reading, mapping }), expected)
      return score
    }),
  )
}

function toCorpusExpected(
  { fields, totals, items }: { fields: Values; totals: Values; items: Values[] },
  isSkipped: (path: string) => boolean,
): ExpectedFields {
  const all: Record<string, [string, Value, (value: string) => IsSame]> = {
    number: ['number', fields['invoiceNumber'], isText],
    date: ['date', fields['invoiceDate'], isExactly],
    currency: ['currency', fields['currency'], isExactly],
    seller: ['seller.name', fields['sellerName'], isText],
    buyer: ['buyer.name', fields['buyerName'], isText],
    subtotal: ['totals.subtotal', totals['subtotal'], isAmount],
    tax: ['totals.tax', totals['vat'], isAmount],
    total: ['totals.grand_total', totals['grandTotal'], isAmount],
  }
  return {
    fields: toComparisons(all, isSkipped),
    rows: items.map((item, at) =>
      toComparisons(
        {
          description: [`lines.${at}.description`, item['description'], isText],
          quantity: [`lines.${at}.quantity`, item['qty'], isAmount],
          unit_price: [`lines.${at}.unit_price`, item['unitPrice'], isAmount],
          amount: [`lines.${at}.amount`, item['amount'], isAmount],
        },
        isSkipped,
      ),
    ),
  }
}

type Values = Record<string, Value>

function toComparisons(
  all: Record<string, [string, Value, (value: string) => IsSame]>,
  isSkipped: (path: string) => boolean,
): Record<string, IsSame> {
  return Object.fromEntries(
    Object.entries(all).flatMap(([meaning, [at, value, compare]]) =>
      value === null || value === undefined || isSkipped(at)
        ? []
        : [[meaning, compare(String(value))]],
    ),
  )
}

/** Reads the unseen invoices without their embedded e-invoices, so that only the pages count. */
async function readUnseen(): Promise<InvoiceDocument[]> {
  const documents: InvoiceDocument[] = []
  for (const { id, truth } of parseCorpusFile<UnseenDocument[]>('unseen-invoices', 'truth.json')) {
    const pages = await readPages(readFileSync(toUnseenFile(id)))
    const reading = readAnyInvoice(pages, vocabulary)
    const expected = toUnseenExpected(truth)
    documents.push({ id, pages, reading, mapping: 'invoice_v1', expected })
  }
  return documents
}

function toUnseenFile(id: string): string {
  return path.resolve('../shared/corpus/unseen-invoices', `${id}.pdf`)
}

function toUnseenExpected(truth: UnseenDocument['truth']): ExpectedFields {
  const subtotals = [truth.subtotal, truth.subtotal_alt].flatMap((one) => one ?? [])
  return {
    fields: {
      ...(truth.number && { number: isText(truth.number) }),
      ...(truth.date && { date: isExactly(truth.date) }),
      ...(truth.currency && { currency: isExactly(truth.currency) }),
      ...(truth.seller && { seller: isText(truth.seller) }),
      ...(truth.buyer && { buyer: isText(truth.buyer) }),
      ...(subtotals.length > 0 && { subtotal: isAmount(...subtotals) }),
      ...(truth.tax && { tax: isAmount(truth.tax) }),
      ...(truth.grand_total && { total: isAmount(truth.grand_total) }),
    },
    rows: truth.lines && truth.lines.length > 0 ? truth.lines.map(toUnseenRow) : undefined,
    is_unordered: true,
  }
}

function toUnseenRow({ qty, price, gross_price, basis, amount }: ExpectedLine) {
  const prices = [price, gross_price].flatMap((one) => one ?? [])
  const perUnit = prices.map((one) => Number(one) / Number(basis ?? 1))
  return {
    ...(qty && { quantity: isAmount(qty) }),
    ...(prices.length > 0 && { unit_price: isAmount(...prices, ...perUnit) }),
    amount: isAmount(amount),
  }
}

/** Scores fields that no reader knows. The embedded e-invoices contain the expected values. */
export async function scoreLabelledFields(): Promise<FieldsScore[]> {
  const scores = labelledSchemas.map((_, at) => createScore(`by label, names ${at + 1}`))
  for (const { id } of parseCorpusFile<UnseenDocument[]>('unseen-invoices', 'truth.json')) {
    const pdf = readFileSync(toUnseenFile(id))
    const xml = await readXml(pdf)
    if (xml === undefined) continue
    const pages = await readPages(pdf)
    const reading = readAnyInvoice(pages, vocabulary)
    const expected = { fields: toLabelledExpected(xml, pages) }
    for (const [at, fields] of labelledSchemas.entries()) {
      const base = { reading, mapping: 'invoice_v1' }
      const score = scores[at]
      if (score)
        scoreDocument(score, id, { fields }, readWithSchema({ fields }, pages, base), expected)
    }
  }
  return scores
}

function readXml(pdf: Buffer): Promise<string | undefined> {
  return withDocument(pdf, pdfLimits, (document) => {
    const [file] = readAttachments(document, (name) => /\.xml$/i.test(name))
    return file && new TextDecoder().decode(file.bytes).replace(/(<\/?)\w+:/g, '$1')
  })
}

/** Compares only values that a page shows. A value that the e-invoice lacks is not scored. */
function toLabelledExpected(xml: string, pages: Page[]): Record<string, IsSame> {
  const text = squash(pages.map((page) => page.text).join(' '))
  const read = (pattern: RegExp) => pattern.exec(xml)?.[1]?.trim()
  const order = read(/<BuyerOrderReferencedDocument>\s*<(?:IssuerAssigned)?ID>([^<]+)/)
  const customer = read(/<BuyerTradeParty>\s*<ID>([^<]+)/)
  const iban = read(/<IBANID>([^<]+)/)
  const phones = [...xml.matchAll(/<CompleteNumber>([^<]+)/g)].map(([, one = '']) => one)
  const delivery = read(/<ActualDeliverySupplyChainEvent>[^]*?<DateTimeString[^>]*>(\d{8})/)
  const due = read(/<DueDateDateTime>\s*<DateTimeString[^>]*>(\d{8})/)
  const isPrinted = (value: string | undefined): value is string =>
    value !== undefined && text.includes(squash(value))
  const days = new DateFinder(vocabulary).find(pages.map((page) => page.text).join('\n'))
  const isDayPrinted = (digits: string | undefined): digits is string =>
    digits !== undefined && days.some(({ value }) => value === toDay(digits))
  const shown = phones.filter(isPrinted)
  return {
    ...(isPrinted(order) && { purchase_order: isText(order) }),
    ...(isPrinted(customer) && { customer_number: isText(customer) }),
    ...(isPrinted(iban) && { iban: isText(iban) }),
    ...(shown.length > 0 && { phone: (value) => shown.some((one) => isText(one)(value)) }),
    ...(isDayPrinted(delivery) && { delivery_date: isExactly(toDay(delivery)) }),
    ...(isDayPrinted(due) && { due_date: isExactly(toDay(due)) }),
  }
}

function squash(text: string): string {
  return text.replace(/[\s.,'’"()/–-]+/g, '').toLowerCase()
}

function toDay(digits: string): string {
  return digits.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
}
