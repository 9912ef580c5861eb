import type { Page, Word } from '../../../domain/reading/reading.ts'
import { measureGapEm } from '../../text/text-lines.ts'

/** Maximum gap within a word, in ems. A space is at least twice as wide. */
const maxGapEm = 0.12

/** Joins the parts of a word that a program has kerned apart: `Alber` and `te`. Another cell starts with a capital. */
export function joinFragments(pages: Page[]): Page[] {
  return pages.map((page) => {
    const words: Word[] = []
    for (const word of page.words) {
      const last = words.at(-1)
      if (last && isFragment(last, word)) words[words.length - 1] = join(last, word)
      else words.push(word)
    }
    return words.length === page.words.length ? page : { ...page, words }
  })
}

function isFragment(last: Word, word: Word): boolean {
  return (
    !last.trailing_space &&
    /\p{Ll}$/u.test(last.text) &&
    /^\p{Ll}+$/u.test(word.text) &&
    last.baseline === word.baseline &&
    last.font_size === word.font_size &&
    Math.abs(measureGapEm(last, word)) <= maxGapEm
  )
}

function join(last: Word, word: Word): Word {
  const [left, top, , bottom] = last.box
  return {
    ...word,
    text: last.text + word.text,
    box: [left, Math.min(top, word.box[1]), word.box[2], Math.max(bottom, word.box[3])],
  }
}
