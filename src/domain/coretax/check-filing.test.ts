import { describe, expect, it } from 'vitest'
import {
  createFiling,
  createFilingLine,
  createFilingParty,
} from '../../../test/support/readings/filing.ts'
import { createInvoice, type InvoiceValues } from '../../../test/support/readings/invoice.ts'
import { checkInvoice } from '../invoice/check-invoice.ts'
import { checkDate, checkFiling } from './check-filing.ts'
import type { Filing, FilingLine, FilingParty } from './filing.ts'
import { filingRule, filingRules } from './filing-rules.ts'

const found = (filing: Filing, reading: InvoiceValues = {}) =>
  checkFiling(filing, checkInvoice(createInvoice(reading))).map(({ code, path }) => [path, code])

const withBuyer = (buyer: Partial<FilingParty>) => createFiling({ buyer: createFilingParty(buyer) })
const withLine = (line: Partial<FilingLine>) => createFiling({ lines: [createFilingLine(line)] })
const withService = (line: Partial<FilingLine>) =>
  withLine({ option: 'B', unit: 'UM.0030', ...line })
const person: Partial<FilingParty> = {
  document: 'National ID',
  tin: null,
  idtku: null,
  document_number: '3174012304590001',
}
const facility = (transaction_code: Filing['transaction_code'], number: string) =>
  createFiling({ transaction_code, add_info: `TD.005${number}`, facility_stamp: `TD.011${number}` })

const usd = { currency: 'USD', valid_from: '2025-03-12', units: 1, rate: '15875.5' }
const uncharged: InvoiceValues = { totals: { tax: '0', tax_base: null, grand_total: '1000000' } }
const customs = { custom_doc: '123', custom_doc_month: '032025' }

