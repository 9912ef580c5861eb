import type { Word } from '../../domain/reading/reading.ts'
import type { TextLocation } from '../text/location.ts'
import { boundingBox, joinWords, measureGapEm } from '../text/text-lines.ts'
import { type EntryCells, readRelayCells, readSwimmerCells, wideGapEm } from './cells.ts'
import type { MeetGrammar } from './grammar/grammar.ts'
import type { RowFront } from './grammar/rows.ts'
import { precedesName, type TableHeader } from './grammar/table-header.ts'
import type { Entry, Heat, MeetEvent } from './meet-program.ts'
import type { SheetLine } from './page-rows.ts'

/** Matches an initial attached to the age. In a mixed event, the letter is the swimmer's sex. */
const attachedInitial = /^(?<name>[A-Z])(?<age>\d{1,2})$/
/**
 * Matches a time that touches the team before it or the standard after it: `LAKE-XX2:34.77`, `37.83YZONE`. An X after a
 * code such as `LAKE-XX` marks an exhibition swim.
 */
const attachedSeed =
  /^(?<team>(?!X\d)(?:.*-[A-Z]{2}(?=X\d)|.*\p{L}))?(?<time>X?(?:\d{1,2}:)?\d{1,2}[.,]\d{2}[YLSM]?)(?<standard>[\p{Lu}&][\p{L}\d&]{0,7})?$/u

export function locateRow({
  page,
  words,
  text,
  printed,
}: Pick<SheetLine, 'page' | 'words' | 'text' | 'printed'>): TextLocation {
  return { page, box: boundingBox(printed ?? words), text }
}

/**
 * A licence such as `1234567` or `AB-104729`. It has at least five digits and no full stop or colon, so it is neither a
 * year nor a time.
 */
const licencePattern = /^(?=(?:\D*\d){5})[A-Z\d/-]+$/i

/** The titles under which a row is printed. */
export interface RowContext {
  event: MeetEvent
  header: TableHeader | undefined
  grammar: MeetGrammar
}

/** Returns undefined for an empty lane. */
export function readEntry(row: SheetLine, front: RowFront, context: RowContext): Entry | undefined {
  const { event, header, grammar } = context
  const words = row.words.slice(front.count).filter(({ text }) => !/^_+$/.test(text))
  if (words.length === 0 || grammar.isVacant(joinWords(words))) return undefined
  const { before, seed_time, qualifier } = splitSeed(words, grammar, precedesName(header, 'seed'))
  const table = { left: row.left, header, grammar }
  const cells = event.is_relay
    ? readRelayCells(before, table)
    : readSwimmerCells(
        before.filter(({ text }) => !licencePattern.test(text)),
        table,
      )
  const corrected = isSexBeforeAge(cells.age, before, context) ? cells : moveAttachedInitial(cells)
  // Lane 0 before the first heat means that no lane is assigned yet.
  const number = front.number === 0 && front.is_lane ? null : front.number
  return { number, ...corrected, seed_time, qualifier, legs: [], place: locateRow(row) }
}

interface SeedSplit {
  before: Word[]
  seed_time: string | null
  qualifier: string | null
}

/**
 * Splits a row into the words before the seed time, the seed time and the qualifier after it. The last time is the seed
 * time, unless the time column is the first one.
 */
function splitSeed(row: Word[], grammar: MeetGrammar, isFirst: boolean): SeedSplit {
  const words = joinNoTime(row, grammar).flatMap((word) => splitAttachedSeed(word, grammar))
  const [first, ...rest] = words
  if (isFirst && first && grammar.isSeed(first.text))
    return { before: rest, seed_time: first.text, qualifier: null }
  const index = words.findLastIndex(({ text }, at) => at > 0 && grammar.isSeed(text))
  if (index < 0) return { before: words, seed_time: null, qualifier: null }
  const after = joinWords(words.slice(index + 1))
    .replace(/_+/g, '')
    .trim()
  return {
    before: words.slice(0, index),
    seed_time: words[index]?.text ?? null,
    qualifier: after === '' ? null : after,
  }
}

/** Joins the words of a phrase that means "no time" and ends the row: `ingen tid`. */
function joinNoTime(words: Word[], grammar: MeetGrammar): Word[] {
  const phrase = words.slice(-2)
  const [first, last] = phrase
  if (!first || !last || words.length < 3 || grammar.isSeed(last.text)) return words
  const text = joinWords(phrase)
  return grammar.isSeed(text)
    ? [...words.slice(0, -2), { ...last, text, box: boundingBox(phrase) }]
    : words
}

