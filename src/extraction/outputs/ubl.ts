import { formatDecimal, parseDecimal, sum } from '../../domain/values/decimal.ts'
import type { InvoiceReading, InvoiceTotals, TaxClass } from '../../domain/invoice/invoice.ts'
import { fillTemplate, type Template } from '../formats/xml-template.ts'
import { writeXml, type XmlElement } from '../formats/write-xml.ts'

/**
 * Renders a UBL 2.1 invoice. The result is valid against the schema only if the reading has a number, a date and lines.
 */
export function renderUbl(reading: InvoiceReading, template: Template): string {
  const { lines, totals, currency, credit_note } = reading
  const isEInvoice = totals.taxes !== undefined
  const line_total = lines.length > 0 ? sumAmounts(lines) : (totals.subtotal ?? '0')
  const net = sumAmounts([{ amount: line_total }, ...totals.charges])
  const root = fillTemplate(template, {
    ...reading,
    credit_note: credit_note ?? null,
    /** ISO 4217 code for "no currency". UBL requires a currency on every amount. */
    currency: currency ?? 'XXX',
    // Only e-invoices use UBL unit codes. Other units are written as printed.
    lines: lines.map((line) => ({
      ...line,
      ...toTaxFields(line),
      unit_code: isEInvoice ? line.unit : null,
      printed_unit: isEInvoice ? null : line.unit,
    })),
    extras: totals.charges.map((charge) => ({
      name: charge.name,
      is_charge: isAllowance(charge) ? 'false' : 'true',
      amount: charge.amount.replace('-', ''),
      ...toTaxFields(charge),
    })),
    totals: { ...totals, payment: totals.payment ?? null },
    taxes: totals.taxes ?? toSingleTax(totals),
    line_total,
    net: (isEInvoice && totals.tax_base) || net,
    allowance_total: sumAmounts(totals.charges.filter(isAllowance)).replace('-', ''),
    charge_total: sumAmounts(totals.charges.filter((charge) => !isAllowance(charge))),
  })
  return writeXml(credit_note ? toCreditNote(root) : root)
}

/** UBL has a separate document type for credit notes, in which some elements have other names. */
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

/**
 * Returns the single tax of an invoice read from its pages, as a list. The result is empty if its base or amount is
 * unknown.
 */
function toSingleTax({ tax_base, tax }: InvoiceTotals) {
  const isKnown = tax_base !== null && tax !== null
  return isKnown ? [{ category: 'S', rate: null, tax_base, tax }] : []
}

function toTaxFields({ tax_class }: { tax_class?: TaxClass | undefined }) {
  return { tax_category: tax_class?.category ?? null, tax_rate: tax_class?.rate ?? null }
}

function isAllowance({ amount }: { amount: string }): boolean {
  return amount.startsWith('-')
}

function sumAmounts(parts: readonly { amount: string | null }[]): string {
  const amounts = parts.flatMap(({ amount }) => (amount !== null && parseDecimal(amount)) || [])
  return formatDecimal(sum(amounts))
}
