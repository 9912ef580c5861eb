import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { InvoiceReading } from '../../../src/domain/invoice/invoice.ts'
import { extract } from '../../../src/extraction/extract.ts'
import { loadReferenceData } from '../../../src/extraction/reference-data/reference-data.ts'
import { isSame, type Pair, toMistake } from './compare-reading.ts'
import type { Result } from './corpus.ts'
import { onlyIf } from '../run/only-if.ts'

/** Third-party e-invoices, each beside its XML. They are read in place. */
const folder = path.resolve('../shared/corpus/e-invoices')
export const hasEInvoices = existsSync(folder)
export const needsEInvoices = onlyIf(hasEInvoices, `there are no e-invoices at ${folder}`)

export interface CorpusEInvoice {
  id: string
  pdf: Buffer
  xml: Buffer
}

export function corpusEInvoices(): CorpusEInvoice[] {
  const pdfs = readdirSync(folder).filter((name) => name.endsWith('.pdf'))
  return pdfs.map((name) => {
    const id = path.basename(name, '.pdf')
    const xml = readFileSync(path.join(folder, `${id}.embedded.xml`))
    return { id, pdf: readFileSync(path.join(folder, name)), xml }
  })
}

/** Reads every e-invoice in the corpus with auto-detection and compares it with its XML. */
export async function readEInvoiceCorpus(): Promise<Result[]> {
  const referenceData = loadReferenceData({ folder: '.' })
  const results: Result[] = []
  for (const { id, pdf, xml } of corpusEInvoices()) {
    const { mapping, reading } = await extract(pdf, 'auto', referenceData)
    if (reading.kind !== 'invoice') throw new Error(`${id} was read by ${mapping}`)
    results.push({
      id,
      layout: 'e-invoice',
      ...compareWithXml(xml.toString(), reading),
      is_flagged: reading.review.needed,
    })
  }
  return results
}

/** Compares with a plain text search in the XML, independent of the reader. */
function compareWithXml(source: string, reading: InvoiceReading) {
  const xml = withoutPrefixes(source)
  const fields = headerPairs(xml, reading)
  const items = blocks(xml, 'IncludedSupplyChainTradeLineItem')
  const lines = items.map((item, index) => linePairs(item, reading, index))
  const isWrong = ([, wanted, read]: Pair) => !isSame(wanted, read)
  const surplus = reading.lines.length - items.length
  return {
    fields: { right: fields.filter((pair) => !isWrong(pair)).length, total: fields.length },
    lines: { right: lines.filter((pairs) => !pairs.some(isWrong)).length, total: lines.length },
    mistakes: [
      ...[...fields, ...lines.flat()].filter(isWrong).map(toMistake),
      ...(surplus > 0 ? [`${surplus} lines too many`] : []),
    ],
  }
}

