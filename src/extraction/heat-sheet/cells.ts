import type { Word } from '../../domain/reading/reading.ts'
import { joinWords, measureGapEm, toSegments } from '../text/text-lines.ts'
import type { MeetGrammar } from './grammar/grammar.ts'
import type { EntryColumn } from '../../domain/heat-sheet/meet-vocabulary.ts'
import { dropGroupBesideYear, toAge } from './grammar/rows.ts'
import {
  type ColumnEdges,
  type OtherColumn,
  precedesName,
  type TableHeader,
} from './grammar/table-header.ts'
import type { Entry } from './meet-program.ts'
import { readRunningCells } from './running-cells.ts'

const attachedAge =
  /^(?<name>.*?\p{L}[.,]?)(?<age>[MW]\d{1,2}|\d{1,2}|(?:19|20)\d{2}|(?<=\p{Ll}[.,]?)(?:FR|SO|JR|SR|GR))$/u

export const wideGapEm = 1
/** Maximum gap between the words of one cell, in ems. */
const wordGapEm = 0.5
const tolerancePt = 2
/** Maximum distance between an age and its column title, in ems. An age farther away belongs to another column. */
const maxAgeDistanceEm = 3

export type EntryCells = Pick<Entry, 'name' | 'age' | 'team' | 'relay' | 'cells' | 'is_guess'>

/** The table that a row belongs to. */
interface Table {
  /** Left edge of the page column. */
  left: number
  header: TableHeader | undefined
  grammar: MeetGrammar
}

/** Reads `LAKE-XX X12 A`, `1. Mannschaft (X) 2008 Some Club` and `Some School   County`. */
export function readRelayCells(words: Word[], { grammar }: Table): EntryCells {
  const cells = toSegments(words, 0).map(({ text }) => text)
  const age = cells.findIndex((cell, at) => at > 0 && at < cells.length - 1 && grammar.isAge(cell))
  const club = cells.slice(age + 1).join(' ')
  if (age > 0 && club.length > 1) {
    const relay = grammar.parseSquad(cells.slice(0, age).join(' '))
    return { name: null, age: cells[age] ?? null, team: club, relay }
  }
  const repeated = splitRepeatedClub(cells, grammar)
  if (repeated) return { name: null, age: null, ...repeated }
  const last = (words.at(-1)?.text ?? '').replace(quotation, '')
  const isMarked = words.length > 1 && /^(?:[A-Z]|\d)$/.test(last)
  const rest = isMarked ? words.slice(0, -1) : words
  const squad = grammar.splitSquad(toSegments(words, 0)[0]?.text ?? '')
  if (squad) return { name: null, age: null, ...squad }
  const hasCode = rest.length > 1 && /^[XMWF]\d{1,3}$/.test(rest.at(-1)?.text ?? '')
  const team = hasCode ? rest.slice(0, -1) : rest
  return {
    name: null,
    age: hasCode ? (rest.at(-1)?.text ?? null) : null,
    team: isMarked ? joinWords(team) : (toSegments(team, 0)[0]?.text ?? null),
    relay: isMarked ? last : null,
  }
}

