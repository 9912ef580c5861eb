import { describe, expect, it } from 'vitest'
import { createLine } from '../../../test/support/readings/invoice.ts'
import type { Directory } from './directory.ts'
import { findCustomer, findGoods, findParty, findUnit, toDirectory } from './directory.ts'
import { loadDirectory, parseGoods, parseParties, parseUnits } from './load.ts'

const parties = `
- { name: PT Maju Jaya, tin: '0000000000000001', aliases: [Maju Djaja], codes: [{ seller: PT Toko, code: C-1 }] }
- { name: CV Maju Jaya, tin: '0000000000000002', codes: [{ seller: CV Kios, code: C-1 }] }
- { name: PT Sinar Terang Tbk., tin: '0000000000000003' }
`

const goods = `
- { code: '940100', option: A, skus: [KR-01] }
- { code: '850000', option: A, hs_codes: ['8536'] }
- { code: '240900', option: B, descriptions: [Kursi lipat] }
`

const directory: Directory = toDirectory({
  parties: parseParties(parties, 'parties.yaml'),
  units: [],
  goods: parseGoods(goods, 'goods.yaml'),
})

describe('findParty', () => {
  it.each([
    ['PT. MAJU JAYA', '1'],
    ['P.T. Maju-Jaya', '1'],
    ['Maju Jaya, PT', '1'],
    ['pt maju djaja', '1'],
    ['CV. Maju Jaya', '2'],
    ['PT.SINAR TERANG', '3'],
    ['Sinar Terang', '3'],
    ['PT Sinar Terang (Persero) Tbk', '3'],
  ])('finds %s', (name, end) => {
    expect(findParty(directory, name)?.tin).toBe(`000000000000000${end}`)
  })

  it.each([
    ['Maju Jaya', 'PT and CV may be meant'],
    ['CV Sinar Terang', 'it is a PT'],
    ['PT Maju Jaya Abadi', 'likeness is no proof'],
    ['PT Maju', 'likeness is no proof'],
    ['...', 'it is no name'],
    ['', 'it is no name'],
  ])('does not match %j: %s', (name) => {
    expect(findParty(directory, name)).toBeUndefined()
  })
})

describe('findCustomer', () => {
  it('distinguishes customer numbers from different sellers', () => {
    expect(findCustomer(directory, 'PT. TOKO', 'c1')?.name).toBe('PT Maju Jaya')
    expect(findCustomer(directory, 'Kios', 'C-1')?.name).toBe('CV Maju Jaya')
    expect(findCustomer(directory, 'PT Lain', 'C-1')).toBeUndefined()
  })
})

describe('findGoods', () => {
  it('matches the article number, then the customs code, then the description', () => {
    const findCode = (line: Parameters<typeof createLine>[0]) =>
      findGoods(directory, createLine(line))?.code
    expect(findCode({ sku: 'kr 01', hs_code: '8536' })).toBe('940100')
    expect(findCode({ sku: 'other', hs_code: '8536' })).toBe('850000')
    expect(findCode({ sku: null, description: 'KURSI LIPAT.' })).toBe('240900')
    expect(findCode({ sku: null, description: 'Kursi' })).toBeUndefined()
  })
})

describe('the built-in tables', () => {
  const builtIn = loadDirectory({
    parties: 'directory/parties.example.yaml',
    units: 'directory/units.yaml',
    goods: 'directory/goods.example.yaml',
  })

  it("contain the tax office's 39 units", () => {
    const codes = new Set([...builtIn.units.values()].map(({ code }) => code))
    const expected = Array.from(
      { length: 39 },
      (_, index) => `UM.00${String(index + 1).padStart(2, '0')}`,
    )
    expect([...codes]).toEqual(expected)
  })

  it.each([
    ['PCS', 'UM.0021'],
    ['Kg.', 'UM.0003'],
    ['M', 'UM.0013'],
    ['m2', 'UM.0012'],
    ['box', 'UM.0022'],
    ['SET', 'UM.0019'],
    ['UNT', 'UM.0018'],
    ['LTR', 'UM.0007'],
    ['pax', 'UM.0030'],
    ['%', 'UM.0029'],
    ['M3', 'UM.0034'],
    ['cm2', 'UM.0035'],
    ['DRUM', 'UM.0036'],
    ['CTN', 'UM.0037'],
    ['kWh', 'UM.0038'],
    ['Roll', 'UM.0039'],
  ])('map the unit %s', (printed, code) => {
    expect(findUnit(builtIn, printed)?.code).toBe(code)
  })

  it.each(['MT', 'CT', 'CRT', 'HR', 'Karung', ''])('do not map %j', (printed) => {
    expect(findUnit(builtIn, printed)).toBeUndefined()
  })
})

describe('parseParties', () => {
  const errorText = (yaml: string) => () => parseParties(yaml, 'mine.yaml')

  it.each([
    [
      'a number without quotes',
      '- name: PT A\n  tin: 1234567890123456',
      /line 2: 0\.tin: must be a string; write "1234567890123456"/,
    ],
    ['a short number', "- name: PT A\n  tin: '123'", 'line 2: 0.tin: must be 16 digits'],
    [
      'a number of zeros',
      "- name: PT A\n  tin: '0000000000000000'",
      'line 2: 0.tin: must not be all zeros',
    ],
    [
      'the place of business of another company',
      "- name: PT A\n  tin: '0012345674901000'\n  idtku: '0098765431109000000000'",
      "line 3: 0.idtku: must begin with this company's NPWP",
    ],
    [
      'a short NIK',
      "- { name: A, document: National ID, document_number: '123' }",
      'line 1: 0.document_number: must be a NIK',
    ],
    [
      'facility codes that do not belong together',
      "- name: PT A\n  tin: '0012345674901000'\n  add_info: TD.00502\n  facility_stamp: TD.01103",
      'line 4: 0.facility_stamp: must end with the same two digits',
    ],
    [
      'a text as facility code',
      "- name: PT A\n  tin: '0012345674901000'\n  add_info: bonded zone",
      'line 3: 0.add_info: must look like TD.00501',
    ],
    [
      'an unknown country',
      '- { name: A, document: Passport, document_number: X1, country: XYZ }',
      'line 1: 0.country: must be a Coretax country code',
    ],
    [
      'no number',
      '- name: PT A',
      'line 1: 0.tin: is missing; enter it, or choose another identity document',
    ],
    ['no passport', '- { name: A, document: Passport }', 'line 1: 0.document_number: is required'],
    [
      'an unknown key',
      "- name: PT A\n  npwp: '1'",
      /line 2: 0: unknown key "npwp"; valid keys are name,/,
    ],
    [
      'a name shared by two companies',
      "- { name: PT A, tin: '0000000000000001' }\n- { name: 'A, PT.', tin: '0000000000000002' }",
      'line 2: 1: "PT A" is already used by entry 1 of this file',
    ],
  ])('rejects a table and reports file, line and reason: %s', (_what, yaml, message) => {
    expect(errorText(yaml)).toThrow('mine.yaml, line')
    expect(errorText(yaml)).toThrow(message)
  })

  it('rejects two units that share a word', () => {
    const yaml = '- { code: UM.0001, name: Ton }\n- { code: UM.0002, name: Wet, aliases: [t.o.n] }'
    expect(() => parseUnits(yaml, 'units.yaml')).toThrow('units.yaml, line 2: 1: "TON" is already')
  })

  it('reports which file is unreadable', () => {
    expect(() => loadDirectory({ units: '/nowhere/units.yaml' })).toThrow('/nowhere/units.yaml')
  })
})
