import { describe, expect, it } from 'vitest'
import { loadVocabulary } from '../../mapping/load-vocabulary.ts'
import { indexLabels } from './label-index.ts'

const labels = indexLabels(loadVocabulary('mappings/vocabulary'))
const meanings = (text: string) => [...(labels.find(text)?.meanings ?? [])]

describe('LabelIndex', () => {
  it.each([
    ['Invoice No. :', 'number_sure'],
    ['No. Faktur', 'number_sure'],
    ['No. Faktur Pajak', 'other_number_sure'],
    ['Order date', 'other_date_sure'],
    ['Tgl. Jatuh Tempo', 'due_date_sure'],
    ['3)INVOICE DATE', 'date_sure'],
    ['Rechnungs-Nr.', 'number_sure'],
    ['Spett.le', 'buyer.name_sure'],
    ['Partita IVA', 'tax_id_sure'],
  ])('recognises %s', (text, meaning) => expect(meanings(text)).toContain(meaning))

  it('prefers the longest phrase', () => {
    expect(labels.find('Purchase order number')).toMatchObject({ start: 1, length: 2, of: 3 })
  })

  it('recognises titles inside longer words', () => {
    expect(labels.hasTitle('Mietrechnung (387) Nr.')).toBe(true)
    expect(labels.hasTitle('Bestellung Nr.')).toBe(false)
  })

  it.each([
    ['Tanggal / Date', true],
    ['Date :', true],
    ['Event date', false],
    ['Tanggal acara', false],
  ])('knows whether %s names only a date: %s', (text, isOnly) =>
    expect(labels.hasOnlyDateWords(text)).toBe(isOnly),
  )

  it('finds nothing in other text', () => expect(labels.find('Lantern, brass')).toBeUndefined())
})
