import type { SheetAnswer } from '../../domain/heat-sheet/sheet-answer.ts'
import type { Page, Word } from '../../domain/reading/reading.ts'
import { locateRow } from '../heat-sheet/entries.ts'
import { splitColumns } from '../heat-sheet/lines/page-columns.ts'
import type { SheetLine } from '../heat-sheet/page-rows.ts'
import type { TextLocation } from '../text/location.ts'
import { parseStartTime } from '../heat-sheet/grammar/times.ts'
import { joinWords } from '../text/text-lines.ts'
import { buildLines } from '../text/build-lines.ts'
import { findAnswerColumns } from './answer-columns.ts'
import { tokenize } from './tokens.ts'

/** A row on a page, indexed for search. */
export interface IndexedRow {
  /** The words, normalised for comparison. */
  tokens: string[]
  line: SheetLine
  place: TextLocation
}

/** A page indexed for search, column by column. An image has no rows. */
export interface IndexedPage {
  number: number
  is_image: boolean
  /** True if swimmers share rows, so that no title can be assigned to a row. */
  has_shared_rows: boolean
  rows: IndexedRow[]
  tokens: ReadonlySet<string>
  /** The times of day on the page, in minutes after midnight. */
  starts: ReadonlySet<number>
  text: string
  whole_page: TextLocation
}

/** Indexes a page. The answer about it shows where its columns are. */
export function indexPage(page: Page, answer: SheetAnswer): IndexedPage {
  const { number, width, height } = page
  const lefts = findAnswerColumns(buildLines(page.words), answer)
  const columns = splitColumns(page.words, lefts.length > 0 ? lefts : [0])
  const rows = [...columns].flatMap(([left, own]) =>
    buildLines(own).map(({ words }) => toIndexedRow({ page: number, left, words })),
  )
  return {
    number,
    is_image: page.words.length === 0,
    has_shared_rows: lefts.length === 0,
    rows,
    tokens: new Set(rows.flatMap(({ tokens }) => tokens)),
    starts: findStartTimes(page.text),
    text: page.text,
    whole_page: { page: number, box: [0, 0, width, height], text: '' },
  }
}

function toIndexedRow(row: { page: number; left: number; words: Word[] }): IndexedRow {
  const text = joinWords(row.words)
  const line = { ...row, text }
  return { tokens: tokenize(text), line, place: locateRow(line) }
}

function findStartTimes(text: string): Set<number> {
  const times = text.match(/(?<![\d.:,])\d{1,2}[:.]\d{2}(?![.:,\d])\s*(?:[ap]m?\b)?/gi) ?? []
  return new Set(times.flatMap((time) => parseStartTime(time) ?? []))
}
