import { expect, it } from 'vitest'
import { rejectedCsv } from './rejected-csv.ts'

it('writes rejected rows with their reasons and escapes formulas', () => {
  const rows = [{ cells: ['=cmd()', 'a;b'], reason: 'must be 16 digits' }]
  expect(rejectedCsv(['Nama', 'NPWP', 'Kota', 'Reason'], rows)).toBe(
    '\ufeffNama;NPWP;Kota;Reason\r\n\'=cmd();"a;b";;must be 16 digits\r\n',
  )
})
