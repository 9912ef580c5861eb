import { expect, it } from 'vitest'
import { findTwins } from './find-twins.ts'

const number = '0012345674901000'

it('names the first other company with the same number, however it is written', () => {
  const companies = [
    { name: 'PT Satu', number },
    { name: 'CV Dua', number: '' },
    { name: 'PT Tiga', number: '01.234.567.4-901.000' },
    { name: 'PT Empat', number },
    { name: 'PT Lima', number: '0098765431109000' },
    { name: 'PT Enam', number: '1' },
    { name: 'PT Tujuh', number: '1' },
  ]
  expect([...findTwins(companies)]).toEqual([
    ['PT Satu', 'PT Tiga'],
    ['PT Tiga', 'PT Satu'],
    ['PT Empat', 'PT Satu'],
  ])
})
