import type { Word } from '../../../domain/reading/reading.ts'
import { joinWords, toSegments } from '../../text/text-lines.ts'
import type { MeetGrammar } from '../grammar/grammar.ts'
import { dropGroupBesideYear, toAge } from '../grammar/rows.ts'
import type { TableHeader } from '../grammar/table-header.ts'

/** One line within one page column. */
interface SheetLine {
  page: number
  left: number
  words: Word[]
  text: string
  printed?: Word[]
  header?: TableHeader
}

/** The lines of one entry: the line with its lane, and the lines above and below it. */
interface Stack {
  row: SheetLine
  lines: SheetLine[]
}

/** The values of an entry: its text cells, by line and position. */
interface StackValues {
  text: string[]
  /** Left edges of the text cells. */
  lefts: number[]
  age: string
  seed: string
}

/** Fewer entries do not show which of their lines repeat. */
const minStacks = 6
const minShare = 0.8
const minSwimmersPerTeam = 2
const tolerancePt = 3

/**
 * Puts the lines of each entry on one line, on sheets whose entries always have the same number of lines: the team or
 * the given name below the name. Teams repeat, unlike names. Entries with other lines are left alone, and are reported.
 * Returns undefined for other sheets.
 */
export function joinStackedRows(
  bodies: SheetLine[][],
  grammar: MeetGrammar,
): SheetLine[][] | undefined {
  const stacks = findStacks(bodies.flat(), grammar)
  const values = stacks.map((stack) => readValues(stack, grammar))
  const roles = stacks.length < minStacks ? undefined : findRoles(values)
  if (!roles) return undefined
  const replaced = new Map<SheetLine, SheetLine | undefined>()
  for (const [at, { row, lines }] of stacks.entries()) {
    const own = values[at]
    if (!own || own.text.length !== roles.count) continue
    for (const line of lines) replaced.set(line, undefined)
    replaced.set(row, layOut(row, lines, { values: own, roles, grammar }))
  }
  return bodies.map((body) =>
    body.flatMap((line) => (replaced.has(line) ? (replaced.get(line) ?? []) : [line])),
  )
}

/** Finds the entries of all blocks in which each entry has the usual number of lines above and below its lane. */
function findStacks(rows: SheetLine[], grammar: MeetGrammar): Stack[] {
  const blocks = splitBlocks(rows, grammar)
  const shapes = blocks.map((block) => findShape(block, grammar))
  const counts = new Map<string, number>()
  for (const [at, shape] of shapes.entries()) {
    const size = blocks[at]?.length ?? 0
    if (shape) counts.set(shape.join(), (counts.get(shape.join()) ?? 0) + size)
  }
  const total = blocks.reduce((sum, block) => sum + block.length, 0)
  const [usual] = [...counts].toSorted((a, b) => b[1] - a[1])
  if (!usual || usual[0] === '0,0' || usual[1] < minShare * total) return []
  const [above = 0, below = 0] = usual[0].split(',').map(Number)
  const size = above + below + 1
  return blocks.flatMap((block, at) => {
    if (shapes[at]?.join() !== usual[0]) return []
    return Array.from({ length: block.length / size }, (_, index) => {
      const lines = block.slice(index * size, (index + 1) * size)
      return { row: lines[above] as SheetLine, lines }
    })
  })
}

/** Splits the rows at titles. Leaves out relays, whose lines are swimmers. */
function splitBlocks(rows: SheetLine[], grammar: MeetGrammar): SheetLine[][] {
  const blocks: SheetLine[][] = []
  let isRelay = false
  let open: SheetLine[] | undefined
  for (const row of rows) {
    const event = grammar.parseEventTitle(row.text)
    if (event) isRelay = grammar.isRelayName(event.name)
    if (event || isOther(row, grammar)) open = undefined
    if (event || isRelay || isOther(row, grammar)) continue
    if (!open) blocks.push((open = []))
    open.push(row)
  }
  return blocks.filter((block) => block.some((row) => isNumbered(row, grammar)))
}

function isOther(row: SheetLine, grammar: MeetGrammar): boolean {
  const { text } = row
  return (
    grammar.parseHeatTitle(text) !== undefined ||
    grammar.readTableHeader(row) !== undefined ||
    grammar.parseSessionTitle(text) !== undefined ||
    grammar.isDayTitle(text) ||
    grammar.isNotice(text) ||
    grammar.isAlternatesTitle(text)
  )
}

function isNumbered(row: SheetLine, grammar: MeetGrammar): boolean {
  const front = grammar.readFront(row.text)
  return front !== undefined && row.words.length > front.count
}

/** Returns the number of lines above and below the lane in each entry, or undefined if it differs. */
function findShape(block: SheetLine[], grammar: MeetGrammar): [number, number] | undefined {
  const lefts = block.flatMap((row) =>
    isNumbered(row, grammar) ? (row.words[0]?.box[0] ?? []) : [],
  )
  // A line below the name may start with an age.
  const isLane = ({ words: [word] }: SheetLine) =>
    word !== undefined && word.box[0] - Math.min(...lefts) < word.font_size
  const numbered = block.flatMap((row, at) => (isNumbered(row, grammar) && isLane(row) ? [at] : []))
  const [above = 0] = numbered
  const below = block.length - 1 - (numbered.at(-1) ?? 0)
  const isEven = numbered.every((at, index) => at === above + index * (above + below + 1))
  return isEven ? [above, below] : undefined
}