/** Splits a seed time from a long team name or a standard that touches it. */
function splitAttachedSeed(word: Word, grammar: MeetGrammar): Word[] {
  const { team, time, standard } = attachedSeed.exec(word.text)?.groups ?? {}
  if (time === undefined || grammar.isSeed(word.text)) return [word]
  return [team, time, standard].flatMap((part) =>
    part === undefined ? [] : [{ ...word, text: part }],
  )
}

/**
 * True if the sex comes before the age. In events for one sex, a letter counts only if a gap separates it from the
 * name.
 */
function isSexBeforeAge(
  age: string | null,
  words: Word[],
  { event, grammar }: RowContext,
): boolean {
  if (event.is_mixed) return true
  const letter = attachedInitial.exec(age ?? '')?.groups?.['name'] ?? ''
  const at = words.findIndex(({ text }) => text === age)
  const [before, word] = [words[at - 1], words[at]]
  const isApart = before && word && measureGapEm(before, word) > wideGapEm
  return Boolean(isApart) && /[WFM]/.test(letter) && grammar.isSexOf(letter, event.name)
}

/** Treats a letter before the age as an initial, because it is part of a long name that touches the age. */
function moveAttachedInitial(cells: EntryCells): EntryCells {
  const { name, age } = attachedInitial.exec(cells.age ?? '')?.groups ?? {}
  return name && age && cells.name ? { ...cells, name: `${cells.name} ${name}`, age } : cells
}

/** Minimum number of rows. Fewer rows do not show which cells repeat. */
const minRows = 6
/** Minimum numbers of rows and of different swimmers per team, because teams repeat. */
const minRowsPerTeam = 3
const minSwimmersPerTeam = 2
/** Minimum number of swimmers per code. Fewer swimmers may be one family. */
const minSwimmersPerCode = 5

/**
 * Finds teams in a table without a header, where a team may precede the name, or be between name and age. The cells in
 * one column then repeat, unlike family names beside given names. If the repeated values may be something else, the
 * cells are kept, so that the entries are reported.
 */
export function assignTeams(heats: Heat[]): Heat[] {
  const pairs = heats.flatMap(({ entries }) =>
    entries.flatMap(({ cells }) => (cells ? [cells] : [])),
  )
  const repeated = findRepeatedCell(pairs)
  const hasLetters = pairs.some(([first]) => first.length === 1)
  const isClear = !hasLetters && (repeated === undefined || areTeams(pairs, repeated))
  return heats.map((heat) => ({
    ...heat,
    entries: isClear ? heat.entries.map((entry) => assignTeam(entry, repeated)) : heat.entries,
  }))
}

type Pairs = readonly [string, string][]

/** Returns the position of the cell with few distinct values. */
function findRepeatedCell(pairs: Pairs): 0 | 1 | undefined {
  const [first, second] = [countValues(pairs, 0), countValues(pairs, 1)]
  const isTeam = (own: number, other: number) =>
    own * minRowsPerTeam <= pairs.length && own * minSwimmersPerTeam <= other
  if (pairs.length < minRows) return undefined
  if (isTeam(first, second)) return 0
  return isTeam(second, first) ? 1 : undefined
}

function countValues(pairs: Pairs, place: 0 | 1): number {
  return new Set(pairs.map((cells) => cells[place])).size
}

/**
 * True if the repeated values are teams. Most teams have several words. A single word that repeats may be a family name
 * or a sex, unless each such word is a code beside the full names of several swimmers.
 */
function areTeams(pairs: Pairs, place: 0 | 1): boolean {
  const values = [...new Set(pairs.map((cells) => cells[place]))]
  if (values.filter((value) => value.includes(' ')).length * 2 > values.length) return true
  const names = pairs.map((cells) => cells[place === 0 ? 1 : 0])
  const hasSwimmers = (value: string) =>
    new Set(names.filter((_, at) => pairs[at]?.[place] === value)).size >= minSwimmersPerCode
  return (
    names.every((name) => name.includes(' ')) &&
    values.every((value) => /^[A-Z]{3,8}$/.test(value) && hasSwimmers(value))
  )
}

function assignTeam({ cells, ...entry }: Entry, team: 0 | 1 | undefined): Entry {
  if (!cells || team === undefined) return entry
  return { ...entry, name: cells[team === 0 ? 1 : 0], team: cells[team] }
}