const quotation = /^["'“”„‘’]+|["'“”„‘’]+$/g

/** Reads a team that is named after its club, with the club in a separate column: `SK Lake 1    SK Lake`. */
function splitRepeatedClub(
  cells: string[],
  grammar: MeetGrammar,
): Pick<EntryCells, 'team' | 'relay'> | undefined {
  const team = cells.find((club) => cells.some((cell) => cell.startsWith(`${club} `)))
  const name = cells.find((cell) => cell.startsWith(`${team} `))
  if (team === undefined || name === undefined) return undefined
  return { team, relay: grammar.parseSquad(name.slice(team.length).trim().replace(quotation, '')) }
}

/**
 * Reads an individual entry's cells. The age, which the header row locates, separates the name from the team. If the
 * age is missing or touches the name, the left edge of the team column separates them. If that edge is unknown, word
 * order does.
 */
export function readSwimmerCells(row: Word[], table: Table): EntryCells {
  const words = dropGroupBesideYear(dropOtherColumns(row, table))
  const cells = readNamedCells(words, table)
  const first = row.findIndex((word) => words.includes(word))
  // Below an unknown title before the name may be part of the name.
  const isLost = row.slice(0, first).some(({ text }) => /\p{Ll}{2}/u.test(text))
  return isLost ? { ...cells, is_guess: true } : cells
}

function readNamedCells(words: Word[], { left, header, grammar }: Table): EntryCells {
  if (header?.columns) return readByColumns(words, { left, header, grammar }, header.columns)
  const running = header ? undefined : readRunningCells(words, grammar)
  if (running) return running
  const withAgeFirst = header ? undefined : readAgeFirst(words, grammar)
  if (withAgeFirst) return withAgeFirst
  const withCode = header?.team ? undefined : readTeamCode(words, grammar)
  if (withCode) return withCode
  const at = findAge(words, { left, header, grammar })
  if (at > 0) {
    // A long name may overlap the age.
    const isOverAge = ({ box }: Word) => box[0] < (words[at]?.box[2] ?? 0)
    const after = words.slice(at + 1)
    const rest = after.filter((word) => !isOverAge(word))
    const group = /\/\p{L}+$/u.test(words[at]?.text ?? '') && /^\d{2,3}$/.test(rest[0]?.text ?? '')
    const age = toAge(joinWords(words.slice(at, at + (group ? 2 : 1))))
    const cells = header || after.length > 0 ? undefined : splitInTwo(words.slice(0, at))
    return {
      ...(cells && { cells }),
      name: cleanName([...words.slice(0, at), ...after.filter(isOverAge)]),
      age,
      team: readTeam(dropAgeGroup(group ? rest.slice(1) : rest, grammar)),
      relay: null,
    }
  }
  return readWithoutAge(
    words.flatMap((word) => splitLeadingAge(word, left, header)),
    {
      left,
      header,
      grammar,
    },
  )
}

/** Reads `2013   Ida Tamm   Lake SC`: in a table without a header, a year before a wide gap comes before the name. */
function readAgeFirst(words: Word[], grammar: MeetGrammar): EntryCells | undefined {
  const [age, name] = words
  if (!age || !name || !/^\(?(?:19|20)\d{2}\)?$/.test(age.text)) return undefined
  const isName = /^\p{L}/u.test(name.text) && measureGapEm(age, name) > wideGapEm
  if (!isName || words.slice(1).some(({ text }) => grammar.isAge(text))) return undefined
  const rest = readWithoutAge(words.slice(1), { left: 0, header: undefined, grammar })
  return { ...rest, age: toAge(age.text) }
}

/** `W13` or a sport class such as `SB9`. */
const ageGroup = /^[MWFXSU][BM]?\d+$/

/**
 * Reads `BVST Lee, Nora 16`. In a table without a header, a code separated by a wide gap from a name with a comma is
 * the team.
 */
function readTeamCode(words: Word[], grammar: MeetGrammar): EntryCells | undefined {
  const [code, ...rest] = words
  const [first] = rest
  if (!code || !first || !/^[A-Z][A-Z\d&-]{1,7}$/.test(code.text)) return undefined
  if (ageGroup.test(code.text)) return undefined
  const at = rest.findIndex(({ text }, index) => index > 0 && grammar.isAge(text))
  const { name, age } =
    at > 0
      ? { name: cleanName(rest.toSpliced(at, 1)), age: toAge(rest[at]?.text ?? '') }
      : splitAttachedAge(rest, first.box[2])
  // The end of a long name may overlap the age.
  const isLast = at < 0 || rest.slice(at + 1).every(({ box }) => box[0] < (rest[at]?.box[2] ?? 0))
  const isName = name !== null && /^[^\d,]+,[^\d,]*$/.test(name)
  const isApart = measureGapEm(code, first) > wideGapEm
  // If a third cell contains a club, the code is a country or a group.
  const hasClub = at < 0 && toSegments(rest, 0).length > 1
  return isName && isLast && isApart && !hasClub
    ? { name, age, team: code.text, relay: null }
    : undefined
}

/**
 * Drops cells below irrelevant column titles, such as licence, class or exceptions, before the name is read. If no
 * title is known to be for ages, keeps ages, because an unknown title may name their column.
 */
function dropOtherColumns(words: Word[], { left, header, grammar }: Table): Word[] {
  const others = header?.others ?? []
  if (others.length === 0) return words
  const isAge = (word: Word) => header?.age === null && grammar.isAge(word.text)
  const isBelow = ({ box }: Word, { from, to }: OtherColumn) =>
    box[0] >= left + from - tolerancePt && box[2] <= left + to + tolerancePt
  const kept = words.filter((word) => isAge(word) || !others.some((other) => isBelow(word, other)))
  return kept.length > 0 ? kept : words
}

/** Assigns each cell to the column with the nearest title, for tables whose columns are in another order. */
function readByColumns(
  words: Word[],
  { left, header, grammar }: Table,
  columns: NonNullable<TableHeader['columns']>,
): EntryCells {
  const ages = { age: header?.age ?? null, team: null, columns }
  const at = ages.age ? findAge(words, { left, header: ages, grammar }) : -1
  const others = columns.filter(({ column }) => column === 'name' || column === 'team')
  const cells = [
    ...toSegments(words.slice(0, Math.max(at, 0)), 0),
    ...toSegments(words.slice(at + 1), 0),
  ]
  const found = new Map<EntryColumn, string>()
  for (const { box, text } of cells) {
    const distances = others.map(({ column, edges }) => ({
      column,
      distance: Math.abs(box[0] - left - edges.left),
    }))
    const nearest = distances.toSorted((a, b) => a.distance - b.distance)[0]?.column
    if (nearest) found.set(nearest, [found.get(nearest), text].filter(Boolean).join(' '))
  }
  const age = at >= 0 ? toAge(words[at]?.text ?? '') : null
  return { name: found.get('name') ?? null, age, team: found.get('team') ?? null, relay: null }
}

function readWithoutAge(words: Word[], table: Table): EntryCells {
  const { left, header } = table
  const split = findAge(words, table)
  if (split > 0) return readSwimmerCells(words, table)
  const bracketed = readBracketedTeam(words, table)
  if (bracketed) return bracketed
  const { team = null, age = null } = header ?? {}
  const isTeam = ({ box }: Word) => team !== null && box[0] >= left + team.left - tolerancePt
  const byHeader = team === null ? -1 : words.findIndex(isTeam)
  const teamAt = byHeader > 0 ? byHeader : findGap(words)
  const named = teamAt < 0 ? words : words.slice(0, teamAt)
  const ageLeft = age === null ? -Infinity : left + age.left - tolerancePt
  return {
    ...splitAttachedAge(named, ageLeft),
    ...(teamAt > 0 && isGuess(words, teamAt) && { is_guess: true as const }),
    team: teamAt < 0 ? null : readTeam(words.slice(teamAt)),
    relay: null,
  }
}

/** Reads `Ann Roe (Lake SC)` and `Ann Roe (2012, Lake SC)`. */
function readBracketedTeam(words: Word[], { grammar }: Table): EntryCells | undefined {
  const text = joinWords(words).replace(outerSeparators, '')
  const [, name, inside = ''] = /^(\p{L}[^()\d]*?)\s?\(([^()]+)\)$/u.exec(text) ?? []
  const [first = '', ...rest] = inside.split(/[,/]\s*/)
  const hasAge = grammar.isAge(first)
  const team = hasAge ? rest.join(', ') : inside
  if (name === undefined || !/\p{L}{2}/u.test(team)) return undefined
  return { name, age: hasAge ? toAge(first) : null, team, relay: null }
}

/** True if no gap separates the team from the name, and neither a comma nor a code does. */
function isGuess(words: Word[], teamAt: number): boolean {
  const [last, team] = [words[teamAt - 1], words[teamAt]]
  const isApart = last && team && measureGapEm(last, team) > wordGapEm
  const isCode = /^[A-Z\d&-]{3,}$/.test(team?.text ?? '')
  return !isApart && !isCode && !words.some(({ text }) => text.endsWith(','))
}

function splitInTwo(words: Word[]): [string, string] | undefined {
  const [first, second, ...others] = toSegments(words, 0).map(({ text }) => text)
  return first !== undefined && second !== undefined && others.length === 0
    ? [first, second]
    : undefined
}

/** Splits an age from a team that touches it, if the word starts in the age column. */
function splitLeadingAge(word: Word, left: number, header: TableHeader | undefined): Word[] {
  const [, age, team] = /^(\d{1,2})(\p{L}.+)$/u.exec(word.text) ?? []
  const { age: ageEdges, team: teamEdges } = header ?? {}
  if (age === undefined || team === undefined || !ageEdges || !teamEdges) return [word]
  const start = word.box[0] - left
  const isAge = start >= ageEdges.left - word.font_size && start < teamEdges.left - tolerancePt
  if (!isAge) return [word]
  const middle = word.box[0] + ((word.box[2] - word.box[0]) * age.length) / word.text.length
  return [
    { ...word, text: age, box: [word.box[0], word.box[1], middle, word.box[3]] },
    { ...word, text: team, box: [middle, word.box[1], word.box[2], word.box[3]] },
  ]
}

/** Returns the index of the age, or -1. */
function findAge(words: Word[], { left, header, grammar }: Table): number {
  const first = precedesName(header, 'age') ? 0 : 1
  const teamLeft = left + (header?.team?.left ?? Infinity) - tolerancePt
  // If the table has no age column, a number below the team title belongs to the team.
  const isPossible = ({ box }: Word) => header?.age !== null || box[0] < teamLeft
  const candidates = words.flatMap((word, at) =>
    at >= first && grammar.isAge(word.text) && isPossible(word) ? [at] : [],
  )
  const age = header?.age
  if (age) return findNearestAge(words, candidates, { left, age, team: header.team })
  const comma = words.findIndex(({ text }) => text.includes(',') && !grammar.isAge(text))
  const isApart = (at: number) => {
    const [before, word] = [words[at - 1], words[at]]
    return before && word && measureGapEm(before, word) > wideGapEm
  }
  const plausible = candidates.filter((at) => at > comma && (at < words.length - 1 || isApart(at)))
  return plausible.find(isApart) ?? plausible[0] ?? -1
}

/** Prefers a number below the column title to one beside it, because a team may start with a number. */
function findNearestAge(
  words: Word[],
  candidates: number[],
  { left, age, team }: { left: number; age: ColumnEdges; team: ColumnEdges | null },
): number {
  const scored = candidates.flatMap((at) => {
    const { box, font_size } = words[at] as Word
    const distance = Math.max(left + age.left - box[2], box[0] - left - age.right, 0)
    const next = words[at + 1]
    const isAttached = next !== undefined && measureGapEm(words[at] as Word, next) < wordGapEm
    const isTeam =
      distance > 0 && isAttached && team !== null && box[0] >= left + team.left - tolerancePt
    return distance <= maxAgeDistanceEm * font_size && !isTeam ? [{ at, distance }] : []
  })
  return scored.toSorted((a, b) => a.distance - b.distance)[0]?.at ?? -1
}

/** Returns the index of the first word after a wide gap. Without a gap, only the last word is the team. */
function findGap(words: Word[]): number {
  const gap = words.findIndex(
    (word, at) => at > 0 && measureGapEm(words[at - 1] as Word, word) > wideGapEm,
  )
  return gap > 0 ? gap : words.length > 2 ? words.length - 1 : -1
}

/** Drops an age group beside the age: `AK 65`. */
function dropAgeGroup(words: Word[], grammar: MeetGrammar): Word[] {
  const [first] = toSegments(words, 0)
  return first && first.words.length < words.length && grammar.isAgeGroup(first.text)
    ? words.slice(first.words.length)
    : words
}

/** Drops a country before the team, and short codes after it, if wide gaps separate them from the team. */
function readTeam(words: Word[]): string | null {
  const cells = toSegments(words, 0).map(({ text }) => text)
  const isCode = (cell: string) => /^(?:[A-Z]{1,3}|\d{1,3})$/.test(cell)
  const first = cells.length > 1 && /^[A-Z]{3}$/.test(cells[0] ?? '') ? 1 : 0
  const end = cells.findLastIndex((cell, at) => at === first || !isCode(cell))
  const team = cells
    .slice(first, end + 1)
    .join(' ')
    .replace(outerSeparators, '')
    .replace(/^\[(.+)\]$|^\(([^()]+)\)$/, '$1$2')
  return team === '' ? null : team
}

/** Separators between cells: `Lane 1: Ann Roe (14), Lake SC - 1:02.33`. */
const outerSeparators = /^(?:[-–—,;:|/·•]+\s+)+|\s*[-–—,;:|/·•]+$/g

/** Splits an age from a long name that touches or overlaps it. */
function splitAttachedAge(words: Word[], ageLeft: number): Pick<Entry, 'name' | 'age'> {
  const last = words.at(-1)
  const isNear = last !== undefined && ageLeft > 0 && last.box[2] >= ageLeft
  const { name, age } = isNear ? (attachedAge.exec(last.text)?.groups ?? {}) : {}
  if (!last || name === undefined || age === undefined) return { name: cleanName(words), age: null }
  return { name: cleanName([...words.slice(0, -1), { ...last, text: name }]), age }
}

/** Drops the asterisk that marks a foreign swimmer, and the sport class of a para swimmer (`S10`, `SB9`). */
export function cleanName(words: Word[]): string {
  return joinWords(words)
    .replace(/^\*\s*|\s*\*$/g, '')
    .replace(/(?<=\p{L}.*)\s+S[BM]?\d{1,2}$/u, '')
    .replace(/\s+[-–—|/·•]+$/, '')
    .trim()
}
