import { expect, it } from 'vitest'
import { emptyCompany, findCompanyFaults, toCompanyForm, toParty } from './company-form.ts'

const form = {
  name: 'PT Lentera Contoh',
  tin: '01.234.567.4-901.000',
  idtku: '',
  signer: 'Budi Santoso',
  goods: 'B240900',
  unit: 'UM.0030',
}

it('converts a valid form to a directory entry and back', () => {
  expect(findCompanyFaults(form)).toEqual({})
  const party = toParty(form)
  expect(party).toEqual({
    name: 'PT Lentera Contoh',
    tin: '0012345674901000',
    idtku: null,
    signer: 'Budi Santoso',
    goods: { option: 'B', code: '240900', unit: 'UM.0030' },
  })
  expect(toCompanyForm({ id: '1', ...party })).toEqual({ ...form, tin: '0012345674901000' })
})

it('lists every value that cannot be filed', () => {
  const wrong = { name: ' ', tin: '123', idtku: '99', signer: '', goods: '940100', unit: 'PCS' }
  expect(Object.keys(findCompanyFaults(wrong))).toEqual(['name', 'tin', 'idtku', 'goods', 'unit'])
  expect(Object.keys(findCompanyFaults(emptyCompany))).toEqual(['name', 'tin'])
  expect(findCompanyFaults({ ...form, idtku: '1111111111111111000000' })).toHaveProperty('idtku')
})
