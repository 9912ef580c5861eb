import { describe, expect, it } from 'vitest'
import type { PdfDocument } from './engine.ts'
import { type GlyphOrSpace, isSpace } from './glyph.ts'
import { readGlyphs } from './read-glyphs.ts'

/** Reads these character codes from a fake engine in which all of them are at `x`. */
function read(codes: number[], x = 10): GlyphOrSpace[] {
  const heap = new Float64Array(4).fill(x)
  const engine = {
    pdfium: { HEAPF32: new Float32Array([1, 0, 0, 1]), HEAPF64: heap },
    FPDFText_CountChars: () => codes.length,
    FPDFText_GetUnicode: (_page: number, index: number) => codes[index],
    FPDFText_IsHyphen: () => 0,
    FPDFText_IsGenerated: () => 0,
    FPDFText_GetFontSize: () => 12,
    FPDFText_GetMatrix: () => true,
    FPDFText_GetCharOrigin: () => true,
    FPDFText_GetCharBox: () => true,
    FPDFText_GetLooseCharBox: () => true,
    FPDFText_GetTextObject: () => 1,
    FPDFPageObj_GetBounds: () => true,
  }
  const document = { engine, scratch: 0 } as unknown as PdfDocument
  return [...readGlyphs({ document, handle: 0, upright: { x: (x) => x, y: (_, y) => -y } })]
}

const glyphTexts = (marks: GlyphOrSpace[]) => marks.map((mark) => (isSpace(mark) ? ' ' : mark.text))

describe('readGlyphs', () => {
  it('accepts codes outside Unicode', () => {
    expect(glyphTexts(read([0x41, -1, 0x110000, 0x42]))).toEqual(['A', '\ufffd', '\ufffd', 'B'])
  })

  it('reads every kind of line break and space as a space', () => {
    expect(glyphTexts(read([0x0d, 0x0a, 0xa0, 0x2003, 0x41]))).toEqual([' ', ' ', ' ', ' ', 'A'])
  })

  it('skips U+0002 if it is not a hyphen', () => {
    expect(glyphTexts(read([0x02, 0x41]))).toEqual(['A'])
  })

  it('skips glyphs at infinite positions', () => {
    expect(read([0x41], Number.POSITIVE_INFINITY)).toEqual([])
    expect(read([0x41], Number.NaN)).toEqual([])
  })
})
