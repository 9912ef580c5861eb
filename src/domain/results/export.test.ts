import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNameGenerator } from './export.ts'

describe('uniqueNames', () => {
  it('keeps names and extensions where possible', () => {
    const toName = createNameGenerator()
    expect(toName('Bill №7.ubl.xml')).toBe('Bill №7.ubl.xml')
    expect(toName('bill №7.ubl.xml')).toBe('bill №7 (2).ubl.xml')
    expect(toName('C:"x".pdf.json')).toBe('C__x_.pdf.json')
    expect(toName('noending')).toBe('noending')
  })

  it('returns unique names regardless of case, valid on every system', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 30 }), (given) => {
        const toName = createNameGenerator()
        const names = given.map((name) => toName(`${name}.json`))
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(given.length)
        for (const name of names) expect(name).not.toMatch(/[<>:"|?*\\/]/)
      }),
    )
  })
})
