import type { Word } from '../../../domain/reading/reading.ts'
import { joinWords } from '../../text/text-lines.ts'
import { endsWithHyphen, isFullLine } from './cell-lines.ts'
import { toAge } from './rows.ts'
import type { GridCell } from './grid.ts'
import type { MeetGrammar } from './grammar.ts'

export interface CellValues {
  name: string
  age: string
  team: string
  seed: string
}

interface CellParts {
  /** Lines of the name and the team. */
  text: Word[][]
  age: string
  seed: string
}

/** Fewer cells do not show which of their lines repeat. */
const minCells = 6
const minSwimmersPerTeam = 1.5

/**
 * Reads the name, age, team and time in each cell of a grid. Leaves out empty lanes, and cells with more lines than
 * usual if it is unclear which line is divided.
 */
export function readGridCells(
  cells: GridCell[],
  grammar: MeetGrammar,
): Map<GridCell, CellValues | undefined> {
  const withAges = cells.map((cell) => splitParts(cell, grammar, true))
  // Elsewhere, a year is the end of a team's name: `SC Lake 1920`.
  const hasAges = withAges.filter(({ age }) => age !== '').length * 2 > cells.length
  const parts = hasAges ? withAges : cells.map((cell) => splitParts(cell, grammar, false))
  const hasTeams = parts.filter(({ text }) => text.length > 1).length * 2 >= cells.length
  const names = hasTeams
    ? splitTeams(parts.map(({ text }, at) => ({ lines: text, width: cells[at]?.width ?? 0 })))
    : parts.map(({ text }, at) => joinLines(text, 1, cells[at]?.width ?? 0))
  return new Map(
    cells.map((cell, at) => {
      const { age = '', seed = '' } = parts[at] ?? {}
      const [name, team = ''] = names[at] ?? []
      return [cell, name === undefined ? undefined : { name, age, team, seed }] as const
    }),
  )
}

export function isEmptyCell({ lines }: GridCell, grammar: MeetGrammar): boolean {
  return grammar.isVacant(joinWords(lines.flat()))
}

interface TextLines {
  lines: Word[][]
  width: number
}

/**
 * Splits the text of each cell into name and team. Teams repeat, unlike the two parts of a long name. If it is unclear
 * where a team starts, it must be the team of another cell.
 */
function splitTeams(cells: TextLines[]): (string[] | undefined)[] {
  const clear = cells.map(({ lines, width }) => joinLines(lines, 2, width))
  const pairs = clear.flatMap((pair) => (pair ? [pair] : []))
  const count = (at: number) => new Set(pairs.map((pair) => pair[at])).size
  const teamAt = count(0) * minSwimmersPerTeam <= count(1) ? 0 : 1
  const isClear = count(teamAt) * minSwimmersPerTeam <= count(1 - teamAt)
  if (pairs.length < minCells || !isClear) return cells.map(() => undefined)
  const teams = new Set(pairs.map((pair) => pair[teamAt]))
  return cells.map(({ lines }, at) => {
    const pair = clear[at] ?? findTeam(lines, teams, teamAt)
    return pair && [pair[1 - teamAt] ?? '', pair[teamAt] ?? '']
  })
}

/** Finds the only place at which the lines can be split into a name and a known team. */
function findTeam(
  lines: Word[][],
  teams: ReadonlySet<string | undefined>,
  teamAt: 0 | 1,
): string[] | undefined {
  const pairs = lines
    .slice(1)
    .map((_, at) => [lines.slice(0, at + 1), lines.slice(at + 1)].map(joinParts))
    .filter((pair) => teams.has(pair[teamAt]))
  return pairs.length === 1 ? pairs[0] : undefined
}

function splitParts({ lines }: GridCell, grammar: MeetGrammar, hasAges: boolean): CellParts {
  const parts: CellParts = { text: [], age: '', seed: '' }
  for (const [at, words] of lines.entries()) {
    const line = joinWords(words)
    const isLast = at > 0 && at === lines.length - 1
    if (isLast && /^[-–—]$/.test(line)) continue
    if (parts.seed === '' && grammar.isSeed(line)) parts.seed = line
    else if (isOpen(parts, hasAges) && at > 0 && /\d/.test(line) && grammar.isAge(line))
      parts.age = toAge(line)
    else if (isOpen(parts, hasAges) && isAgeAndTeam(words, grammar)) {
      parts.age = toAge(words[0]?.text ?? '')
      parts.text.push(words.slice(2))
    } else parts.text.push(takeLastWord(words, parts, { grammar, hasAges }))
  }
  return parts
}

/** `2016 – Lake SC` */
function isAgeAndTeam([age, separator, team]: Word[], grammar: MeetGrammar): boolean {
  return (
    age !== undefined &&
    team !== undefined &&
    grammar.isAge(age.text) &&
    /^[-–—·|/]$/.test(separator?.text ?? '')
  )
}

function isOpen({ age }: CellParts, hasAges: boolean): boolean {
  return hasAges && age === ''
}

/** Takes a time or an age from the end of a line, and returns the other words. */
function takeLastWord(
  words: Word[],
  parts: CellParts,
  { grammar, hasAges }: { grammar: MeetGrammar; hasAges: boolean },
): Word[] {
  const [text = '', ...others] = words.map((word) => word.text).toReversed()
  if (others.length === 0) return words
  if (parts.seed === '' && /\d/.test(text) && grammar.isSeed(text)) parts.seed = text
  else if (isOpen(parts, hasAges) && isPrintedAge(text, grammar)) parts.age = toAge(text)
  else return words
  return words.slice(0, -1)
}

/** `(14)`, `2012`; a bare number may be part of a team's name. */
function isPrintedAge(text: string, grammar: MeetGrammar): boolean {
  return grammar.isAge(text) && /^\(\d+\)$|^(?:19|20)\d{2}$/.test(text)
}

/** Joins lines that reached the edge of their cell with the next, if this leaves the expected number of lines. */
function joinLines(lines: Word[][], expected: number, width: number): string[] | undefined {
  if (lines.length < expected) return undefined
  if (lines.length === expected) return lines.map(joinWords)
  const left = Math.min(...lines.map(([word]) => word?.box[0] ?? Infinity))
  const isFull = lines.map((line, at) => isFullLine(line.at(-1), lines[at + 1]?.[0], left + width))
  if (isFull.filter(Boolean).length !== lines.length - expected) return undefined
  const groups = lines.reduce<Word[][][]>((joined, line, at) => {
    if (isFull[at - 1]) joined.at(-1)?.push(line)
    else joined.push([line])
    return joined
  }, [])
  return groups.map(joinParts)
}

/** Joins the lines of a name, which may be divided after a hyphen. */
function joinParts(lines: Word[][]): string {
  return lines
    .map(joinWords)
    .reduce((joined, line) => (endsWithHyphen(joined) ? joined + line : `${joined} ${line}`))
}
