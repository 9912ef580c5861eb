import {
  type EntryColumn,
  entryColumns,
  type MeetVocabulary,
} from '../../../domain/heat-sheet/meet-vocabulary.ts'
import type { Word } from '../../../domain/reading/reading.ts'
import { joinWords, measureGapEm } from '../../text/text-lines.ts'
import { createStartTest, toWordPattern } from './word-pattern.ts'

/** Left and right edges of a column title, relative to the page column. */
export interface ColumnEdges {
  left: number
  right: number
}

/** The column below an unknown title: from the end of the previous column to the next known title. */
export interface OtherColumn {
  from: number
  to: number
}

export interface TableHeader {
  age: ColumnEdges | null
  team: ColumnEdges | null
  /** All columns, if name, age and team are not in this order. */
  columns?: { column: EntryColumn; edges: ColumnEdges }[]
  /** Columns beside the name or the team that are not read. */
  others?: OtherColumn[]
}

/** True if this column is to the left of the name column. */
export function precedesName(header: TableHeader | undefined, column: EntryColumn): boolean {
  const find = (name: EntryColumn) =>
    header?.columns?.find((one) => one.column === name)?.edges.left ?? Infinity
  return find(column) < find('name')
}

/** A column of a table whose rows state their event and heat. */
export type RowColumn = EntryColumn | 'event' | 'heat' | 'session' | 'other'

export interface TableGrammar {
  /** Returns the column with this title in a table whose rows state their event and heat: `Event #`, `Lauf Nr.`. */
  findRowColumn: (title: string) => RowColumn
  /** True if the letter starts a word for event, heat or lane. */
  isInitial: (letter: string, column: 'event' | RowColumn) => boolean
  /** True if the text contains the titles of such a table. This is a quick test for whole pages. */
  mayHaveRowTable: (text: string) => boolean
  isTableHeader: (text: string) => boolean
  readTableHeader: (row: { words: Word[]; left: number; text: string }) => TableHeader | undefined
}

/** Minimum gap in a header row, in ems. With smaller gaps, the row is a sentence and does not show column positions. */
const minHeaderGapEm = 2
/** Maximum gap between the words of one title, in ems. */
const maxTitleGapEm = 0.6
/** Longest column title, in words: `Apellidos y nombre`. */
const maxTitleWords = 3
/** Minimum fraction of the words that must be column titles. */
const minTitleShare = 0.6

