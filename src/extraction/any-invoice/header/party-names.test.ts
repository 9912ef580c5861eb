import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../../test/fixtures/drawn-page.ts'
import { loadVocabulary } from '../../mapping/load-vocabulary.ts'
import { readTextDocument } from '../../text/text-document.ts'
import { indexVocabulary } from '../labels/vocabulary-index.ts'
import { DateFinder } from './dates.ts'
import { indexLabels } from './label-index.ts'
import { NameFinder } from './party-names.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')
const names = new NameFinder(
  vocabulary,
  indexLabels(vocabulary),
  indexVocabulary(vocabulary),
  new DateFinder(vocabulary),
)

describe('NameFinder', () => {
  it.each(['PT Sinar Abadi', 'Paper Moon Inc.', 'Café Imaginaire', 'Lieferant GmbH', 'Ann Hall'])(
    'accepts %s as a name',
    (text) => expect(names.isName(text)).toBe(true),
  )

  it.each([
    'Nummer: 549910',
    'Name:',
    'Attn',
    'C-12345',
    'Jl. Merdeka No. 5',
    '99999 Traumstadt',
    'Hauptstraße 17',
    'Germany',
    'info@example.com',
    'Subtotal',
    'Invoice number',
    'GmbH',
    '5 March 2024',
    'Wir berechnen Ihnen die folgenden Leistungen.',
    'Dear customer',
    'Perhatian! Barang tidak dapat dikembalikan',
  ])('rejects %s as a name', (text) => expect(names.isName(text)).toBe(false))

  it.each([
    ['Bill to: Paper Moon Inc.', ['Paper Moon Inc.']],
    ['Kepada Yth. PT Sinar Abadi', ['PT Sinar Abadi']],
    ['Pimpinan PT Sinar Abadi', ['PT Sinar Abadi']],
    ['Muster AG · Nebelweg 3 · 99999 Traumstadt', ['Muster AG']],
  ])('finds the name in %s', (text, found) => {
    const [segment] = readTextDocument(drawnPages(text)).segments
    expect(segment && names.find(segment).map(({ name }) => name.text)).toEqual(found)
  })
})
