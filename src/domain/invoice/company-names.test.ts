import { describe, expect, it } from 'vitest'
import { areSimilarNames } from './company-names.ts'

describe('areSimilarNames', () => {
  it.each([
    ['PT Pembeli Setia', 'PT. SETIA PEMBELI - Gudang 2'],
    ['PT Pembeli Setia', 'Pembeli Setia Abadi'],
    ['PT Pembeli Setia', 'Pembeli'],
    ['PT Sinar Jaya', 'SINAR JAYA, PT - Cabang Bandung'],
    ['PT Jaya Abadi', 'Abadi Jaya (PT) - Gudang 2'],
    ['PT Jaya Abadi', 'PT Jaya Abadi Bandung'],
    ['Toko Jaya', 'Jaya Toko'],
    ['PT Jaya', 'Jaya (PT)'],
    ['Dinas Pendidikan Kota Contoh', 'Dinas Pendidikan'],
  ])('accepts two spellings of one company: %s, %s', (one, other) => {
    expect(areSimilarNames(one, other)).toBe(true)
    expect(areSimilarNames(other, one)).toBe(true)
  })

  it.each([
    ['PT Sinar Jaya', 'PT Maju Jaya'],
    ['PT Jaya Abadi', 'PT Jaya Makmur'],
    ['PT Maju Jaya Abadi', 'PT Sinar Jaya Abadi'],
    ['PT Sinar Jaya', 'PT Sinar Makmur'],
    ['PT Jaya', 'PT Maju Jaya'],
    ['PT Jaya', 'PT Jaya Abadi'],
    ['PT Setia Logistik', 'PT Pembeli Setia'],
    ['Dinas Pendidikan Kota Contoh', 'Dinas Kesehatan Kota Contoh'],
    ['PT Contoh Indonesia', 'PT Pembeli Indonesia'],
    ['PT', 'PT'],
    ['PT Contoh 2', 'PT Pembeli 2'],
  ])('distinguishes companies that share only common words: %s, %s', (one, other) => {
    expect(areSimilarNames(one, other)).toBe(false)
    expect(areSimilarNames(other, one)).toBe(false)
  })
})
