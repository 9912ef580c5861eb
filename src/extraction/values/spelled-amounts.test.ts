import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { readTextDocument } from '../text/text-document.ts'
import { listSpelledAmounts, parseSpelledAmounts } from './spelled-amounts.ts'

const digits = ['', 'satu', 'dua', 'tiga', 'empat', 'lima', 'enam', 'tujuh', 'delapan', 'sembilan']

/** Spells a number below 1,000 in Indonesian. */
function spellHundreds(value: number): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100]
  const [tens, ones] = [Math.floor(rest / 10), rest % 10]
  const hundred = hundreds === 1 ? 'seratus' : hundreds > 1 ? `${digits[hundreds]} ratus` : ''
  if (rest === 10) return `${hundred} sepuluh`
  if (rest === 11) return `${hundred} sebelas`
  if (tens === 1) return `${hundred} ${digits[ones]} belas`
  return `${hundred} ${tens > 0 ? `${digits[tens]} puluh` : ''} ${digits[ones]}`
}

function spell(value: number): string {
  const groups: [number, string][] = [
    [1e9, 'miliar'],
    [1e6, 'juta'],
    [1e3, 'ribu'],
  ]
  let rest = value
  const words = groups.map(([size, name]) => {
    const count = Math.floor(rest / size)
    rest %= size
    if (count === 0) return ''
    return name === 'ribu' && count === 1 ? 'seribu' : `${spellHundreds(count)} ${name}`
  })
  return [...words, spellHundreds(rest)].join(' ').replace(/\s+/g, ' ').trim()
}

describe('an amount in words', () => {
  it('is read in capitals, and with or without spaces', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 999_999_999_999 }), fc.boolean(), (value, isGlued) => {
        const words = isGlued ? spell(value).replaceAll(' ', '') : spell(value)
        const text = `Terbilang : # ${words.toUpperCase()} RUPIAH #`
        expect(parseSpelledAmounts(isGlued ? `${text} dua puluh` : text)).toContain(value)
      }),
    )
  })

  it.each([
    'Kepala Dua Puluh Lima Tiga', // two numbers without a unit between them
    'Jalan Dua Ratus Puluh',
    'satu',
    'Sewa ruang rapat',
  ])('is not found in %s', (text) => {
    expect(parseSpelledAmounts(text)).toEqual([])
  })

  it('may continue on the next line, beside the totals', () => {
    const [page] = drawnPages(`
TERBILANG                                     JUMLAH HARGA      51.001.850
LIMA PULUH ENAM JUTA ENAM RATUS DUA BELAS     DPP 11/12         46.751.696
RIBU LIMA PULUH EMPAT RUPIAH                  PPN 12%            5.610.204`)
    const { lines } = readTextDocument(page ? [page] : [])
    expect([...listSpelledAmounts(lines)]).toContain(56_612_054)
  })
})
