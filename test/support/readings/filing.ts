import type { Filing, FilingLine, FilingParty } from '../../../src/domain/coretax/filing.ts'

/** A fictional company with a valid NPWP. */
export function createFilingParty(values: Partial<FilingParty> = {}): FilingParty {
  return {
    name: 'PT Pembeli Setia',
    document: 'TIN',
    tin: '0098765431109000',
    idtku: '0098765431109000000000',
    document_number: null,
    country: 'IDN',
    address: 'Jalan Melati 12, Bandung',
    email: null,
    ...values,
  }
}

/** A fictional line: 2 × 500,000. */
export function createFilingLine(values: Partial<FilingLine> = {}): FilingLine {
  return {
    path: 'lines.0',
    option: 'A',
    code: '000000',
    name: 'Kursi lipat',
    unit: 'UM.0021',
    has_unit: true,
    price: '500000',
    quantity: '2',
    discount: '0',
    tax_base: '1000000',
    other_tax_base: '916666.67',
    vat_rate: '12',
    vat: '110000',
    stlg_rate: '0',
    stlg: '0',
    adjusted: null,
    printed_quantity: '2',
    ...values,
  }
}

/** A fictional invoice that breaks no rule. */
export function createFiling(values: Partial<Filing> = {}): Filing {
  return {
    number: 'INV/2025/001',
    date: '2025-03-14',
    transaction_code: '04',
    add_info: null,
    facility_stamp: null,
    custom_doc: null,
    custom_doc_month: null,
    seller: createFilingParty({
      name: 'PT Contoh Makmur',
      tin: '0012345674901000',
      idtku: '0012345674901000000000',
    }),
    buyer: createFilingParty(),
    currency: 'IDR',
    exchange: null,
    lines: [createFilingLine()],
    ...values,
  }
}
