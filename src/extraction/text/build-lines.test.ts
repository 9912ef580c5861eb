import { describe, expect, it } from 'vitest'
import type { Word } from '../../domain/reading/reading.ts'
import { buildLines, linesToText } from './build-lines.ts'

/** Builds a 10 pt word with letters 5 pt wide. */
function word(text: string, left: number, baseline: number): Word {
  const box: Word['box'] = [left, baseline - 7, left + text.length * 5, baseline]
  return { text, box, baseline, font_size: 10 }
}

const toText = (...words: Word[]) => linesToText(buildLines(words))

describe('buildLines', () => {
  it.each<{ name: string; words: Parameters<typeof word>[]; text: string }>([
    {
      name: 'orders words from top to bottom and left to right, regardless of drawing order',
      words: [
        ['four', 90, 114],
        ['two', 90, 100],
        ['three', 50, 114],
        ['one', 50, 100],
      ],
      text: 'one two\nthree four',
    },
    {
      name: 'keeps a slightly raised digit in its row',
      words: [
        ['Doe', 50, 100],
        ['1:29.56', 200, 97.1],
        ['11', 150, 100],
      ],
      text: 'Doe 11 1:29.56',
    },
    {
      name: 'separates rows that are only one letter height apart',
      words: [
        ['upper', 50, 100],
        ['lower', 50, 108],
      ],
      text: 'upper\nlower',
    },
    {
      name: 'drops a word drawn twice at nearly the same spot and keeps a repeated word',
      words: [
        ['Total', 50, 100],
        ['Total', 50.4, 100.3],
        ['ha', 90, 100],
        ['ha', 102, 100],
      ],
      text: 'Total ha ha',
    },
  ])('$name', ({ words, text }) => {
    expect(toText(...words.map((one) => word(...one)))).toBe(text)
  })

  it("uses baselines, because some fonts' boxes are far taller than their letters", () => {
    const tall: Word = { ...word('tall', 50, 114), box: [50, 60, 70, 130] }
    expect(toText(tall, word('first', 50, 100))).toBe('first\ntall')
  })
})

describe('linesToText', () => {
  it('inserts an empty line where the spacing is 1.5 times the usual', () => {
    const rows = [100, 114, 128, 150, 164].map((baseline) => word('row', 50, baseline))
    expect(toText(...rows)).toBe('row\nrow\nrow\n\nrow\nrow')
  })

  it('does not find paragraphs in a double-spaced page', () => {
    expect(toText(word('a', 50, 100), word('b', 50, 122), word('c', 50, 144))).toBe('a\nb\nc')
  })

  it('finds paragraphs even if each has only one line', () => {
    expect(toText(word('a', 50, 100), word('b', 50, 124), word('c', 50, 148))).toBe('a\n\nb\n\nc')
  })

  it('returns an empty string for an empty page', () => {
    expect(toText()).toBe('')
  })
})
