import type { Word } from '../../domain/reading/reading.ts'
import { boundingBox, gapEm, joinWords } from '../text/text-lines.ts'
import type { Entry, Leg, MeetEvent, Place } from './meet-program.ts'
import type { Row } from './page-rows.ts'
import type { TableHead } from './table-header.ts'
import { seedPattern } from './titles.ts'

/** `11`, `W11` in a mixed event, a year at school, a year of birth, `(11)`. */
const agePattern = /^\(?(?:[MWFX]?\d{1,2}|FR|SO|JR|SR|GR|5Y|(?:19|20)\d{2})\)?$/i
const gluedAge = /^(?<name>.*?\p{L}[.,]?)(?<age>[MW]\d{1,2}|\d{1,2})$/u
/** An initial that touches the age, unless the event is one of both sexes. */
const gluedInitial = /^(?<name>[A-Z])(?<age>\d{1,2})$/
const gluedSeed = /^(.*\p{L})((?:\d{1,2}:)?\d{1,2}[.,]\d{2}[YLS]?)$/u

// In ems and points.
const wideGap = 1
const slack = 2

/** The row as it stands on the page. */
export function placeOf({ page, words, text }: Row): Place {
  return { page, box: boundingBox(words), text }
}

/** The lane at the front of a row, or the place on a list. */
export function frontNumber({ words }: Row): number | undefined {
  const [, lane] = /^(\d{1,3})$/.exec(words[0]?.text ?? '') ?? []
  return lane === undefined ? undefined : Number(lane)
}

/** Undefined where a lane has nobody in it. */
export function readEntry(
  row: Row,
  head: TableHead | undefined,
  event: MeetEvent,
): Entry | undefined {
  const number = frontNumber(row)
  const words = row.words.slice(1).filter(({ text }) => !/^_+$/.test(text))
  if (number === undefined || words.length === 0) return undefined
  const { before, seed_time, qualifier } = splitSeed(words)
  const cells = event.is_relay ? relayCells(before) : swimmerCells(before, row.left, head)
  const fixed = event.is_mixed ? cells : withoutSex(cells)
  return { number, ...fixed, seed_time, qualifier, legs: [], place: placeOf(row) }
}

/** The last time of a row is the seed time; whatever follows it qualifies it. */
export function splitSeed(row: Word[]): {
  before: Word[]
  seed_time: string | null
  qualifier: string | null
} {
  const words = row.flatMap(unglueSeed)
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

/** A long team may touch the time behind it. */
function unglueSeed(word: Word): Word[] {
  const [, team, time] = gluedSeed.exec(word.text) ?? []
  if (team === undefined || time === undefined || seedPattern.test(word.text)) return [word]
  return [
    { ...word, text: team },
    { ...word, text: time },
  ]
}

type Cells = Pick<Entry, 'name' | 'age' | 'team' | 'relay'>

function relayCells(words: Word[]): Cells {
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

/** By the columns of the table where its head tells them; else the last thing like an age divides. */
function swimmerCells(words: Word[], left: number, head: TableHead | undefined): Cells {
  const { team: teamLeft = null, age = null } = head ?? {}
  const isTeam = ({ box }: Word) => teamLeft !== null && box[0] >= left + teamLeft - slack
  const teamAt = teamLeft === null ? teamByOrder(words) : words.findIndex(isTeam)
  const named = teamAt < 0 ? words : words.slice(0, teamAt)
  const team = teamAt < 0 ? null : joinWords(words.slice(teamAt))
  const ageLeft = age === null ? -Infinity : left + age - slack
  return { ...splitAge(named, ageLeft), team, relay: null }
}

function teamByOrder(words: Word[]): number {
  const age = words.findLastIndex(
    ({ text }, at) => at > 0 && at < words.length - 1 && agePattern.test(text),
  )
  if (age > 0) return age + 1
  const gap = words.findIndex((word, at) => at > 0 && gapEm(words[at - 1] as Word, word) > wideGap)
  return gap > 0 ? gap : words.length > 2 ? words.length - 1 : -1
}

/** A long name may touch its age, or even run into it. */
function splitAge(words: Word[], ageLeft: number): Pick<Entry, 'name' | 'age'> {
  const last = words.at(-1)
  if (!last || last.box[2] < ageLeft) return { name: cleanName(words), age: null }
  if (words.length > 1 && agePattern.test(last.text)) {
    return { name: cleanName(words.slice(0, -1)), age: last.text.replace(/[()]/g, '') }
  }
  const { name, age } = ageLeft > 0 ? (gluedAge.exec(last.text)?.groups ?? {}) : {}
  if (name === undefined || age === undefined) return { name: cleanName(words), age: null }
  return { name: cleanName([...words.slice(0, -1), { ...last, text: name }]), age }
}

/** Only events of both sexes say which one it is. */
function withoutSex(cells: Cells): Cells {
  const { name, age } = gluedInitial.exec(cells.age ?? '')?.groups ?? {}
  return name && age && cells.name ? { ...cells, name: `${cells.name} ${name}`, age } : cells
}

/** A star in front marks a swimmer of another country. */
function cleanName(words: Word[]): string {
  return joinWords(words)
    .replace(/^\*\s*/, '')
    .trim()
}

/** The swimmers of a relay, two or four to a row: `1) Doe, Jane 11   2) Roe, Ann 12`, or without numbers. */
export function readLegs(row: Row): Leg[] {
  const groups: Word[][] = []
  for (const word of row.words) {
    const group = groups.at(-1)
    if (group && !beginsLeg(group, word)) group.push(word)
    else groups.push([word])
  }
  return groups.flatMap((words) => toLeg(words, row.page))
}

function beginsLeg(group: Word[], word: Word): boolean {
  const last = group.at(-1) as Word
  if (/^\d\)/.test(word.text)) return true
  if (agePattern.test(last.text) && group.length > 1) return true
  return !agePattern.test(word.text) && gapEm(last, word) > wideGap
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
