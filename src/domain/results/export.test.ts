import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uniqueNames } from './export.ts'

describe('file names in an archive', () => {
  it('are kept with their extension where possible', () => {
    const nameOf = uniqueNames()
    expect(nameOf('Bill №7.ubl.xml')).toBe('Bill №7.ubl.xml')
    expect(nameOf('bill №7.ubl.xml')).toBe('bill №7 (2).ubl.xml')
    expect(nameOf('C:"x".pdf.json')).toBe('C__x_.pdf.json')
    expect(nameOf('noending')).toBe('noending')
  })

  it('are unique regardless of case, and valid on every system', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 30 }), (given) => {
        const nameOf = uniqueNames()
        const names = given.map((name) => nameOf(`${name}.json`))
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(given.length)
        for (const name of names) expect(name).not.toMatch(/[<>:"|?*\\/]/)
      }),
    )
  })
})
