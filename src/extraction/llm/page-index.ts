import type { Page, Word } from '../../domain/reading/reading.ts'
import { removeAccents } from '../../domain/heat-sheet/swimmer-names.ts'
import { locateRow } from '../heat-sheet/entries.ts'
import type { TextLocation } from '../text/location.ts'
import { parseStartTime } from '../heat-sheet/grammar/times.ts'
import { joinWords } from '../text/text-lines.ts'
import { buildLines } from '../text/build-lines.ts'

/** A row of a page, indexed for search. */
export interface IndexedRow {
  /** The words, normalised for comparison. */
  tokens: string[]
  place: TextLocation
}

/** A page indexed for search; an image has no rows. */
export interface IndexedPage {
  number: number
  is_image: boolean
  rows: IndexedRow[]
  tokens: ReadonlySet<string>
  /** The times of day on the page, in minutes after midnight. */
  starts: ReadonlySet<number>
  text: string
  whole_page: TextLocation
}

export function indexPage(page: Page): IndexedPage {
  const { number, width, height } = page
  const rows = buildLines(page.words).map(({ words }) => toIndexedRow(words, number))
  return {
    number,
    is_image: page.words.length === 0,
    rows,
    tokens: new Set(rows.flatMap(({ tokens }) => tokens)),
    starts: findStartTimes(page.text),
    text: page.text,
    whole_page: { page: number, box: [0, 0, width, height], text: '' },
  }
}

function toIndexedRow(words: Word[], page: number): IndexedRow {
  const place = locateRow({ page, words, text: joinWords(words) })
  return { tokens: tokenize(place.text), place }
}

/** Normalises case and drops accents and punctuation; keeps the digits of a time together. */
export function tokenize(text: string): string[] {
  return removeAccents(text.normalize('NFC').toLowerCase())
    .replace(/(\d)[.,](?=\d)/g, '$1.')
    .split(/[^\p{L}\p{N}.:]+/u)
    .map((token) => token.replace(/^[.:]+|[.:]+$/g, ''))
    .filter((token) => token !== '')
}

/** Returns the index at which these tokens occur consecutively in the row, or -1. */
export function findTokens(row: string[], wanted: string[]): number {
  if (wanted.length === 0) return -1
  return row.findIndex((_, at) => wanted.every((token, index) => row[at + index] === token))
}

function findStartTimes(text: string): Set<number> {
  const times = text.match(/(?<![\d.:,])\d{1,2}[:.]\d{2}(?![.:,\d])\s*(?:[ap]m?\b)?/gi) ?? []
  return new Set(times.flatMap((time) => parseStartTime(time) ?? []))
}