function headerPairs(xml: string, { totals, ...head }: InvoiceReading): Pair[] {
  const document = block(xml, 'ExchangedDocument')
  const seller = block(xml, 'SellerTradeParty')
  const buyer = block(xml, 'BuyerTradeParty')
  const settlement = block(xml, 'ApplicableHeaderTradeSettlement')
  const sums = block(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation')
  const currency = value(settlement, 'InvoiceCurrencyCode')
  const [, year, month, day] = /(\d{4})(\d\d)(\d\d)</.exec(block(document, 'IssueDateTime')) ?? []
  const allowances = blocks(settlement, 'SpecifiedTradeAllowanceCharge')
  const freights = blocks(settlement, 'SpecifiedLogisticsServiceCharge')
  const taxes = blocks(settlement, 'ApplicableTradeTax')
  return [
    ['number', value(document, 'ID'), head.number],
    ['date', `${year}-${month}-${day}`, head.date],
    ['currency', currency, head.currency],
    ['seller.name', value(seller, 'Name'), head.seller.name],
    ['seller.tin', /<ID schemeID="VA">([^<]*)/.exec(seller)?.[1], head.seller.tin],
    ['buyer.name', value(buyer, 'Name'), head.buyer.name],
    ['buyer.code', /^<BuyerTradeParty>\s*<ID>([^<]*)/.exec(buyer)?.[1], head.buyer.code],
    ['buyer.tin', /<ID schemeID="VA">([^<]*)/.exec(buyer)?.[1], head.buyer.tin],
    ['buyer.street', value(buyer, 'LineOne'), head.buyer.address?.split(', ')[0]],
    ['totals.subtotal', value(sums, 'LineTotalAmount'), totals.subtotal],
    ['totals.tax_base', value(sums, 'TaxBasisTotalAmount'), totals.tax_base],
    [
      'totals.tax',
      new RegExp(`<TaxTotalAmount currencyID="${currency}">([^<]*)`).exec(sums)?.[1],
      totals.tax,
    ],
    ['totals.grand_total', value(sums, 'GrandTotalAmount'), totals.grand_total],
    ['totals.payment.prepaid', value(sums, 'TotalPrepaidAmount') || '0', totals.payment?.prepaid],
    ['totals.payment.due', value(sums, 'DuePayableAmount'), totals.payment?.due],
    ['totals.charges', allowances.length + freights.length, totals.charges.length],
    ...allowances.map((it, index): Pair => {
      const sign = it.includes('<Indicator>true') ? '' : '-'
      return [
        `totals.charges.${index}`,
        `${sign}${value(it, 'ActualAmount')}`.replace('--', ''),
        totals.charges[index]?.amount,
      ]
    }),
    ['totals.taxes', taxes.length, totals.taxes?.length],
    ...taxes.flatMap((it, index): Pair[] => [
      [`totals.taxes.${index}.tax`, value(it, 'CalculatedAmount'), totals.taxes?.[index]?.tax],
      [`totals.taxes.${index}.tax_base`, value(it, 'BasisAmount'), totals.taxes?.[index]?.tax_base],
      [
        `totals.taxes.${index}.rate`,
        value(it, 'RateApplicablePercent'),
        totals.taxes?.[index]?.rate,
      ],
    ]),
  ]
}

function linePairs(item: string, { lines }: InvoiceReading, index: number): Pair[] {
  const line = lines[index]
  const price = block(item, 'NetPriceProductTradePrice')
  const settlement = block(item, 'SpecifiedLineTradeSettlement')
  const discounts = blocks(settlement, 'SpecifiedTradeAllowanceCharge')
  const cents = discounts.reduce((sum, it) => {
    const amount = Math.round(100 * Number(value(it, 'ActualAmount')))
    return it.includes('<Indicator>true') ? sum - amount : sum + amount
  }, 0)
  const pairs: Pair[] = [
    ['no', value(item, 'LineID'), line?.no],
    ['sku', value(item, 'SellerAssignedID'), line?.sku],
    ['description', value(block(item, 'SpecifiedTradeProduct'), 'Name'), line?.description],
    ['quantity', value(item, 'BilledQuantity'), line?.quantity],
    ['unit', /<BilledQuantity unitCode="([^"]*)/.exec(item)?.[1], line?.unit],
    ['unit_price', value(price, 'ChargeAmount'), line?.unit_price],
    ['discount', discounts.length > 0 ? String(cents / 100) : null, line?.discount],
    ['amount', value(settlement, 'LineTotalAmount'), line?.amount],
    ['taxable', Number(value(settlement, 'RateApplicablePercent')) > 0, line?.taxable],
  ]
  return pairs.map(([key, wanted, read]) => [`lines.${index}.${key}`, wanted, read])
}

function withoutPrefixes(xml: string): string {
  return xml.replace(/<!--[^]*?-->/g, '').replace(/(<\/?)[a-z]+:/g, '$1')
}

function block(xml: string, name: string): string {
  return blocks(xml, name)[0] ?? ''
}

function blocks(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}[ >][^]*?</${name}>`, 'g'))].map(([text]) => text)
}

/** Text of the first element with this name, with entities decoded. */
function value(xml: string, name: string): string {
  const text = new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''
  return text
    .replace(/&gt;/g, '>')
    .replace(/&lt;/g, '<')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&')
}
