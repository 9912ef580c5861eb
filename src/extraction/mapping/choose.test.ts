import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import { chooseMapping } from './choose.ts'
import { loadMappings, parseMapping } from './load.ts'
import { loadVocabulary } from './load-vocabulary.ts'

function mapping(name: string, match: string) {
  const yaml = `name: ${name}
title: T
description: D
reader: invoice
outputs: [json]
match: ${match}
fields: {}
table: { columns: { amount: Amount }, start: [amount], end: [x] }
`
  return parseMapping(yaml, `${name}.yaml`)
}

const lamps = mapping('lamps_v1', '[Lamp Works, Total Price]')
const wicks = mapping('wicks_v1', '[Wick Works]')
const builtIn = loadMappings('mappings')
const vocabulary = loadVocabulary('mappings/vocabulary')
const others = ['document_text_v1', 'heat_sheet_v1'].flatMap((name) => builtIn.get(name) ?? [])
const mappings = new Map([lamps, wicks, ...others].map((known) => [known.name, known]))

const choose = (requested: string, ...pages: string[]) =>
  chooseMapping(drawnPages(...pages), requested, {
    mappings,
    vocabulary,
    meet_grammar: meetGrammar,
  }).name

describe('auto', () => {
  it('selects the layout whose match strings all occur, on any page, in any case and spacing', () => {
    expect(choose('auto', 'LAMP\nWORKS', 'TotalPrice')).toBe('lamps_v1')
  })

  it('recognises a heat sheet by its events and heats', () => {
    const sheet = 'Event 1 Girls 50 Yard Freestyle\nHeat 1 of 2 Finals'
    expect(choose('auto', sheet)).toBe('heat_sheet_v1')
    expect(choose('heat_sheet_v1', sheet)).toBe('heat_sheet_v1')
    expect(() => choose('heat_sheet_v1', 'Lamp Works')).toThrow('does not have the layout')
  })

  it('falls back to text for a document that matches no layout', () => {
    expect(choose('auto', 'Lamp Works')).toBe('document_text_v1')
  })

  it('prefers an embedded e-invoice to a page layout', () => {
    const choices = { mappings: builtIn, vocabulary, meet_grammar: meetGrammar }
    const pages = drawnPages('PT Lentera Contoh', 'This invoice is a sample')
    expect(chooseMapping(pages, 'auto', choices).name).toBe('sample_invoice_v1')
    expect(chooseMapping(pages, 'auto', choices, true).name).toBe('e_invoice_v1')
    expect(chooseMapping(pages, 'document_text_v1', choices, true).name).toBe('document_text_v1')
  })

  it('fails with the list of layouts if several match', () => {
    const ask = () => choose('auto', 'Lamp Works and Wick Works', 'Total Price')
    expect(ask).toThrow('The layouts lamps_v1 and wicks_v1 both match this document.')
  })
})

describe('a requested mapping', () => {
  it('is used if the document has its layout; the text mapping accepts any document', () => {
    expect(choose('wicks_v1', 'Wick Works')).toBe('wicks_v1')
    expect(choose('document_text_v1', 'Wick Works')).toBe('document_text_v1')
  })

  it('is rejected for other documents', () => {
    expect(() => choose('wicks_v1', 'Lamp Works')).toThrow('does not have the layout')
    expect(() => choose('gone_v1', 'Lamp Works')).toThrow('The mapping "gone_v1" no longer exists')
  })
})
