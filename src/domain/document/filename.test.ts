import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAsciiFilename, cleanFilename, toOutputFilename } from './filename.ts'

describe('cleanFilename', () => {
  it.each([
    ['invoice.pdf', 'invoice.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\faktur 12.pdf', 'faktur 12.pdf'],
    ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie: x=1.pdf'],
    ['evil\u202Efdp.exe', 'evilfdp.exe'],
    ['nul\u0000byte.pdf', 'nulbyte.pdf'],
    ['  réçu № 7.pdf ', 'réçu № 7.pdf'],
    ['..', 'document.pdf'],
    ['', 'document.pdf'],
    ['\u200F', 'document.pdf'],
  ])('converts %j to %j', (name, cleaned) => {
    expect(cleanFilename(name)).toBe(cleaned)
  })

  it('never returns a path, an empty name or more than 255 characters, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
        const cleaned = cleanFilename(name)
        expect(cleaned).not.toMatch(/[/\\\p{Cc}]/u)
        expect(cleaned.length).toBeGreaterThan(0)
        expect([...cleaned].length).toBeLessThanOrEqual(255)
        expect(cleaned.isWellFormed()).toBe(true)
      }),
    )
  })
})

describe('toOutputFilename', () => {
  it('replaces the PDF extension', () => {
    expect(toOutputFilename('Invoice 7.PDF', 'json')).toBe('Invoice 7.json')
    expect(toOutputFilename('passwd', 'txt')).toBe('passwd.txt')
  })
})

describe('toAsciiFilename', () => {
  it.each([
    ['Año Muñoz №7.pdf', 'Ano Munoz No7.pdf'],
    ['Straße 請求書 🏊.pdf', 'Stra_e ___ _.pdf'],
    ['／etc＼x.pdf', '_etc_x.pdf'],
  ])('converts %j to %j', (name, ascii) => {
    expect(toAsciiFilename(name)).toBe(ascii)
  })

  it('returns ASCII without path separators and keeps such names unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const ascii = toAsciiFilename(name)
        expect(ascii).toMatch(/^[\x20-\x7E]*$/)
        expect(ascii).not.toMatch(/[/\\]/)
        expect(toAsciiFilename(ascii)).toBe(ascii)
      }),
    )
  })
})
