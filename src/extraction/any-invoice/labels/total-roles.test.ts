import { expect, it } from 'vitest'
import { loadVocabulary } from '../../mapping/load-vocabulary.ts'
import { normaliseLabel } from './word-classes.ts'
import { indexVocabulary } from './vocabulary-index.ts'
import { type TotalRole, findTotalRoles } from './total-roles.ts'

const { total_words } = indexVocabulary(loadVocabulary('mappings/vocabulary'))

function findStrongestRole(label: string): TotalRole | undefined {
  const roles = Object.entries(findTotalRoles(label, total_words)) as [TotalRole, number][]
  return roles.toSorted((a, b) => b[1] - a[1])[0]?.[0]
}

it.each([
  ['Subtotal', 'subtotal'],
  ['Total excl. VAT', 'tax_base'],
  ['Total incl. VAT 19 %', 'grand_total'],
  ['Grand Total incld. VAT 12%', 'grand_total'],
  ['VAT 19 %', 'tax'],
  ['zzgl. 19 % MwSt.', 'tax'],
  ['Gesamtbetrag der Abschläge', 'discount'],
  ['Gesamtbetrag der Zuschläge', 'charges'],
  ['Rechnungssumme ohne USt.', 'tax_base'],
  ['Zahlbetrag', 'grand_total'],
  ['Total HT', 'subtotal'],
  ['Net à payer', 'grand_total'],
  ['Solde à payer', 'grand_total'],
  ['Dasar Pengenaan Pajak', 'tax_base'],
  ['PPN 11%', 'tax'],
  ['PPN 12% x DPP', 'tax'],
  ['PPN 12% (DPP Nilai Lain 11/12)', 'tax'],
  ['Sudah termasuk PPN 11%', 'included'],
  ['PPN 11% (Inklusif)', 'included'],
  ['VAT 20 % included', 'included'],
  ['VAT incl. total', 'grand_total'],

  ['VAT 19% on net amount', 'tax'],
  ['PPh Pasal 23', 'withheld'],
  ['T o t a l', 'grand_total'],
  ['J u m l a h', 'grand_total'],
  ['Dikurangi retensi 5%', 'discount'],
  ['Yang ditransfer', 'grand_total'],
  ['Total Tagihan', 'grand_total'],
  ['Imponibile', 'subtotal'],
  ['Te betalen', 'grand_total'],
  ['Amount paid', 'paid'],
  ['Rounding', 'charges'],
  ['Stamp duty', 'charges'],
  ['Imposta di bollo', 'charges'],
  ['Delivery tax', 'tax'],
])('classifies %s as %s', (label, role) => {
  expect(findStrongestRole(label)).toBe(role)
})

it.each([
  'VAT Reg. No.',
  'Ihre USt-IdNr.',
  'Page',
  'Bayar melalui VA Mandiri',
  'Total quantity of all boxes that we shipped to you in May',
])('rejects %s as a total', (label) => {
  expect(findTotalRoles(label, total_words)).toEqual({})
})

it.each([
  'Carried forward 10,600.00',
  'Übertrag 10.600,00',
  'Report 10 600,00',
  'Pindahan halaman 1',
  'Riporto 10.600,00',
  'Suma y sigue 10.600,00',
  'Seite 2 von 3',
])('recognises a line that carries a sum: %s', (line) => {
  expect(total_words.startsWith(normaliseLabel(line), 'carried')).toBe(true)
  expect(total_words.startsWith(normaliseLabel(`Item ${line}`), 'carried')).toBe(false)
})
