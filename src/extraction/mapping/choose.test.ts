import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { chooseMapping } from './choose.ts'
import { loadMappings, parseMapping } from './load.ts'

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
const shipped = loadMappings('mappings')
const others = ['document_text_v1', 'heat_sheet_v1'].flatMap((name) => shipped.get(name) ?? [])
const mappings = new Map([lamps, wicks, ...others].map((known) => [known.name, known]))

const choose = (asked: string, ...pages: string[]) =>
  chooseMapping(drawnPages(...pages), asked, mappings).name

describe('auto', () => {
  it('finds the layout all of whose strings occur, on whatever page, in any case and spacing', () => {
    expect(choose('auto', 'LAMP\nWORKS', 'TotalPrice')).toBe('lamps_v1')
  })

  it('finds a heat sheet by its events and heats', () => {
    const sheet = 'Event 1 Girls 50 Yard Freestyle\nHeat 1 of 2 Finals'
    expect(choose('auto', sheet)).toBe('heat_sheet_v1')
    expect(choose('heat_sheet_v1', sheet)).toBe('heat_sheet_v1')
    expect(() => choose('heat_sheet_v1', 'Lamp Works')).toThrow('does not have the layout')
  })

  it('takes a document for text when no layout claims it', () => {
    expect(choose('auto', 'Lamp Works')).toBe('document_text_v1')
  })

  it('prefers the e-invoice that a document carries to what its pages claim', () => {
    const shipped = loadMappings('mappings')
    const pages = drawnPages('PT Lentera Contoh', 'This invoice is a sample')
    expect(chooseMapping(pages, 'auto', shipped).name).toBe('sample_invoice_v1')
    expect(chooseMapping(pages, 'auto', shipped, true).name).toBe('e_invoice_v1')
    expect(chooseMapping(pages, 'document_text_v1', shipped, true).name).toBe('document_text_v1')
  })

  it('says which when more than one claims it', () => {
    const ask = () => choose('auto', 'Lamp Works and Wick Works', 'Total Price')
    expect(ask).toThrow('The layouts lamps_v1 and wicks_v1 both match this document.')
  })
})

describe('a mapping asked for by name', () => {
  it('is taken where the document is of its layout, and any document can be text', () => {
    expect(choose('wicks_v1', 'Wick Works')).toBe('wicks_v1')
    expect(choose('document_text_v1', 'Wick Works')).toBe('document_text_v1')
  })

  it('is refused where it is not', () => {
    expect(() => choose('wicks_v1', 'Lamp Works')).toThrow('does not have the layout')
    expect(() => choose('gone_v1', 'Lamp Works')).toThrow('The mapping "gone_v1" no longer exists')
  })
})
