import { formatDecimal, parseDecimal, sum } from '../../domain/values/decimal.ts'
import type { InvoiceReading, InvoiceTotals, TaxClass } from '../../domain/invoice/invoice.ts'
import { fillTemplate, type Template } from '../formats/xml-template.ts'
import { writeXml, type XmlElement } from '../formats/write-xml.ts'

/** A UBL 2.1 invoice. Only a reading with number, date and lines gives one that the schema accepts. */
export function renderUbl(reading: InvoiceReading, template: Template): string {
  const { lines, totals, currency, credit_note } = reading
  const isEInvoice = totals.taxes !== undefined
  const line_total = lines.length > 0 ? totalOf(lines) : (totals.subtotal ?? '0')
  const net = totalOf([{ amount: line_total }, ...totals.charges])
  const root = fillTemplate(template, {
    ...reading,
    credit_note: credit_note ?? null,
    /** The code of ISO 4217 for "no currency": every amount must name one. */
    currency: currency ?? 'XXX',
    // Only the units of e-invoices are of the list that UBL wants; others are written as they are printed.
    lines: lines.map((line) => ({
      ...line,
      ...taxOf(line),
      unit_code: isEInvoice ? line.unit : null,
      printed_unit: isEInvoice ? null : line.unit,
    })),
    extras: totals.charges.map((charge) => ({
      name: charge.name,
      is_charge: isAllowance(charge) ? 'false' : 'true',
      amount: charge.amount.replace('-', ''),
      ...taxOf(charge),
    })),
    totals: { ...totals, payment: totals.payment ?? null },
    taxes: totals.taxes ?? soleTax(totals),
    line_total,
    net: (isEInvoice && totals.tax_base) || net,
    allowance_total: totalOf(totals.charges.filter(isAllowance)).replace('-', ''),
    charge_total: totalOf(totals.charges.filter((charge) => !isAllowance(charge))),
  })
  return writeXml(credit_note ? toCreditNote(root) : root)
}

/** UBL has a document of its own for these: the same elements, some under another name. */
const creditNoteNames: Record<string, string> = {
  Invoice: 'CreditNote',
  'cbc:InvoiceTypeCode': 'cbc:CreditNoteTypeCode',
  'cac:InvoiceLine': 'cac:CreditNoteLine',
  'cbc:InvoicedQuantity': 'cbc:CreditedQuantity',
}

function toCreditNote({ name, attributes, content }: XmlElement): XmlElement {
  return {
    name: creditNoteNames[name] ?? name,
    attributes: attributes.map(([key, value]) => [
      key,
      key === 'xmlns' ? value.replace('Invoice', 'CreditNote') : value,
    ]),
    content: typeof content === 'string' ? content : content.map(toCreditNote),
  }
}

/** Read from a page, an invoice has one tax, if any. */
function soleTax({ tax_base, tax }: InvoiceTotals) {
  const isKnown = tax_base !== null && tax !== null
  return isKnown ? [{ category: 'S', rate: null, tax_base, tax }] : []
}

function taxOf({ tax_class }: { tax_class?: TaxClass | undefined }) {
  return { tax_category: tax_class?.category ?? null, tax_rate: tax_class?.rate ?? null }
}

function isAllowance({ amount }: { amount: string }): boolean {
  return amount.startsWith('-')
}

function totalOf(parts: readonly { amount: string | null }[]): string {
  const amounts = parts.flatMap(({ amount }) => (amount !== null && parseDecimal(amount)) || [])
  return formatDecimal(sum(amounts))
}
