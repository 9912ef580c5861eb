import type { Page, Word } from '../../domain/reading/reading.ts'
import { fold } from '../../domain/heat-sheet/swimmer-names.ts'
import { locateRow } from '../heat-sheet/entries.ts'
import type { TextLocation } from '../text/location.ts'
import { parseStartTime } from '../heat-sheet/titles.ts'
import { joinWords } from '../text/text-lines.ts'
import { buildLines } from '../text/build-lines.ts'

/** A row of a page, ready to be searched. */
export interface IndexedRow {
  /** Its words as they are compared. */
  tokens: string[]
  place: TextLocation
}

/** What can be seen on a page; a picture shows nothing that could be compared. */
export interface IndexedPage {
  number: number
  is_picture: boolean
  rows: IndexedRow[]
  tokens: ReadonlySet<string>
  /** Times of day, in minutes after midnight. */
  starts: ReadonlySet<number>
  text: string
  whole: TextLocation
}

export function indexPage(page: Page): IndexedPage {
  const { number, width, height } = page
  const rows = buildLines(page.words).map(({ words }) => rowOf(words, number))
  return {
    number,
    is_picture: page.words.length === 0,
    rows,
    tokens: new Set(rows.flatMap(({ tokens }) => tokens)),
    starts: startsIn(page.text),
    text: page.text,
    whole: { page: number, box: [0, 0, width, height], text: '' },
  }
}

function rowOf(words: Word[], page: number): IndexedRow {
  const place = locateRow({ page, left: 0, words, text: joinWords(words) })
  return { tokens: tokensOf(place.text), place }
}

/** The words of a text without case, accents and marks; figures of a time stay together. */
export function tokensOf(text: string): string[] {
  return fold(text.normalize('NFC').toLowerCase())
    .replace(/(\d)[.,](?=\d)/g, '$1.')
    .split(/[^\p{L}\p{N}.:]+/u)
    .map((token) => token.replace(/^[.:]+|[.:]+$/g, ''))
    .filter((token) => token !== '')
}

/** Where the tokens stand in a row, one after the other; -1 where they do not. */
export function findRun(row: string[], wanted: string[]): number {
  if (wanted.length === 0) return -1
  return row.findIndex((_, at) => wanted.every((token, index) => row[at + index] === token))
}

function startsIn(text: string): Set<number> {
  const times = text.match(/(?<![\d.:,])\d{1,2}[:.]\d{2}(?![.:,\d])\s*(?:[ap]m?\b)?/gi) ?? []
  return new Set(times.flatMap((time) => parseStartTime(time) ?? []))
}
