import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadVocabulary } from './load-vocabulary.ts'

const builtIn = 'mappings/vocabulary'
const english = readFileSync(path.join(builtIn, 'en.yaml'), 'utf8')

function createFolder(files: Record<string, string>, base?: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-vocabulary-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  if (base) cpSync(base, folder, { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text)
  return folder
}

describe('loadVocabulary', () => {
  it.each([
    ['en', 'invoice number', 'bill to'],
    ['id', 'nomor faktur', 'kepada yth'],
    ['de', 'rechnungsnummer', 'rechnungsempfänger'],
    ['fr', 'numéro de facture', 'facturé à'],
    ['nl', 'factuurnummer', 'factuuradres'],
    ['es', 'número de factura', 'facturar a'],
    ['it', 'numero fattura', 'fatturato a'],
  ])('merges the words in %s', (_language, number, buyer) => {
    const { fields } = loadVocabulary(builtIn)
    expect(fields.number.sure).toContain(number)
    expect(fields['buyer.name'].sure).toContain(buyer)
  })

  it('includes month names in all languages', () => {
    const { months } = loadVocabulary(builtIn)
    expect(months[2]).toEqual(expect.arrayContaining(['march', 'maret', 'märz', 'mars', 'marzo']))
  })

  it('adds a language file', () => {
    const swedish = english.replace('language: English', 'language: Swedish')
    const folder = createFolder(
      { 'sv.yaml': swedish.replace('invoice number', 'fakturanummer') },
      builtIn,
    )
    expect(loadVocabulary(folder).fields.number.sure).toContain('fakturanummer')
  })

  it.each([
    [
      'an unknown section',
      english.replace('after_table:', 'after:'),
      /sv\.yaml, line \d+: .*"after"/,
    ],
    ['an unknown field', english.replace('  due_date:', '  due:'), /sv\.yaml, line \d+: .*due/],
    ['eleven months', english.replace(/ {2}- \[december.*\n/, ''), /months: must have 12 lists/],
    ['a missing section', english.replace(/carried:.*\n/, ''), /carried/],
  ])('reports file and line for %s', (_mistake, yaml, message) => {
    expect(() => loadVocabulary(createFolder({ 'sv.yaml': yaml }))).toThrow(message)
  })

  it('rejects an empty or missing folder', () => {
    expect(() => loadVocabulary(createFolder({}))).toThrow('has no YAML file')
    expect(() => loadVocabulary('/nowhere/at/all')).toThrow('/nowhere/at/all')
  })
})
