import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNameGenerator } from './export.ts'

describe('createNameGenerator', () => {
  it('keeps names and extensions where possible', () => {
    const toName = createNameGenerator()
    expect(toName('Bill №7.ubl.xml')).toBe('Bill №7.ubl.xml')
    expect(toName('bill №7.ubl.xml')).toBe('bill №7 (2).ubl.xml')
    expect(toName('C:"x".pdf.json')).toBe('C__x_.pdf.json')
    expect(toName('noending')).toBe('noending')
  })

  it.each([
    ['CON.json', '_CON.json'],
    ['nul.txt.json', '_nul.txt.json'],
    ['com1.xml', '_com1.xml'],
    ['Constance.json', 'Constance.json'],
    ['.json', 'document.json'],
    ['..json', '_.json'],
    ['.bashrc.json', '_bashrc.json'],
    ['../../etc/passwd.json', '__.._etc_passwd.json'],
    [`${'票'.repeat(200)}.json`, `${'票'.repeat(73)}.json`],
  ])('turns %j into %j, which any system can unpack', (name, safe) => {
    expect(createNameGenerator()(name)).toBe(safe)
  })

  it('returns unique names regardless of case, valid on every system', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 30 }), (given) => {
        const toName = createNameGenerator()
        const names = given.map((name) => toName(`${name}.json`))
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(given.length)
        for (const name of names) {
          expect(name).not.toMatch(/[<>:"|?*\\/]|^\.|^(con|prn|aux|nul)\./i)
          expect(Buffer.byteLength(name)).toBeLessThan(256)
        }
      }),
    )
  })
})
