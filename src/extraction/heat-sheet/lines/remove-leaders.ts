import type { Page, Word } from '../../../domain/reading/reading.ts'
import { measureGapEm } from '../../text/text-lines.ts'

/** Dots between the cells of a row: `Roe, Ann ........ Lake SC`. Three dots may mark a title that continues. */
const leader = /\.{4,}|…{2,}/
const dots = /^[.…·]+$/
const minDots = 4

/** Removes the dots that lead from one cell of a row to the next. */
export function removeLeaders(pages: Page[]): Page[] {
  return pages.map((page) =>
    leader.test(page.text) || page.text.includes('. . . .')
      ? { ...page, words: dropDots(page.words.flatMap(splitAtLeader)) }
      : page,
  )
}

function splitAtLeader(word: Word): Word[] {
  if (!leader.test(word.text)) return [word]
  const [left, top, right, bottom] = word.box
  const step = (right - left) / word.text.length
  let at = 0
  return word.text.split(/(\.{4,}|…{2,})/).flatMap((text, index) => {
    const start = left + step * at
    at += text.length
    const box: Word['box'] = [start, top, left + step * at, bottom]
    return index % 2 === 0 && text !== '' ? [{ ...word, text, box }] : []
  })
}

/** Drops dots that are printed with spaces between them. */
function dropDots(words: Word[]): Word[] {
  const isDot = (at: number) => dots.test(words[at]?.text ?? '')
  const isNext = (at: number) => {
    const [before, word] = [words[at - 1], words[at]]
    return before !== undefined && word !== undefined && measureGapEm(before, word) < 2
  }
  const dropped = new Set<number>()
  for (let at = 0; at < words.length; at++) {
    let end = at
    while (isDot(end) && (end === at || isNext(end))) end += 1
    if (end - at >= minDots) for (let one = at; one < end; one++) dropped.add(one)
    at = Math.max(at, end - 1)
  }
  return words.filter((_, at) => !dropped.has(at))
}