const rowNumberSign = /[#:№]|(?<!\p{L})(?:no|nr|nº|n°)\.?(?!\p{L})/giu

interface ColumnTitle {
  column: EntryColumn
  words: Word[]
}

export function createTableGrammar(vocabulary: MeetVocabulary): TableGrammar {
  const patterns = entryColumns.map((column) => ({
    column,
    pattern: new RegExp(`^(?:${toWordPattern(vocabulary[column])}):?$`, 'iu'),
  }))
  const rowKinds = ['event', 'heat', 'session'] as const
  const rowPatterns = rowKinds.map((column) => ({
    column,
    pattern: new RegExp(`^${toWordPattern(vocabulary[column])}$`, 'iu'),
  }))
  const rowTitles = (['heat', 'lane'] as const).map(
    (column) => new RegExp(toWordPattern(vocabulary[column]), 'iu'),
  )
  const initials = {
    event: listInitials(vocabulary.event),
    heat: listInitials(vocabulary.heat),
    lane: listInitials(vocabulary.lane),
  }
  const toTitle = (column: keyof typeof initials) =>
    `(?:[${initials[column]}]|${toWordPattern(vocabulary[column])})`
  const anyInitials = new RegExp(
    `(?<!\\S)${toTitle('event')}\\s+${toTitle('heat')}\\s+${toTitle('lane')}(?!\\S)`,
    'iu',
  )
  const findWords = (text: string) => patterns.find(({ pattern }) => pattern.test(text))?.column
  const findColumn = (text: string) => findWords(text) ?? findNameForBoth(text, findWords)
  const mayStart = createStartTest(entryColumns.flatMap((column) => vocabulary[column]))
  const readTitles = (words: Word[], text: string): HeaderRow | undefined => {
    // Columns may be numbered: `Watch 1`.
    if (/^\d|\d{2}/.test(text)) return undefined
    const split = words.flatMap(splitGluedTitles)
    // The first title may be unknown: `№`, `ID#`.
    const named = [split, split.slice(1)].find(([first]) => mayStart(first?.text ?? ''))
    const titles = named ? findTitles(named, findColumn) : []
    return named && isHeader(titles, named) ? { titles, words: split } : undefined
  }
  return {
    findRowColumn: (title) => {
      const plain = title.replace(rowNumberSign, '').trim()
      const found = rowPatterns.find(({ pattern }) => pattern.test(plain))
      return found?.column ?? findColumn(plain) ?? 'other'
    },
    isInitial: (letter, column) =>
      column in initials &&
      initials[column as keyof typeof initials].includes(letter.toLowerCase()),
    mayHaveRowTable: (text) =>
      rowTitles.every((title) => title.test(text)) || anyInitials.test(text),
    isTableHeader: (text) => readTitles(text.split(' ').map(toPlainWord), text) !== undefined,
    readTableHeader: ({ words, left, text }) => {
      const row = readTitles(words, text)
      return row && { ...toTableHeader(row.titles, left), ...findOthers(dropSecondAge(row), left) }
    },
  }
}

/** A word with the ending of the other gender: `Nadador/a`, `Nageur·euse`, `Schwimmer*in`, `Zwemmer (ster)`. */
const bothGenders = /^(?<word>\p{L}{3,})\s?[/(·*.:_-]\s?-?(?<ending>\p{Ll}{1,6})\)?$/u

/** Finds the name column below a title for swimmers of both sexes. */
function findNameForBoth(
  text: string,
  findWords: (text: string) => EntryColumn | undefined,
): 'name' | undefined {
  const { word = '', ending = '' } = bothGenders.exec(text)?.groups ?? {}
  return findWords(word) === 'name' && findWords(ending) === undefined ? 'name' : undefined
}

function listInitials(words: readonly string[]): string {
  return [...new Set(words.map((word) => word[0] ?? ''))].join('')
}

/** Drops an age group beside the year of birth, because it is not read: `Jg.  AK`. */
function dropSecondAge({ titles, words }: HeaderRow): HeaderRow {
  const first = titles.findIndex(({ column }) => column === 'age')
  return { titles: titles.filter(({ column }, at) => column !== 'age' || at === first), words }
}

interface HeaderRow {
  titles: ColumnTitle[]
  words: Word[]
}

/**
 * Finds the columns below unknown titles. Names and teams may be wider than their titles, so a column after one of them
 * starts at its own title. Any other column starts where the title before it ends.
 */
function findOthers({ titles, words }: HeaderRow, left: number): Pick<TableHeader, 'others'> {
  const known = words.map((word) => titles.find((title) => title.words.includes(word)))
  const others = words.flatMap((word, at) => {
    const before = known[at - 1]
    const next = words.find((_, index) => index > at && known[index])
    if (known[at] || !next || continuesTitle(words, known, at)) return []
    const isWide = before?.column === 'name' || before?.column === 'team' || !before
    const from = (isWide && at > 0 ? word.box[0] : (before?.words.at(-1)?.box[2] ?? left)) - left
    return [{ from, to: next.box[0] - left }]
  })
  return others.length > 0 ? { others } : {}
}

/** True for the end of a known title: `KLUB / DAERAH`. */
function continuesTitle(
  words: Word[],
  known: readonly (ColumnTitle | undefined)[],
  at: number,
): boolean {
  const [before, word] = [words[at - 1], words[at]]
  if (!before || !word || measureGapEm(before, word) > maxTitleGapEm) return false
  return known[at - 1] !== undefined || continuesTitle(words, known, at - 1)
}

function toPlainWord(text: string): Word {
  return { text, box: [0, 0, 0, 0], baseline: 0, font_size: 1 }
}

/** Splits titles of narrow columns that are printed without a space between them: `LaneName`. */
function splitGluedTitles(word: Word): Word[] {
  const parts = word.text.split(/(?<=\p{Ll}\.?)(?=\p{Lu}\p{Ll})/u)
  const [left, top, right, bottom] = word.box
  const step = (right - left) / Math.max(1, word.text.length)
  let at = left
  return parts.map((text) => {
    const start = at
    at += step * text.length
    return { ...word, text, box: [start, top, at, bottom] }
  })
}

/** Takes the longest title that matches at each position. */
function findTitles(
  words: Word[],
  findColumn: (text: string) => EntryColumn | undefined,
): ColumnTitle[] {
  const titles: ColumnTitle[] = []
  for (let at = 0; at < words.length; ) {
    const title = findLongestTitle(words.slice(at, at + maxTitleWords), findColumn)
    if (title) titles.push(title)
    at += title?.words.length ?? 1
  }
  return titles
}

function findLongestTitle(
  words: Word[],
  findColumn: (text: string) => EntryColumn | undefined,
): ColumnTitle | undefined {
  for (let count = words.length; count > 0; count--) {
    const column = findColumn(joinWords(words.slice(0, count)))
    if (column) return { column, words: words.slice(0, count) }
  }
  return undefined
}

/** True if a row starts with a title for the swimmer or team and other column titles, and consists mostly of titles. */
function isHeader(titles: ColumnTitle[], words: Word[]): boolean {
  if (!titles[0] || titles[0].words[0] !== words[0]) return false
  const kinds = new Set(titles.map(({ column }) => column))
  const count = titles.reduce((sum, title) => sum + title.words.length, 0)
  const isPeople = kinds.has('name') || kinds.has('team')
  const isTable = kinds.size >= 3 || (kinds.has('seed') && kinds.size === 2)
  // Columns to fill in may follow: `Watch 1`.
  const last = titles.at(-1)?.words.at(-1)
  const end = words.findLastIndex((word) => word === last) + 1
  return isPeople && isTable && count >= minTitleShare * end
}

function toTableHeader(titles: ColumnTitle[], left: number): TableHeader {
  const edges = (column: EntryColumn): ColumnEdges | null => {
    const words = titles.find((title) => title.column === column)?.words
    const [first, last] = [words?.[0], words?.at(-1)]
    return first && last ? { left: first.box[0] - left, right: last.box[2] - left } : null
  }
  const [age, team] = [edges('age'), edges('team')]
  const first = titles[0]?.words[0]
  const isNameless = first && !edges('name') && first.box[0] - left > minNameEm * first.font_size
  if (isNameless)
    return {
      age,
      team,
      columns: [{ column: 'name', edges: { left: 0, right: 0 } }, ...listColumns(titles, edges)],
    }
  if (hasSeveralNames(titles)) return { age, team, columns: listTitles(titles, left) }
  const name = titles.find(({ column }) => column === 'name')?.words.at(-1)
  const next = titles.find(({ column }) => column === 'age' || column === 'team')?.words[0]
  const isUsual =
    !edges('name') ||
    (isAscending([edges('name'), age, team]) && isAscending([edges('name'), edges('seed')]))
  if (!isUsual) {
    return { age, team, columns: listColumns(titles, edges) }
  }
  const isSpread = name && next && measureGapEm(name, next) > minHeaderGapEm
  return isSpread ? { age, team } : { age: null, team: null }
}

/** True if family and given names have columns of their own: `Nachname     Vorname`. */
function hasSeveralNames(titles: ColumnTitle[]): boolean {
  const names = titles.filter(({ column }) => column === 'name')
  return names.some(({ words: [word] }, at) => {
    const before = names[at - 1]?.words.at(-1)
    return before !== undefined && word !== undefined && measureGapEm(before, word) > minHeaderGapEm
  })
}

function listTitles(titles: ColumnTitle[], left: number): NonNullable<TableHeader['columns']> {
  return titles.flatMap(({ column, words }) => {
    const [first, last] = [words[0], words.at(-1)]
    return first && last
      ? [{ column, edges: { left: first.box[0] - left, right: last.box[2] - left } }]
      : []
  })
}

/** Minimum width of a name column without a title, in ems. */
const minNameEm = 8

function listColumns(
  titles: ColumnTitle[],
  edges: (column: EntryColumn) => ColumnEdges | null,
): NonNullable<TableHeader['columns']> {
  return titles.flatMap(({ column }) => {
    const found = edges(column)
    return found ? [{ column, edges: found }] : []
  })
}

function isAscending(edges: (ColumnEdges | null)[]): boolean {
  const lefts = edges.flatMap((one) => one?.left ?? [])
  return lefts.every((left, index) => index === 0 || left > (lefts[index - 1] ?? 0))
}
