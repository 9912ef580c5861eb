import { describe, expect, it } from 'vitest'
import { type Glyph, type GlyphOrSpace, inferredSpace, space } from './glyph.ts'
import { mergeOverprints } from './overprints.ts'
import { buildWords } from './words.ts'

/** Creates a letter of 10 pt that is 5 pt wide, at x on the baseline y = 100. */
function glyph(text: string, x: number, changes: Partial<Glyph> = {}): Glyph {
  return {
    text,
    box: [x, 93, x + 5, 100],
    baseline: 100,
    size: 10,
    direction: [1, 0],
    start: x,
    end: x + 5,
    level: 100,
    object: 1,
    is_before_space: false,
    ...changes,
  }
}

const read = (...marks: GlyphOrSpace[]) =>
  buildWords(mergeOverprints(marks)).map(({ text }) => text)

describe('buildWords', () => {
  it('joins touching letters and splits at a space', () => {
    expect(read(glyph('a', 0), glyph('b', 5), space, glyph('c', 10))).toEqual(['ab', 'c'])
  })

  it('tolerates slight kerning either way and splits at a wide gap', () => {
    const marks = [glyph('a', 0), glyph('b', 3.5), glyph('c', 10), glyph('d', 18)]
    expect(read(...marks)).toEqual(['abc', 'd'])
  })

  it('ignores an inferred space between touching letters', () => {
    expect(read(glyph('a', 0), inferredSpace, glyph('b', 5.5))).toEqual(['ab'])
    expect(read(glyph('a', 0), inferredSpace, glyph('b', 6.5))).toEqual(['a', 'b'])
    expect(read(glyph('a', 0), inferredSpace, space, glyph('b', 5))).toEqual(['a', 'b'])
  })

  it('ignores an inferred space between text objects only where they touch exactly', () => {
    expect(read(glyph('a', 0), inferredSpace, glyph('b', 5.1, { object: 2 }))).toEqual(['ab'])
    expect(read(glyph('a', 0), inferredSpace, glyph('b', 5.5, { object: 2 }))).toEqual(['a', 'b'])
    expect(read(glyph('a', 0), inferredSpace, glyph('b', 5, { level: 112 }))).toEqual(['a', 'b'])
  })

  it('ignores an inferred space between kerned letters', () => {
    const kerned = (text: string, x: number, object: number) => glyph(text, x, { object })
    expect(read(kerned('W', 0, 1), inferredSpace, kerned('a', 4.4, 2))).toEqual(['Wa'])
    expect(read(kerned('t', 0, 1), inferredSpace, kerned('-', 4.4, 2))).toEqual(['t-'])
    const [n, a, v] = [kerned('N', 0, 1), kerned('A', 5, 2), kerned('V', 9, 3)] as const
    expect(read(n, a, inferredSpace, v)).toEqual(['NAV'])
  })

  it('keeps an inferred space where the next column overlaps a name slightly', () => {
    expect(
      read(glyph('d', 0), glyph('a', 5), inferredSpace, glyph('T', 9.4, { object: 2 })),
    ).toEqual(['da', 'T'])
    expect(read(glyph('a', 0), inferredSpace, glyph('1', 4.4, { object: 2 }))).toEqual(['a', '1'])
  })

  it('splits where the drawing position jumps left', () => {
    expect(read(glyph('a', 100), glyph('b', 50))).toEqual(['a', 'b'])
  })

  it('joins letters written from right to left', () => {
    expect(read(glyph('ש', 20), glyph('ל', 15), glyph('ם', 10))).toEqual(['שלם'])
  })

  it('joins letters condensed within one text object', () => {
    expect(read(glyph('a', 0), glyph('b', 2), glyph('c', 4))).toEqual(['abc'])
  })

  it('splits where another text object draws over the word', () => {
    expect(read(glyph('a', 0), glyph('b', 2, { object: 2 }))).toEqual(['a', 'b'])
  })

  it('splits where the writing direction changes', () => {
    expect(read(glyph('a', 0), glyph('b', 5, { direction: [0, 1] }))).toEqual(['a', 'b'])
  })

  it('writes other hyphens and minus signs between letters as hyphens', () => {
    const draw = (text: string) => [...text].map((letter, at) => glyph(letter, 5 * at))
    expect(read(...draw('31\u2212JUL\u20102025'))).toEqual(['31-JUL-2025'])
    expect(read(...draw('\u2212350,00'))).toEqual(['\u2212350,00'])
  })

  it('puts one box around a word, in hundredths of a point', () => {
    const [word] = buildWords([glyph('a', 0.123), glyph('b', 5, { box: [5, 90, 10, 102.5] })])
    expect(word).toEqual({ text: 'ab', box: [0.12, 90, 10, 102.5], baseline: 100, font_size: 10 })
  })
})

describe('mergeOverprints', () => {
  it('merges a letter drawn by two text objects at one spot', () => {
    expect(read(glyph('o', 0), glyph('o', 0.3, { object: 2 }), glyph('k', 5))).toEqual(['ok'])
  })

  it("keeps the accent in either drawing order, and both letters' ink", () => {
    const dots: Partial<Glyph> = { object: 2, box: [1, 90, 4, 92] }
    expect(read(glyph('e', 0), glyph('ë', 0, dots))).toEqual(['ë'])
    expect(read(glyph('ë', 0, dots), glyph('e', 0))).toEqual(['ë'])
    expect(buildWords(mergeOverprints([glyph('e', 0), glyph('ë', 0, dots)]))[0]?.box).toEqual([
      0, 90, 5, 100,
    ])
  })

  it('keeps all letters in a ligature, which one text object draws', () => {
    expect(read(glyph('f', 0), glyph('f', 0), glyph('i', 0))).toEqual(['ffi'])
  })

  it('keeps double letters side by side', () => {
    expect(read(glyph('l', 0), glyph('l', 5, { object: 2 }))).toEqual(['ll'])
  })
})