function readValues({ row, lines }: Stack, grammar: MeetGrammar): StackValues {
  const values: StackValues = { text: [], lefts: [], age: '', seed: '' }
  for (const line of lines) {
    const front = line === row ? (grammar.readFront(line.text)?.count ?? 0) : 0
    for (const cell of toSegments(dropGroupBesideYear(line.words.slice(front)), line.page)) {
      const last = cell.words.at(-1)?.text ?? ''
      const isTimed = values.seed === '' && (grammar.isSeed(cell.text) || grammar.isSeed(last))
      if (isTimed) values.seed = grammar.isSeed(cell.text) ? cell.text : last
      const text = isTimed ? cell.text.slice(0, -values.seed.length).trim() : cell.text
      const { age, rest } = values.age === '' ? splitAge(text, grammar) : { age: '', rest: text }
      if (age !== '') values.age = age
      if (rest === '') continue
      values.text.push(rest)
      values.lefts.push(cell.box[0])
    }
  }
  return values
}

/** Splits `Ann Roe (12)`, `2012 · Lake SC` and `Lake SC, 2012` into age and text. */
function splitAge(text: string, grammar: MeetGrammar): { age: string; rest: string } {
  const isAge = (part: string | undefined) =>
    part !== undefined && /\d/.test(part) && grammar.isAge(part)
  if (isAge(text)) return { age: toAge(text), rest: '' }
  const [, name, inside] = /^(.+?)[\s,]*(\(\d{1,4}\))$/.exec(text) ?? []
  if (name && isAge(inside)) return { age: toAge(inside ?? ''), rest: name }
  const [, year, team] = /^((?:19|20)\d{2})\s+(\p{L}.*)$/u.exec(text) ?? []
  if (year && team) return { age: year, rest: team }
  const [, first, after] = /^(\S+)\s*[·•,|/–-]\s+(.+)$/.exec(text) ?? []
  if (after && isAge(first)) return { age: toAge(first ?? ''), rest: after }
  const [, before, last] = /^(.+?)\s*[·•,|/–-]\s+(\S+)$/.exec(text) ?? []
  if (before && isAge(last)) return { age: toAge(last ?? ''), rest: before }
  return { age: '', rest: text }
}

interface Roles {
  /** Number of text cells. */
  count: number
  name: number[]
  team: number | undefined
}

/** Finds which text cells are the name and the team. Returns undefined if it is unclear. */
function findRoles(values: StackValues[]): Roles | undefined {
  const counts = values.map(({ text }) => text.length)
  const count = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0
  const usual = values.filter(({ text }) => text.length === count)
  if (count < 2 || count > 3 || usual.length < minShare * values.length) return undefined
  const places = Array.from({ length: count }, (_, at) => at)
  const distinct = places.map((at) => new Set(usual.map(({ text }) => text[at])).size)
  const sorted = places.toSorted((a, b) => (distinct[a] ?? 0) - (distinct[b] ?? 0))
  const [team = 0, ...others] = sorted
  const name = others.toSorted((a, b) => a - b)
  const names = new Set(usual.map(({ text }) => name.map((at) => text[at]).join(' '))).size
  const isTeam = (distinct[team] ?? 0) * minSwimmersPerTeam <= names
  const areWords = usual.every(({ text }) => text.every((one) => /\p{L}{2}|^\p{L}\.?$/u.test(one)))
  const isBelow = name.every(
    (at) => Math.abs(median(usual, at) - median(usual, name[0] ?? 0)) <= tolerancePt,
  )
  // A name has two words or two parts.
  const areNames =
    name.length > 1 ||
    usual.filter(({ text }) => text[name[0] ?? 0]?.includes(' ')).length > minShare * usual.length
  return isTeam && areWords && isBelow && areNames ? { count, name, team } : undefined
}

function median(values: StackValues[], at: number): number {
  const lefts = values.map(({ lefts: own }) => own[at] ?? 0).toSorted((a, b) => a - b)
  return lefts[Math.floor(lefts.length / 2)] ?? 0
}

/** Average width of a letter and minimum gap between cells, in ems. */
const letterEm = 0.5
const cellGapEm = 2

/** Places the values of an entry beside each other, in the usual order of columns. */
function layOut(
  row: SheetLine,
  lines: SheetLine[],
  { values, roles, grammar }: { values: StackValues; roles: Roles; grammar: MeetGrammar },
): SheetLine {
  const front = row.words.slice(0, grammar.readFront(row.text)?.count ?? 1)
  const size = row.words[0]?.font_size ?? 1
  let at = (front.at(-1)?.box[2] ?? row.left) + cellGapEm * size
  const place = (text: string) => {
    const left = at
    const words = text
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => {
        const width = letterEm * size * word.length
        const box: Word['box'] = [
          at,
          row.words[0]?.box[1] ?? 0,
          at + width,
          row.words[0]?.box[3] ?? 0,
        ]
        at += width + letterEm * size
        return { ...(row.words[0] as Word), text: word, box }
      })
    const edges = { left: left - row.left, right: at - row.left }
    at += cellGapEm * size
    return { words, edges }
  }
  const name = place(roles.name.map((index) => values.text[index] ?? '').join(' '))
  const age = values.age === '' ? undefined : place(values.age)
  const team = place(roles.team === undefined ? '' : (values.text[roles.team] ?? ''))
  const seed = place(values.seed)
  const words = [...front, ...name.words, ...(age?.words ?? []), ...team.words, ...seed.words]
  return {
    ...row,
    words,
    text: joinWords(words),
    // The rest may be on the next page.
    printed: lines.flatMap((line) => (line.page === row.page ? line.words : [])),
    header: { age: age?.edges ?? null, team: team.edges },
  }
}
