import type { Word } from '../../domain/reading/reading.ts'
import { boundingBox, joinWords, measureGapEm } from '../text/text-lines.ts'
import { cleanName, wideGapEm } from './cells.ts'
import type { MeetGrammar } from './grammar/grammar.ts'
import { toAge } from './grammar/rows.ts'
import type { Entry, Leg } from './meet-program.ts'
import type { SheetLine } from './page-rows.ts'

const maxLegs = 16

/**
 * Parses a row of two or four relay swimmers, with or without numbers: `1) Doe, Jane 11 2) Roe, Ann 12`. Returns an
 * empty list if the row contains anything other than names.
 */
export function readLegs(row: SheetLine, relay: Entry, grammar: MeetGrammar): Leg[] {
  if (grammar.isNotice(row.text) || grammar.hasPageNumber(row.text)) return []
  const groups = groupLegs(row.words, grammar)
  const next = (relay.legs.at(-1)?.number ?? 0) + 1
  const legs = groups.flatMap((words, index) => toLeg(words, row.page, next + index, grammar))
  const hasLegs = groups.some((words) => isNumbered(words[0]))
  const areNames = legs.every(({ name, number }) => isName(name) && number <= maxLegs)
  return areNames && (hasLegs || legs.every(({ name, age }) => age !== null || name.includes(',')))
    ? legs
    : []
}

/**
 * True for `2. Roe, Ann` below a relay team: the number continues the team's leg numbers, there is no time, and either
 * the name has a comma or lanes are printed without a full stop.
 */
export function isNumberedLegRow(
  { words, text }: SheetLine,
  relay: Entry,
  grammar: MeetGrammar,
): boolean {
  const next = (relay.legs.at(-1)?.number ?? 0) + 1
  const isNext = new RegExp(`^${next}\\.(?!\\d)`).test(text)
  const isUnlikeLane = !legNumber.test(relay.place.text) || text.includes(',')
  return isNext && isUnlikeLane && !words.some((word) => grammar.isSeed(word.text))
}

/** True for a row of leg numbers without any name. */
export function isBlankLegRow({ words }: SheetLine): boolean {
  return words.length > 0 && words.every(({ text }) => /^(?:\d{1,2}\)|_+)$/.test(text))
}

function groupLegs(words: Word[], grammar: MeetGrammar): Word[][] {
  const groups: Word[][] = []
  for (const word of words) {
    const group = groups.at(-1)
    if (group && !startsLeg(group, word, grammar)) group.push(word)
    else groups.push([word])
  }
  return groups
}

function startsLeg(group: Word[], word: Word, grammar: MeetGrammar): boolean {
  const last = group.at(-1) as Word
  if (isNumbered(word)) return true
  if (grammar.isAge(dropComma(last.text)) && group.length > 1) return true
  if (group.length === 1 && /^\d[.)]$/.test(last.text)) return false
  return !grammar.isAge(dropComma(word.text)) && measureGapEm(last, word) > wideGapEm
}

/** Drops the comma that separates legs: `DOE Jane 08, ROE Ann 09`. */
function dropComma(text: string): string {
  return text.replace(/[,;]$/, '')
}

/** `1)`, `1.` and `1)Doe`, but not `1.5`. */
const legNumber = /^(\d{1,2})(?:\)|\.(?!\d))/

function isNumbered(word: Word | undefined): boolean {
  return legNumber.test(word?.text ?? '')
}

function toLeg(words: Word[], page: number, position: number, grammar: MeetGrammar): Leg[] {
  const printed = legNumber.exec(words[0]?.text ?? '')?.[1]
  const named = words
    .map((word) => ({ ...word, text: word.text.replace(legNumber, '') }))
    .filter(({ text }) => text !== '' && !/^_+$/.test(text))
  const last = named.at(-1)
  if (!last) return []
  const hasAge = named.length > 1 && grammar.isAge(dropComma(last.text))
  const name = cleanName(hasAge ? named.slice(0, -1) : named).replace(/,$/, (comma) =>
    hasAge ? comma : '',
  )
  const age = hasAge ? toAge(last.text) : null
  const place = { page, box: boundingBox(words), text: joinWords(words) }
  return name === '' ? [] : [{ number: Number(printed ?? position), name, age, place }]
}

/** True for text with letters that is not an address, a time or a sentence. */
function isName(name: string): boolean {
  return /\p{L}/u.test(name) && !/[/@:;]|\d{3}/.test(name) && name.split(' ').length <= 6
}
