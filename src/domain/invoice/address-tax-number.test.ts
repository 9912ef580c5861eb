import { expect, it } from 'vitest'
import { createEvidence } from '../../../test/support/readings/evidence.ts'
import { createInvoice } from '../../../test/support/readings/invoice.ts'
import { moveTaxNumberFromAddress } from './address-tax-number.ts'

const evidence = createEvidence({ text: 'NPWP', confidence: 0.9 })

function move(address: string | null, tin: string | null = null) {
  const buyer = { name: 'PT Pembeli', code: null, address, tin }
  const { buyer: moved } = moveTaxNumberFromAddress(createInvoice({ buyer }))
  return [moved.tin, moved.address]
}

it('moves an NPWP from the address to the tax number', () => {
  expect(move('NPWP:0012 3456 7490 1000 Jalan Melati 12')).toEqual([
    '0012 3456 7490 1000',
    'Jalan Melati 12',
  ])
  expect(move('Jalan Melati 12, NPWP No. 01.234.567.4-901.000')).toEqual([
    '01.234.567.4-901.000',
    'Jalan Melati 12,',
  ])
  expect(move('NPWP 0012345674901000')).toEqual(['0012345674901000', null])
})

it('keeps addresses without an NPWP, and a tax number that was already read', () => {
  expect(move('Jalan Melati 12')).toEqual([null, 'Jalan Melati 12'])
  expect(move('NPWP: 123 Jalan')).toEqual([null, 'NPWP: 123 Jalan'])
  expect(move('NPWP: 00.000.000.0-000.000')[0]).toBeNull()
  expect(move('NPWP 0012345674901000', '1')).toEqual(['1', 'NPWP 0012345674901000'])
  expect(move(null)).toEqual([null, null])
})

it('keeps the position on the page', () => {
  const buyer = { name: null, code: null, address: 'NPWP 0012345674901000', tin: null }
  const reading = createInvoice({ buyer, evidence: { 'buyer.address': evidence } })
  expect(moveTaxNumberFromAddress(reading).evidence['buyer.tin']).toEqual({
    ...evidence,
    text: '0012345674901000',
  })
})
