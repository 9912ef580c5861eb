import type { Page, Word } from '../../../domain/reading/reading.ts'
import { buildLines } from '../../text/build-lines.ts'
import { joinWords } from '../../text/text-lines.ts'

export interface PageLine {
  page: number
  words: Word[]
  text: string
}

/** Returns the lines of all pages, in reading order. */
export function listPageLines(pages: Page[]): PageLine[] {
  return pages.flatMap((page) =>
    buildLines(page.words).map(({ words }) => ({
      page: page.number,
      words,
      text: joinWords(words),
    })),
  )
}
