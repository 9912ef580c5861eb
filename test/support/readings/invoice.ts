import fc from 'fast-check'
import { render } from '../../../src/domain/i18n/render.ts'
import { checkInvoice } from '../../../src/domain/invoice/check-invoice.ts'
import type {
  InvoiceLine,
  InvoiceReading,
  InvoiceTotals,
} from '../../../src/domain/invoice/invoice.ts'

/** A fictional line, by default 2 × 500,000. */
export function createLine(values: Partial<InvoiceLine> = {}): InvoiceLine {
  return {
    no: '1',
    sku: 'KR-01',
    hs_code: null,
    description: 'Kursi lipat',
    quantity: '2',
    unit: 'PCS',
    unit_price: '500000',
    discount: null,
    amount: '1000000',
    taxable: true,
    ...values,
  }
}

export interface InvoiceValues extends Partial<Omit<InvoiceReading, 'totals'>> {
  totals?: Partial<InvoiceTotals>
}

/** Checks an invoice and returns the code and path of each reason for review. */
export function reasonsFor(values: InvoiceValues): string[] {
  return checkInvoice(createInvoice(values)).review.reasons.map(
    ({ code, path }) => `${code} ${path}`,
  )
}

/** Checks an invoice and returns the English text of each reason for review. */
export function messagesFor(values: InvoiceValues): string[] {
  return checkInvoice(createInvoice(values)).review.reasons.map((reason) => render(reason))
}

/** A consistent fictional invoice from 2025: an amount of 1,000,000, and a tax of 12% on 11/12 of it. */
export function createInvoice({ totals, ...values }: InvoiceValues = {}): InvoiceReading {
  return {
    kind: 'invoice',
    number: 'INV/2025/001',
    date: '2025-03-14',
    currency: 'IDR',
    seller: { name: 'PT Contoh Makmur', tin: null },
    buyer: { name: 'PT Pembeli Setia', code: null, address: null, tin: null },
    lines: [createLine()],
    totals: {
      subtotal: '1000000',
      tax_base: '916666.67',
      tax: '110000',
      grand_total: '1110000',
      charges: [],
      withheld: [],
      ...totals,
    },
    checks: [],
    review: { needed: false, reasons: [] },
    evidence: {},
    ...values,
  }
}

const text = fc.string({ unit: 'binary', maxLength: 20 })
const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }), fc.integer({ min: 0, max: 999 }))
  .map(([whole, decimals]) => (decimals === 0 ? `${whole}` : `${whole}.${decimals}`))

const tax_class = fc.record({ category: fc.constantFrom('S', 'Z', 'O'), rate: nullable(amount) })

const lines = fc
  .record({
    no: nullable(text),
    sku: nullable(text),
    hs_code: nullable(text),
    description: text,
    quantity: nullable(amount),
    unit: nullable(text),
    unit_price: nullable(amount),
    discount: nullable(amount),
    amount: nullable(amount),
    taxable: fc.boolean(),
  })
  .chain((line) => fc.option(tax_class).map((it) => (it ? { ...line, tax_class: it } : line)))

const named = fc.array(fc.record({ name: text, amount }), { maxLength: 3 })

/** Values that only an e-invoice has. */
const stated = fc.record({
  taxes: fc.array(
    tax_class.chain((it) =>
      fc.record({ tax_base: amount, tax: amount }).map((of) => ({ ...it, ...of })),
    ),
    { maxLength: 3 },
  ),
  payment: fc.record({ prepaid: nullable(amount), rounding: amount, due: amount }),
})

/** Any reading, with every kind of character in its text. */
export const anyInvoice: fc.Arbitrary<InvoiceReading> = fc
  .record({
    number: nullable(text),
    date: nullable(fc.constantFrom('2019-12-31', '2022-04-01', '2025-01-01', '2026-02-28')),
    currency: nullable(fc.constantFrom('IDR', 'USD')),
    seller: fc.record({ name: nullable(text), tin: nullable(text) }),
    buyer: fc.record({
      name: nullable(text),
      code: nullable(text),
      address: nullable(text),
      tin: nullable(text),
    }),
    lines: fc.array(lines, { maxLength: 5 }),
    totals: fc.record({
      subtotal: nullable(amount),
      tax_base: nullable(amount),
      tax: nullable(amount),
      grand_total: nullable(amount),
      charges: named,
      withheld: named,
    }),
    stated: fc.option(stated),
    is_credit: fc.boolean(),
  })
  .map(({ stated: statements, is_credit, totals, ...values }) =>
    createInvoice({
      ...values,
      totals: { ...totals, ...statements },
      ...(is_credit && { credit_note: true }),
    }),
  )
