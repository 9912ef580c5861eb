import { describe, expect, it } from 'vitest'
import {
  createLine,
  createInvoice,
  type InvoiceValues,
} from '../../../test/support/readings/invoice.ts'
import { checkInvoice } from '../../domain/invoice/check-invoice.ts'
import { listOpenReasons } from '../../domain/invoice/review-reasons.ts'
import { summarise } from '../../domain/job/summary.ts'
import { loadDirectory } from '../directory/load.ts'
import { reviewFiling } from './review-filing.ts'
import { render } from '../../domain/i18n/render.ts'

const directory = loadDirectory({
  parties: 'directory/parties.example.yaml',
  units: 'directory/units.yaml',
})
const buyer = createInvoice().buyer

function reasonsFor(values: InvoiceValues) {
  const { review } = reviewFiling(createInvoice(values), directory)
  expect(review.needed).toBe(review.reasons.length > 0)
  return review.reasons.map((reason) => `${reason.path}: ${render(reason)}`)
}

describe('reviewFiling', () => {
  it('does not add a reason when all values are known and the tax matches', () => {
    expect(reasonsFor({})).toEqual([])
  })

  it('reports a company without a tax number', () => {
    expect(reasonsFor({ buyer: { ...buyer, name: 'PT Entah Siapa' } })).toEqual([
      'buyer.tin: Buyer NPWP missing. Add PT Entah Siapa to the directory.',
    ])
    expect(reasonsFor({ seller: { name: null, tin: null } })).toEqual([
      'seller.tin: Seller NPWP missing. Add the seller to the directory.',
    ])
  })

  it('accepts a printed tax number, including the old 15-digit format', () => {
    expect(
      reasonsFor({ buyer: { ...buyer, name: 'PT Baru', tin: '01.234.567.4-901.000' } }),
    ).toEqual([])
    expect(reasonsFor({ seller: { name: 'PT Lama', tin: '0012345674901000' } })).toEqual([])
  })

  it('reports a printed number that differs from the directory', () => {
    expect(reasonsFor({ buyer: { ...buyer, tin: '0012345674901000' } })).toEqual([
      'buyer.tin: The invoice shows NPWP 0012345674901000, but the directory has 0098765431109000.',
    ])
    const { name } = createInvoice().seller
    expect(reasonsFor({ seller: { name, tin: '0098765431109000' } })).toEqual([
      expect.stringMatching(/^seller.tin: The invoice shows NPWP 0098765431109000, but/),
    ])
  })

  it('reports that a differing number was learned or typed, not printed', () => {
    const differing = (source: 'learned' | 'human') =>
      reasonsFor({
        buyer: { ...buyer, tin: '0012345674901000' },
        evidence: { 'buyer.tin': { page: null, box: null, text: '', confidence: 1, source } },
      })[0]
    expect(differing('learned')).toContain('An earlier correction states NPWP 0012345674901000')
    expect(differing('human')).toContain('You entered NPWP 0012345674901000')
  })

  it('lists the tax numbers in the file and their sources', () => {
    const { filing } = reviewFiling(createInvoice(), directory)
    expect(filing).toMatchObject({
      seller: { source: 'directory' },
      buyer: { tin: '0098765431109000', source: 'directory' },
    })
    const sourceFor = (source: 'rule' | 'learned' | 'human') =>
      reviewFiling(
        createInvoice({
          seller: { name: 'PT Baru', tin: '01.234.567.4-901.000' },
          evidence: { 'seller.tin': { page: null, box: null, text: '', confidence: 1, source } },
        }),
        directory,
      ).filing?.seller
    expect(sourceFor('rule')).toEqual({
      tin: '0012345674901000',
      idtku: '0012345674901000000000',
      source: 'page',
    })
    expect(sourceFor('learned')?.source).toBe('learned')
    expect(sourceFor('human')?.source).toBe('typed')
    const unknown = createInvoice({ seller: { name: 'PT Baru', tin: null } })
    const nothing = { tin: null, idtku: null, source: null }
    expect(reviewFiling(unknown, directory).filing?.seller).toEqual(nothing)
  })

  it('states codes and amounts in the file and their sources', () => {
    const filingOf = (values: InvoiceValues) =>
      reviewFiling(createInvoice(values), directory).filing
    const printed = { page: 1, box: null, text: 'PCS', confidence: 1, source: 'rule' } as const
    const lines = [createLine({ unit: 'PCS' })]
    const filing = filingOf({ lines, evidence: { 'lines.0.unit': printed } })
    expect(filing?.transaction_code).toEqual({ value: '04', source: 'default' })
    expect(filing?.lines).toEqual([
      {
        path: 'lines.0',
        goods_code: { value: 'A000000', source: 'directory' },
        unit: { value: 'UM.0021', source: 'page' },
        tax_base: filing?.tax_base,
        tax: filing?.tax,
      },
    ])
    // The layout states a unit that is not printed on the page.
    expect(filingOf({ lines, evidence: {} })?.lines[0]?.unit.source).toBe('default')
    const stated = filingOf({
      transaction_code: '01',
      lines: [createLine({ unit: null, goods_code: 'B240900' })],
      evidence: {
        'lines.0.goods_code': { page: null, box: null, text: '', confidence: 1, source: 'human' },
      },
    })
    expect(stated?.transaction_code).toEqual({ value: '01', source: 'typed' })
    expect(stated?.lines[0]?.goods_code).toEqual({ value: 'B240900', source: 'typed' })
    expect(stated?.lines[0]?.unit.source).toBe('default')
    expect(stated?.other_tax_base).toBe(stated?.tax_base)
  })

  it('states PPnBM rates and their sources', () => {
    const rate = (values: InvoiceValues, known = directory) =>
      reviewFiling(createInvoice(values), known).filing?.lines[0]?.luxury_rate
    const lines = [createLine({ luxury_rate: '20' })]
    const typed = { page: null, box: null, text: '', confidence: 1, source: 'human' } as const
    expect(rate({ lines, evidence: { 'lines.0.luxury_rate': typed } })).toEqual({
      value: '20',
      source: 'typed',
    })
    const goods = { code: '870300', option: 'A', unit: null, luxury_rate: '40' } as const
    const listed = { ...goods, skus: [], hs_codes: [], descriptions: ['Kursi lipat'] }
    const withGoods = { ...directory, goods: new Map([['description KURSILIPAT', listed]]) }
    expect(rate({}, withGoods)).toEqual({ value: '40', source: 'directory' })
    expect(rate({})).toBeUndefined()
  })

  it("reports one company's customer number combined with another company's name", () => {
    const values = { buyer: { ...buyer, code: 'C-1001', name: 'Dinas Contoh Kabupaten' } }
    expect(reasonsFor(values)).toEqual([
      'buyer.name: Customer C-1001 is PT Pembeli Setia, but the invoice shows Dinas Contoh Kabupaten.',
    ])
  })

  it("reports a customer number combined with a name unlike the customer's", () => {
    const reasonsForName = (name: string) =>
      reasonsFor({ buyer: { ...buyer, code: 'C-1001', name } })
    expect(reasonsForName('PT Entah Siapa')).toEqual([
      'buyer.name: Customer C-1001 is PT Pembeli Setia, but the invoice shows PT Entah Siapa.',
    ])
    expect(reasonsForName('PT. SETIA PEMBELI - Gudang 2')).toEqual([])
    expect(reasonsForName('Pembeli Setia Abadi')).toEqual([])
    expect(reasonsForName('PT Setia Logistik')).toEqual([
      'buyer.name: Customer C-1001 is PT Pembeli Setia, but the invoice shows PT Setia Logistik.',
    ])
  })

  it('reports a printed NPWP whose codes the directory has under another name', () => {
    const namedWith = (name: string, tin: string) => reasonsFor({ buyer: { ...buyer, name, tin } })
    // Dinas Contoh Kabupaten has transaction code 02, and PT Pembeli Setia has a branch.
    expect(namedWith('Dinas Pendidikan', '0011111119111000')).toEqual([
      'buyer.name: The directory lists NPWP 0011111119111000 as Dinas Contoh Kabupaten, but the invoice shows Dinas Pendidikan. If it is the same company, add this name to its entry to file its codes.',
    ])
    expect(namedWith('PT Setia', '0098765431109000')).toHaveLength(1)
    expect(namedWith('PT Baru', '0012345674901000')).toEqual([])
    expect(namedWith('Dinas Contoh Kabupaten', '0011111119111000')).toEqual([])
  })

  it('reports an unknown unit', () => {
    expect(reasonsFor({ lines: [createLine({ unit: 'Karung' })] })).toEqual([
      'lines.0.unit: Line 1: unit "Karung" is not in the directory and is filed as "other".',
    ])
  })

  it('reports a foreign currency, an untaxed invoice and a tax mismatch', () => {
    expect(reasonsFor({ currency: 'USD' })).toHaveLength(1)
    expect(reasonsFor({ lines: [createLine({ taxable: false })], totals: { tax: null } })).toEqual([
      'lines: Nothing on this invoice is taxed, so it does not need to be filed.',
    ])
    expect(reasonsFor({ totals: { tax: '33000' } })).toEqual([
      'totals.tax: The XML would report tax of 110,000, but the invoice shows 33,000.',
    ])
    expect(reasonsFor({ totals: { tax: null } })[0]).toContain('but the invoice shows none')
  })

  it('reports a discount on the whole invoice', () => {
    const charges = [{ name: 'Diskon', amount: '-100000' }]
    const totals = { charges, tax_base: '825000', tax: '99000', grand_total: '999000' }
    expect(reasonsFor({ totals })).toEqual([
      'totals.charges.0: "Diskon" is negative. Spread it over the lines as a discount.',
    ])
  })

  it('reports a quantity with more than two decimals', () => {
    const lines = [createLine({ quantity: '0.125', unit_price: '8000000' })]
    expect(reasonsFor({ lines })).toEqual([
      'lines.0: "Kursi lipat": Coretax allows two decimals, so quantity 0.125 is filed as 1 × 1,000,000.',
    ])
  })

  it('names the failed rule in a reason of code `filing`, because no value is in doubt', () => {
    const unknown = createInvoice({ buyer: { ...buyer, name: 'PT Entah Siapa' } })
    const reviewed = reviewFiling(unknown, directory)
    const params = { name: 'PT Entah Siapa' }
    const rule = { code: 'filing_buyer_npwp_missing', path: 'buyer.tin', params }
    expect(reviewed.review.reasons).toEqual([
      { code: 'filing', path: 'buyer.tin', params: { ...params, rule: rule.code } },
    ])
    expect(listOpenReasons(reviewed)).toEqual([rule])
    expect(summarise(reviewed)).toMatchObject({ lacks_npwp: 'buyer' })
    for (const language of ['en', 'id'] as const) {
      expect(reviewed.review.reasons.map((one) => render(one, language))).toEqual([
        render(rule, language),
      ])
    }
  })

  it('drops resolved reasons and keeps reasons from other checks', () => {
    const checked = checkInvoice(
      createInvoice({ number: null, buyer: { ...buyer, name: 'PT Entah Siapa' } }),
    )
    const reviewed = reviewFiling(checked, directory)
    expect(reviewed.review.reasons.map(({ path }) => path)).toEqual(['number', 'buyer.tin'])
    const resolved = reviewFiling(checkInvoice({ ...reviewed, buyer }), directory)
    expect(resolved.review.reasons.map(({ path }) => path)).toEqual(['number'])
  })

  it('reports the week whose exchange rate is missing and uses the rate once it is known', () => {
    const invoice = createInvoice({ currency: 'USD' })
    const missing = reviewFiling(invoice, directory)
    expect(missing.review.reasons.map((reason) => render(reason))).toEqual([
      'Amounts in USD must be filed in rupiah. Enter the tax office exchange rate for the week of 2025-03-12.',
    ])
    const rate = { currency: 'USD', valid_from: '2025-03-12', units: 1, rate: '15875.5' }
    const known = reviewFiling(missing, { ...directory, rates: [rate] })
    expect([missing.filing.currency, known.filing.currency]).toEqual(['USD', undefined])
    expect(known.review.needed).toBe(false)
    expect(known.exchange).toEqual(rate)
    expect(reviewFiling(known, directory)).not.toHaveProperty('exchange')
  })
})
