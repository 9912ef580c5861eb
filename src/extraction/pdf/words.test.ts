import { describe, expect, it } from 'vitest'
import { type Glyph, type GlyphOrSpace, space } from './glyph.ts'
import { mergeOverprints } from './overprints.ts'
import { buildWords } from './words.ts'

/** A 10 pt letter, 5 pt wide, at x on the baseline y = 100. */
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
  it('joins letters that touch and parts them at a space', () => {
    expect(read(glyph('a', 0), glyph('b', 5), space, glyph('c', 10))).toEqual(['ab', 'c'])
  })

  it('bears a little kerning either way, and ends a word at a wide gap', () => {
    const marks = [glyph('a', 0), glyph('b', 3.5), glyph('c', 10), glyph('d', 18)]
    expect(read(...marks)).toEqual(['abc', 'd'])
  })

  it('ends a word where the drawing jumps back to the left', () => {
    expect(read(glyph('a', 100), glyph('b', 50))).toEqual(['a', 'b'])
  })

  it('joins letters written from right to left', () => {
    expect(read(glyph('ש', 20), glyph('ל', 15), glyph('ם', 10))).toEqual(['שלם'])
  })

  it('joins letters pressed together by one instruction', () => {
    expect(read(glyph('a', 0), glyph('b', 2), glyph('c', 4))).toEqual(['abc'])
  })

  it('ends a word where another instruction draws over it', () => {
    expect(read(glyph('a', 0), glyph('b', 2, { object: 2 }))).toEqual(['a', 'b'])
  })

  it('ends a word where the writing turns', () => {
    expect(read(glyph('a', 0), glyph('b', 5, { direction: [0, 1] }))).toEqual(['a', 'b'])
  })

  it('puts one box around a word, in hundredths of a point', () => {
    const [word] = buildWords([glyph('a', 0.123), glyph('b', 5, { box: [5, 90, 10, 102.5] })])
    expect(word).toEqual({ text: 'ab', box: [0.12, 90, 10, 102.5], baseline: 100, font_size: 10 })
  })
})

describe('mergeOverprints', () => {
  it('reads a letter that two instructions draw on one spot once', () => {
    expect(read(glyph('o', 0), glyph('o', 0.3, { object: 2 }), glyph('k', 5))).toEqual(['ok'])
  })

  it('keeps the accent, whichever is drawn first, and both their ink', () => {
    const dots: Partial<Glyph> = { object: 2, box: [1, 90, 4, 92] }
    expect(read(glyph('e', 0), glyph('ë', 0, dots))).toEqual(['ë'])
    expect(read(glyph('ë', 0, dots), glyph('e', 0))).toEqual(['ë'])
    expect(buildWords(mergeOverprints([glyph('e', 0), glyph('ë', 0, dots)]))[0]?.box).toEqual([
      0, 90, 5, 100,
    ])
  })

  it('keeps the letters of a ligature, which one instruction draws', () => {
    expect(read(glyph('f', 0), glyph('f', 0), glyph('i', 0))).toEqual(['ffi'])
  })

  it('keeps twins that stand side by side', () => {
    expect(read(glyph('l', 0), glyph('l', 5, { object: 2 }))).toEqual(['ll'])
  })
})
