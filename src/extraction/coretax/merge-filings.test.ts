import { describe, expect, it } from 'vitest'
import { createInvoice } from '../../../test/support/readings/invoice.ts'
import type { Goods } from '../../domain/invoice/directory.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import { approve } from '../../domain/review/correct.ts'
import { loadDirectory } from '../directory/load.ts'
import type { Directory } from '../directory/directory.ts'
import { loadTemplate } from '../formats/xml-template.ts'
import { mergeFilings } from './merge-filings.ts'
import { reviewFiling } from './review-filing.ts'

const files = {
  parties: 'directory/parties.example.yaml',
  units: 'directory/units.yaml',
  goods: 'directory/goods.example.yaml',
}
const directory = loadDirectory(files)
const template = loadTemplate('mappings/outputs/coretax.yaml')
const withoutGoods = loadDirectory({ parties: files.parties, units: files.units })

function check(
  reading: InvoiceReading,
  current: Directory,
  is_confirmed = false,
  confirmed_version?: string | null,
  today = '2025-03-20',
) {
  const candidate = { id: '1', filename: 'a.pdf', reading, duplicate: null, exported: null }
  const options = { today, write: 'all' } as const
  const { documents, xml } = mergeFilings(
    [{ ...candidate, is_confirmed, confirmed_version }],
    { directory: current, template },
    options,
  )
  const [document] = documents
  const rules = document?.rules.map(({ code, params }) => [code, params['field']]) ?? []
  return {
    status: document?.status,
    version: document?.version,
    rules,
    isWritten: xml !== null,
  }
}

it('writes a confirmed invoice only as long as its values and rules are those that the user saw', () => {
  const unusual = createInvoice({ transaction_code: '09' })
  const { status, version } = check(unusual, directory)
  expect(status).toBe('confirm')
  expect(check(unusual, directory, true, version)).toMatchObject({ version, isWritten: true })
  const changes: InvoiceReading[] = [
    { ...unusual, transaction_code: '10' },
    { ...unusual, lines: unusual.lines.map((line) => ({ ...line, goods_code: 'B240900' })) },
    { ...unusual, buyer: { ...unusual.buyer, name: 'Dinas Contoh Kabupaten' } },
    createInvoice({
      transaction_code: '09',
      totals: { tax: '220000' },
      lines: unusual.lines.map((line) => ({ ...line, quantity: '4', amount: '2000000' })),
    }),
  ]
  for (const changed of changes) {
    expect(check(changed, directory, true, version)).toMatchObject({
      status: 'confirm',
      isWritten: false,
    })
    expect(check(changed, directory, true).isWritten).toBe(true)
  }
})

it('does not write values other than those that the user saw, even if nothing is uncertain', () => {
  const { status, version } = check(createInvoice(), directory)
  expect(status).toBe('ready')
  expect(check(createInvoice(), directory, true, version).isWritten).toBe(true)
  const changed = check(createInvoice({ number: 'INV/2025/002' }), directory, true, version)
  expect(changed).toMatchObject({
    status: 'confirm',
    rules: [['filing_changed_since_check', undefined]],
    isWritten: false,
  })
})

it('writes an invoice that the user saw on an earlier day, even if its deadline is nearer', () => {
  const { version } = check(createInvoice(), directory, false, undefined, '2025-04-16')
  const rules = [['filing_deadline_near', undefined]]
  const later = check(createInvoice(), directory, true, version, '2025-04-17')
  expect(later).toMatchObject({ version, rules, isWritten: true })
  const passed = check(createInvoice(), directory, true, version, '2025-04-21')
  expect(passed).toMatchObject({ status: 'confirm', isWritten: false })
})

it('does not write an invoice that the user did not see as part of the file', () => {
  expect(check(createInvoice(), directory, false, null)).toMatchObject({
    status: 'confirm',
    rules: [['filing_changed_since_check', undefined]],
    isWritten: false,
  })
  const unusual = createInvoice({ transaction_code: '09' })
  expect(check(unusual, directory, false, null).rules).toEqual(check(unusual, directory).rules)
})

describe('an approved invoice', () => {
  const approved = approve(reviewFiling(createInvoice(), directory))

  it('is written while the directory is the same', () => {
    expect(check(approved, directory)).toMatchObject({
      status: 'ready',
      rules: [],
      isWritten: true,
    })
  })

  it('needs confirmation if the directory now gives it other codes', () => {
    const changed = check(approved, withoutGoods)
    expect(changed.status).toBe('confirm')
    expect(changed.rules).toContainEqual(['filing_value_changed', 'goods_code'])
    expect(changed.isWritten).toBe(false)
    expect(check(approved, withoutGoods, true).isWritten).toBe(true)
  })

  it('needs confirmation if the directory now gives it another facility or luxury tax', () => {
    const [party] = directory.parties.get('PEMBELISETIA') ?? []
    const withFacility = (code: string | null): Directory => {
      const buyer = party && {
        ...party.party,
        transaction_code: '07' as const,
        add_info: code && `TD.005${code}`,
        facility_stamp: code && `TD.011${code}`,
      }
      const entry = buyer ? [{ form: party.form, party: buyer }] : []
      return { ...directory, parties: new Map([...directory.parties, ['PEMBELISETIA', entry]]) }
    }
    const untaxed = createInvoice({ totals: { tax: '0', tax_base: null, grand_total: '1000000' } })
    const approvedWith = (code: string | null) => approve(reviewFiling(untaxed, withFacility(code)))
    expect(check(approvedWith('05'), withFacility('05')).rules).toEqual([])
    for (const before of ['06', null]) {
      expect(check(approvedWith(before), withFacility('05'))).toMatchObject({
        status: 'confirm',
        rules: [['filing_value_changed', 'facility']],
        isWritten: false,
      })
    }

    const withLuxury = (luxury_rate: string): Directory => {
      const luxury = { ...[...directory.goods.values()][0], luxury_rate } as Goods
      return { ...directory, goods: new Map([['description KURSILIPAT', luxury]]) }
    }
    const luxury = approve(reviewFiling(createInvoice(), withLuxury('20')))
    expect(luxury.filing?.luxury_tax).toBe('200000')
    const { rules } = check(luxury, withLuxury('40'))
    expect(rules).toContainEqual(['filing_value_changed', 'luxury_tax'])
  })

  it('needs confirmation if its exchange rate has changed', () => {
    const rate = { currency: 'USD', valid_from: '2025-03-12', units: 1, rate: '15000' }
    const usd = createInvoice({ currency: 'USD' })
    const reading = approve(reviewFiling(usd, { ...directory, rates: [rate] }))
    const { rules } = check(reading, { ...directory, rates: [{ ...rate, rate: '16000' }] })
    expect(rules).toContainEqual(['filing_value_changed', 'tax_base'])
    expect(rules).toContainEqual(['filing_value_changed', 'tax'])
  })
})
