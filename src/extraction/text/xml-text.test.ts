import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toXmlSafeText } from './xml-text.ts'

/** Any sequence of UTF-16 code units, valid or not. */
const units = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 0xfffe, 0xd83d, 0xde00)))
  .map((codes) => String.fromCharCode(...codes))

/** True for a character that production 2 of the XML 1.0 specification allows. */
function isXmlChar(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || code >= 0x10000
}

const codePoints = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0)

describe('toXmlSafeText', () => {
  it('returns only XML 1.0 characters for any input', () => {
    const holds = (text: string) => codePoints(toXmlSafeText(text)).every(isXmlChar)
    fc.assert(fc.property(units, holds), { seed: 1 })
  })

  it('keeps every XML 1.0 character in order and replaces lone surrogates', () => {
    const property = fc.property(units, (text) => {
      const isHalf = (code: number) => code >= 0xd800 && code <= 0xdfff
      const kept = codePoints(text).filter((code) => isXmlChar(code) || isHalf(code))
      const marked = kept.map((code) => (isHalf(code) ? 0xfffd : code))
      expect(codePoints(toXmlSafeText(text))).toEqual(marked)
    })
    fc.assert(property, { seed: 2 })
  })

  it('drops NUL and noncharacters and keeps emoji whole', () => {
    expect(toXmlSafeText('a\u0000b\ufffec\u0008d\ud83d\ude00e\ud83df')).toBe(
      'abcd\u{1f600}e\ufffdf',
    )
  })
})
