import { describe, expect, it } from 'vitest'
import { toWords, countTurnsToUpright } from './recognised-words.ts'
import type { RecognisedLine } from './tesseract.ts'

const scale = 4

/** Creates a line of words of 40 × 20 pixels, each with its confidence. */
function line(words: [string, number][], to: [number, number] = [400, 0]): RecognisedLine {
  return {
    baseline: { x0: 0, y0: 100, x1: to[0], y1: 100 + to[1] },
    words: words.map(([text, confidence], index) => ({
      text,
      confidence,
      bbox: { x0: index * 100, y0: 80, x1: index * 100 + 40, y1: 100 },
    })),
  }
}

function wordTexts(words: [string, number][]): string[] {
  return toWords([line(words)], scale).words.map(({ text }) => text)
}

describe('toWords', () => {
  it('converts pixels to points', () => {
    const [word] = toWords([line([['Total', 91]])], scale).words
    expect(word).toEqual({
      text: 'Total',
      box: [0, 20, 10, 25],
      baseline: 25,
      font_size: 6.94,
      confidence: 0.91,
    })
  })

  it('derives the font size from ascenders and descenders', () => {
    const fontSize = (text: string) => toWords([line([[text, 91]])], scale).words[0]?.font_size
    expect([fontSize('1.234'), fontSize('ocean'), fontSize('Copy')]).toEqual([6.94, 9.62, 5.38])
  })

  it('interpolates the baseline at each word', () => {
    const { words } = toWords(
      [
        line(
          [
            ['one', 90],
            ['two', 90],
          ],
          [400, 40],
        ),
      ],
      scale,
    ) // prettier-ignore
    expect(words.map(({ baseline }) => baseline)).toEqual([25.5, 28])
  })

  it('removes table rules and keeps brackets', () => {
    expect(
      wordTexts([
        ['|', 90],
        ['NO|', 90],
        ['[Terms', 90],
        ['1]', 90],
        ['[1]', 90],
      ]),
    ).toEqual(['NO', 'Terms', '1', '[1]']) // prettier-ignore
  })

  it('removes specks but keeps words that are hard to read', () => {
    expect(
      wordTexts([
        ['a', 12],
        ['~.', 29],
        ['Lanlern', 3],
        ['7', 90],
      ]),
    ).toEqual(['Lanlern', '7']) // prettier-ignore
  })

  it("uses Tesseract's confidence, and zero for vertical text", () => {
    const level = line([['abcdef', 90]])
    const onEnd = line([['uvwxyz', 90]], [0, 400])
    expect(toWords([level], scale).confidence).toBe(0.9)
    expect(toWords([level, onEnd], scale).confidence).toBe(0.45)
    expect(toWords([], scale)).toEqual({ words: [], confidence: 0 })
  })
})

describe('countTurnsToUpright', () => {
  it.each<[string, [number, number], number]>([
    ['across', [400, 3], 0],
    ['down', [2, 400], 3],
    ['up', [2, -400], 1],
  ])('returns the rotation for text that runs %s', (_, to, turns) => {
    expect(countTurnsToUpright([line([['margin', 90]]), line([['invoice number', 90]], to)])).toBe(
      turns,
    )
  })
})