describe('checkFiling', () => {
  it('accepts a complete invoice', () => {
    expect(found(createFiling())).toEqual([])
    expect(found(withBuyer(person))).toEqual([])
    expect(found(withBuyer({ ...person, document: 'Passport', document_number: 'X1' }))).toEqual([])
  })

  it.each<[string, string, Filing, InvoiceValues?]>([
    [
      'filing_seller_npwp_missing',
      'seller.tin',
      createFiling({ seller: createFilingParty({ tin: null }) }),
    ],
    ['filing_buyer_npwp_missing', 'buyer.tin', withBuyer({ tin: null, idtku: null })],
    [
      'filing_npwp_check_digit',
      'buyer.tin',
      withBuyer({ tin: '0098765432109000', idtku: '0098765432109000000000' }),
    ],
    [
      'filing_npwp_branch',
      'buyer.tin',
      withBuyer({ tin: '0098765431109001', idtku: '0098765431109001000000' }),
    ],
    [
      'filing_npwp_not_nik',
      'buyer.tin',
      withBuyer({ tin: '3174013204590001', idtku: '3174013204590001000000' }),
    ],
    [
      'filing_npwp_check_digit',
      'seller.tin',
      createFiling({
        seller: createFilingParty({ tin: '0012345678901000', idtku: '0012345678901000000000' }),
      }),
    ],
    [
      'filing_nitku_invalid',
      'seller.tin',
      createFiling({ seller: createFilingParty({ idtku: '000000' }) }),
    ],
    ['filing_nitku_invalid', 'buyer.tin', withBuyer({ idtku: '0012345674901000000000' })],
    ['filing_nitku_invalid', 'buyer.tin', withBuyer({ idtku: '000000' })],
    [
      'filing_buyer_document_invalid',
      'buyer.tin',
      withBuyer({ ...person, document_number: '123' }),
    ],
    [
      'filing_buyer_document_invalid',
      'buyer.tin',
      withBuyer({ ...person, document: 'Passport', document_number: '-' }),
    ],
    ['filing_buyer_name_missing', 'buyer.name', withBuyer({ name: ' ' })],
    ['filing_buyer_address_missing', 'buyer.address', withBuyer({ ...person, address: '-' })],
    ['filing_buyer_address_unknown', 'buyer.address', withBuyer({ address: null })],
    ['filing_country_unknown', 'buyer.name', withBuyer({ ...person, country: 'XYZ' })],
    ['filing_country_foreign', 'buyer.name', withBuyer({ country: 'IND' })],
    ['filing_date_missing', 'date', createFiling({ date: null })],
    ['filing_facility_missing', 'facility', createFiling({ transaction_code: '07' }), uncharged],
    ['filing_facility_invalid', 'facility', facility('07', '32'), uncharged],
    ['filing_facility_invalid', 'facility', facility('08', '11'), uncharged],
    [
      'filing_facility_invalid',
      'facility',
      createFiling({ transaction_code: '07', add_info: 'TD.00503', facility_stamp: 'TD.01104' }),
      uncharged,
    ],
    ['filing_facility_not_allowed', 'facility', facility('04', '03')],
    ['filing_facility_document', 'custom_doc', facility('07', '01'), uncharged],
    ['filing_facility_branch', 'buyer.tin', { ...facility('07', '02'), ...customs }, uncharged],
    ['filing_tax_charged', 'totals.tax', facility('07', '05')],
    ['filing_luxury_suspected', 'transaction_code', createFiling(), { totals: { tax: '120000' } }],
    [
      'filing_luxury_mixed',
      'lines',
      createFiling({
        lines: [
          createFilingLine(),
          createFilingLine({
            other_tax_base: '1000000',
            vat: '120000',
            stlg_rate: '20',
            stlg: '200000',
          }),
        ],
      }),
      { totals: { tax: '230000' } },
    ],
    [
      'filing_luxury_rate_missing',
      'lines.0.luxury_rate',
      createFiling({
        transaction_code: '01',
        lines: [createFilingLine({ other_tax_base: '1000000', vat: '120000' })],
      }),
      { totals: { tax: '120000' } },
    ],
    ['filing_unit_invalid', 'lines.0.unit', withLine({ unit: 'UM.0040' })],
    ['filing_unit_assumed', 'lines.0.unit', withLine({ unit: 'UM.0033', has_unit: false })],
    ['filing_unit_option', 'lines.0.unit', withLine({ unit: 'UM.0030' })],
    ['filing_unit_option', 'lines.0.unit', withLine({ unit: 'UM.0003', option: 'B' })],
    ['filing_goods_code_unknown', 'lines.0.goods_code', withLine({ code: '940112' })],
    ['filing_goods_code_unknown', 'lines.0.goods_code', withLine({ code: '770100' })],
    ['filing_goods_code_unknown', 'lines.0.goods_code', withLine({ code: '9401' })],
    ['filing_goods_code_unknown', 'lines.0.goods_code', withService({ code: '320101' })],
    ['filing_goods_code_unknown', 'lines.0.goods_code', withService({ code: '000100' })],
    ['filing_name_missing', 'lines.0.description', withLine({ name: ' ' })],
    ['filing_name_missing', 'lines.0.description', withLine({ name: 'Kursi\u0007' })],
    ['filing_name_long', 'lines.0.description', withLine({ name: 'x'.repeat(256) })],
    ['filing_amount_missing', 'lines.0', withLine({ price: null })],
    ['filing_amount_missing', 'lines.0', withLine({ quantity: '0' })],
    ['filing_amount_missing', 'lines.0', withLine({ discount: '-1', price: '499999.5' })],
    ['filing_line_differs', 'lines.0', withLine({ price: '500000.01' })],
    ['filing_rounding', 'lines.0', withLine({ adjusted: 'quantity', printed_quantity: '0.125' })],
    ['filing_price_rounded', 'lines.0', withLine({ adjusted: 'price' })],
    ['filing_tax_rule', 'lines.0', withLine({ other_tax_base: '1000000' })],
    ['filing_tax_rule', 'lines.0', withLine({ vat: '110000.01' })],
    ['filing_tax_rule', 'lines.0', withLine({ vat_rate: '11' })],
    ['filing_tax_rule', 'lines.0', withLine({ stlg: '1' })],
    ['filing_tax_differs', 'totals.tax', createFiling(), { totals: { tax: '110001.01' } }],
    ['filing_currency', 'currency', createFiling(), { currency: 'USD' }],
    ['filing_converted', 'currency', createFiling({ exchange: usd })],
    ['filing_credit_note', 'totals.grand_total', createFiling(), { credit_note: true }],
    [
      'filing_credit_note',
      'totals.grand_total',
      createFiling(),
      { totals: { grand_total: '-1110000' } },
    ],
    ['filing_instalment', 'totals', createFiling(), { totals: { instalment: '333000' } }],
    ['filing_instalment', 'totals', createFiling(), { totals: { tax_base: '275000' } }],
    ['filing_instalment_suspected', 'lines.0.description', withLine({ name: 'Termin ke-2' })],
    ['filing_instalment_suspected', 'lines.0.description', withLine({ name: 'DP 30%' })],
    ['filing_instalment_suspected', 'lines.0.description', withLine({ name: 'Pelunasan PO-8' })],
  ])('reports %s: %s', (code, path, filing, reading) => {
    expect(found(filing, reading)).toEqual([[path, code]])
  })

  it('asks about an instalment only if a word names it, and once', () => {
    for (const name of ['Terminal block', 'Rak DP-200', 'Kertas DPP', 'Kabel terminasi']) {
      expect(found(withLine({ name }))).toEqual([])
    }
    expect(found(withLine({ name: 'Termin 1' }), { totals: { instalment: '333000' } })).toEqual([
      ['totals', 'filing_instalment'],
    ])
  })

  it('rejects an invoice without taxed lines and an invoice with a negative line', () => {
    expect(found(createFiling({ lines: [] }))).toEqual([['lines', 'filing_nothing_taxed']])
    const negative = { price: '-5', quantity: '1', tax_base: '-5', path: 'totals.charges.0' }
    const tax = { other_tax_base: '-4.58', vat: '-0.55' }
    expect(found(withLine({ ...negative, ...tax }), { totals: { tax: '0' } })).toEqual([
      ['totals.charges.0', 'filing_negative'],
    ])
  })

  it('asks the user to confirm codes that the invoice does not explain', () => {
    const code = (transaction_code: Filing['transaction_code']) =>
      found(createFiling({ transaction_code }))
    expect(code('09')).toEqual([['transaction_code', 'filing_transaction_code']])
    expect(code('10')).toEqual([['transaction_code', 'filing_transaction_code']])
    expect(code('06')).toEqual([
      ['buyer.tin', 'filing_passport_needed'],
      ['transaction_code', 'filing_transaction_code'],
    ])
    const share = createFilingLine({ other_tax_base: '1000000', vat: '11000' })
    const forwarding = createFiling({ transaction_code: '05', lines: [share] })
    expect(found(forwarding, { totals: { tax: '11000' } })).toEqual([
      ['transaction_code', 'filing_transaction_code'],
    ])
  })

  it('accepts chapters and headings of goods, and sections of services', () => {
    for (const code of ['000000', '010000', '940100', '990100']) {
      expect(found(withLine({ code }))).toEqual([])
    }
    for (const code of ['000000', '010101', '240900', '310101']) {
      expect(found(withService({ code }))).toEqual([])
    }
  })

  it('accepts a printed tax that differs by up to one rupiah and a cent per line', () => {
    expect(found(createFiling(), { totals: { tax: '110001' } })).toEqual([])
    expect(found(createFiling(), { totals: { tax: '109999' } })).toEqual([])
  })

  it('does not compare the tax of a foreign currency without a rate', () => {
    const foreign = { currency: 'SGD', totals: { tax: null } }
    expect(found(createFiling(), foreign).map(([, code]) => code)).toEqual(['filing_currency'])
  })

  it('accepts uncharged tax under codes 07 and 08, and a customs document where one is needed', () => {
    expect(found(facility('08', '05'), uncharged)).toEqual([])
    const branch = createFilingParty({ idtku: '0098765431109000000001' })
    expect(found({ ...facility('07', '02'), ...customs, buyer: branch }, uncharged)).toEqual([])
    const printed = { totals: { ...uncharged.totals, tax: '110000' } }
    expect(found(facility('08', '05'), printed)).toEqual([])
    const unknown = { totals: { tax: '110000', grand_total: null } }
    expect(found(facility('08', '05'), unknown).map(([, code]) => code)).toEqual([
      'filing_tax_charged',
    ])
  })

  it('recognises tax that is charged under code 07 although the total is net of withholding', () => {
    const withheld = (amount: string, grand_total: string) =>
      found(facility('07', '05'), {
        totals: {
          tax: '110000',
          tax_base: null,
          grand_total,
          withheld: [{ name: 'Potongan', amount }],
        },
      }).map(([, code]) => code)
    expect(withheld('20000', '1090000')).toEqual(['filing_tax_charged'])
    expect(withheld('20000', '1110000')).toEqual(['filing_tax_charged'])
    expect(withheld('20000', '980000')).toEqual([])
    expect(withheld('20000', '1000000')).toEqual([])
    // The invoice deducts the tax that it states.
    expect(withheld('110000', '1000000')).toEqual([])
  })

  it('compares a tax that is printed but not charged under codes 07 and 08', () => {
    const lines = [
      createFilingLine(),
      createFilingLine({
        path: 'lines.1',
        price: '250000',
        tax_base: '500000',
        other_tax_base: '458333.33',
        vat: '55000',
      }),
    ]
    const printing = (tax: string) =>
      checkFiling(
        { ...facility('07', '05'), lines },
        checkInvoice(createInvoice({ totals: { tax, tax_base: null, grand_total: '1500000' } })),
      )
    expect(printing('110000')).toEqual([
      {
        code: 'filing_tax_differs',
        path: 'totals.tax',
        params: { filed: '165000', printed: '110000' },
      },
    ])
    expect(printing('165001')).toEqual([])
    expect(printing('0')).toEqual([])
  })

  it('asks about a foreign buyer who was not charged tax', () => {
    const foreign = withBuyer({ ...person, document: 'Other ID', country: 'SGP' })
    expect(found(foreign, { totals: { tax: null } }).map(([, code]) => code)).toEqual([
      'filing_export_sale',
      'filing_tax_differs',
    ])
    expect(found(foreign)).toEqual([])
  })
})

