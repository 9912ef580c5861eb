import type { Word } from '../../domain/reading/reading.ts'
import { boundingBox, measureGapEm, joinWords } from '../text/text-lines.ts'
import type { Entry, Leg, MeetEvent } from './meet-program.ts'
import type { TextLocation } from '../text/location.ts'
import type { Row } from './page-rows.ts'
import type { TableHeader } from './table-header.ts'
import { seedPattern } from './titles.ts'

/** Matches `11`, `W11` in a mixed event, a school year, a year of birth and `(11)`. */
const agePattern = /^\(?(?:[MWFX]?\d{1,2}|FR|SO|JR|SR|GR|5Y|(?:19|20)\d{2})\)?$/i
const attachedAge = /^(?<name>.*?\p{L}[.,]?)(?<age>[MW]\d{1,2}|\d{1,2})$/u
/** Matches an initial attached to the age; in a mixed event the letter is the sex. */
const attachedInitial = /^(?<name>[A-Z])(?<age>\d{1,2})$/
const attachedSeed = /^(.*\p{L})((?:\d{1,2}:)?\d{1,2}[.,]\d{2}[YLS]?)$/u

const wideGapEm = 1
const tolerancePt = 2

export function locateRow({ page, words, text }: Row): TextLocation {
  return { page, box: boundingBox(words), text }
}

/** Returns the lane or list position at the start of a row. */
export function readLeadingNumber({ words }: Row): number | undefined {
  const [, lane] = /^(\d{1,3})$/.exec(words[0]?.text ?? '') ?? []
  return lane === undefined ? undefined : Number(lane)
}

/** Returns undefined for an empty lane. */
export function readEntry(
  row: Row,
  header: TableHeader | undefined,
  event: MeetEvent,
): Entry | undefined {
  const number = readLeadingNumber(row)
  const words = row.words.slice(1).filter(({ text }) => !/^_+$/.test(text))
  if (number === undefined || words.length === 0) return undefined
  const { before, seed_time, qualifier } = splitSeed(words)
  const cells = event.is_relay ? readRelayCells(before) : readSwimmerCells(before, row.left, header)
  const corrected = event.is_mixed ? cells : moveAttachedInitial(cells)
  return { number, ...corrected, seed_time, qualifier, legs: [], place: locateRow(row) }
}

/** Takes the last time in a row as the seed time and the text after it as the qualifier. */
export function splitSeed(row: Word[]): {
  before: Word[]
  seed_time: string | null
  qualifier: string | null
} {
  const words = row.flatMap(splitAttachedSeed)
  const index = words.findLastIndex(({ text }, at) => at > 0 && seedPattern.test(text))
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

/** Splits a seed time from a long team name that touches it. */
function splitAttachedSeed(word: Word): Word[] {
  const [, team, time] = attachedSeed.exec(word.text) ?? []
  if (team === undefined || time === undefined || seedPattern.test(word.text)) return [word]
  return [
    { ...word, text: team },
    { ...word, text: time },
  ]
}

type Cells = Pick<Entry, 'name' | 'age' | 'team' | 'relay'>

function readRelayCells(words: Word[]): Cells {
  const hasLetter = words.length > 1 && /^[A-Z]$/.test(words.at(-1)?.text ?? '')
  const rest = hasLetter ? words.slice(0, -1) : words
  const hasCode = rest.length > 1 && /^[XMWF]\d{1,3}$/.test(rest.at(-1)?.text ?? '')
  return {
    name: null,
    age: hasCode ? (rest.at(-1)?.text ?? null) : null,
    team: joinWords(hasCode ? rest.slice(0, -1) : rest),
    relay: hasLetter ? (words.at(-1)?.text ?? null) : null,
  }
}

/** Uses the header row's columns if known; otherwise the last word that looks like an age ends the name. */
function readSwimmerCells(words: Word[], left: number, header: TableHeader | undefined): Cells {
  const { team: teamLeft = null, age = null } = header ?? {}
  const isTeam = ({ box }: Word) => teamLeft !== null && box[0] >= left + teamLeft - tolerancePt
  const teamAt = teamLeft === null ? findTeamByOrder(words) : words.findIndex(isTeam)
  const named = teamAt < 0 ? words : words.slice(0, teamAt)
  const team = teamAt < 0 ? null : joinWords(words.slice(teamAt))
  const ageLeft = age === null ? -Infinity : left + age - tolerancePt
  return { ...splitAge(named, ageLeft), team, relay: null }
}

function findTeamByOrder(words: Word[]): number {
  const age = words.findLastIndex(
    ({ text }, at) => at > 0 && at < words.length - 1 && agePattern.test(text),
  )
  if (age > 0) return age + 1
  const gap = words.findIndex(
    (word, at) => at > 0 && measureGapEm(words[at - 1] as Word, word) > wideGapEm,
  )
  return gap > 0 ? gap : words.length > 2 ? words.length - 1 : -1
}

/** Splits an age from a long name that touches or overlaps it. */
function splitAge(words: Word[], ageLeft: number): Pick<Entry, 'name' | 'age'> {
  const last = words.at(-1)
  if (!last || last.box[2] < ageLeft) return { name: cleanName(words), age: null }
  if (words.length > 1 && agePattern.test(last.text)) {
    return { name: cleanName(words.slice(0, -1)), age: last.text.replace(/[()]/g, '') }
  }
  const { name, age } = ageLeft > 0 ? (attachedAge.exec(last.text)?.groups ?? {}) : {}
  if (name === undefined || age === undefined) return { name: cleanName(words), age: null }
  return { name: cleanName([...words.slice(0, -1), { ...last, text: name }]), age }
}

/** Treats a letter before the age as an initial, because only mixed events print the sex there. */
function moveAttachedInitial(cells: Cells): Cells {
  const { name, age } = attachedInitial.exec(cells.age ?? '')?.groups ?? {}
  return name && age && cells.name ? { ...cells, name: `${cells.name} ${name}`, age } : cells
}

/** Drops the leading asterisk that marks a foreign swimmer. */
function cleanName(words: Word[]): string {
  return joinWords(words)
    .replace(/^\*\s*/, '')
    .trim()
}

/** Parses relay swimmers, two or four per row, with or without numbers: `1) Doe, Jane 11   2) Roe, Ann 12`. */
export function readLegs(row: Row): Leg[] {
  const groups: Word[][] = []
  for (const word of row.words) {
    const group = groups.at(-1)
    if (group && !startsLeg(group, word)) group.push(word)
    else groups.push([word])
  }
  return groups.flatMap((words) => toLeg(words, row.page))
}

function startsLeg(group: Word[], word: Word): boolean {
  const last = group.at(-1) as Word
  if (/^\d\)/.test(word.text)) return true
  if (agePattern.test(last.text) && group.length > 1) return true
  return !agePattern.test(word.text) && measureGapEm(last, word) > wideGapEm
}

function toLeg(words: Word[], page: number): Leg[] {
  const named = words
    .map((word) => ({ ...word, text: word.text.replace(/^\d\)/, '') }))
    .filter(({ text }) => text !== '' && !/^_+$/.test(text))
  if (named.length === 0) return []
  const { name, age } = splitAge(named, -Infinity)
  const place = { page, box: boundingBox(words), text: joinWords(words) }
  return name ? [{ name, age, place }] : []
}