describe('checkDate', () => {
  const dated = (date: string, today: string, period: string | null = null) =>
    checkDate(createFiling({ date }), today, period).map(({ code }) => code)

  it('allows uploads until the 20th of the next month', () => {
    expect(dated('2026-10-01', '2026-11-14')).toEqual([])
    expect(dated('2026-10-31', '2026-11-15')).toEqual(['filing_deadline_near'])
    expect(dated('2026-10-01', '2026-11-20')).toEqual(['filing_deadline_near'])
    expect(dated('2026-10-31', '2026-11-21')).toEqual(['filing_deadline_passed'])
    expect(dated('2026-12-31', '2027-01-20')).toEqual(['filing_deadline_near'])
    expect(dated('2026-12-01', '2027-01-21')).toEqual(['filing_deadline_passed'])
  })

  it('rejects future dates and years before Coretax', () => {
    expect(dated('2026-11-17', '2026-11-16')).toEqual(['filing_date_future'])
    expect(dated('2026-11-16', '2026-11-16')).toEqual([])
    expect(dated('2024-12-31', '2025-01-02')).toEqual(['filing_date_too_old'])
  })

  it('asks about an invoice from another tax period', () => {
    expect(dated('2026-10-31', '2026-11-01', '2026-10')).toEqual([])
    expect(dated('2026-10-31', '2026-11-01', '2026-11')).toEqual(['filing_other_period'])
    expect(checkDate(createFiling({ date: null }), '2026-11-01', '2026-11')).toEqual([])
  })
})

it('asks the user to review the reading itself if it is uncertain', () => {
  expect(filingRule('row_differs')).toEqual({ severity: 'confirm', fix: 'correct' })
  expect(filingRule('filing_currency')).toBe(filingRules.filing_currency)
})
