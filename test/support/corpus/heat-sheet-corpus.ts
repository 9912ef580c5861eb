import { meetGrammar } from '../readings/meet-grammar.ts'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { HeatSheetEvent } from '../../../src/domain/heat-sheet/heat-sheet.ts'
import { removeAccents } from '../../../src/domain/heat-sheet/swimmer-names.ts'
import type { Page } from '../../../src/domain/reading/reading.ts'
import { toHeatSheetReading } from '../../../src/extraction/heat-sheet/read-heat-sheet.ts'
import { readProgram } from '../../../src/extraction/heat-sheet/read-program.ts'
import { isHeatSheet } from '../../../src/extraction/heat-sheet/is-heat-sheet.ts'
import { parseSeedSeconds } from '../../../src/extraction/heat-sheet/grammar/times.ts'
import { readPages } from '../../../src/extraction/pdf/pages.ts'
import { drawMeet } from '../../fixtures/meets.ts'
import { parseMeetText } from '../readings/meet-text.ts'
import { listSwims } from '../readings/meets.ts'
import { onlyIf } from '../run/only-if.ts'

/**
 * Real heat sheets, read in place: they contain children's names, and none of their content may enter the repository.
 */
export const heatSheetFolder = path.resolve('../shared/corpus/heatsheets')
export const hasHeatSheets = existsSync(path.join(heatSheetFolder, 'manifest.json'))
export const needsHeatSheets = onlyIf(
  hasHeatSheets,
  `there are no heat sheets at ${heatSheetFolder}`,
)

export interface SheetResult {
  id: string
  swimmers: { right: number; total: number }
  events: { right: number; total: number }
  /** Swims that were read but do not exist. */
  surplus: number
  is_flagged: boolean
}

export function isSilentlyWrong({ swimmers, events, surplus, is_flagged }: SheetResult): boolean {
  const isRight = swimmers.right === swimmers.total && events.right === events.total
  return !is_flagged && !(isRight && surplus === 0)
}

type Swim = Partial<HeatSheetEvent>
type Fields = (keyof HeatSheetEvent)[]

const programFields: Fields = [
  'event_number',
  'event_name',
  'heat_number',
  'lane',
  'swimmer_name',
  'age',
  'team',
  'seed_time',
]
const psychFields: Fields = [
  'event_number',
  'seed_rank',
  'swimmer_name',
  'team',
  'relay',
  'seed_time',
]

/** Every sheet with its expected reading. Plain text is rendered as PDFs with one, two and three columns. */
export async function scoreHeatSheets(): Promise<SheetResult[]> {
  const results = [
    compareSheet('program-a', await readSheetPages('program-a'), expectedProgram(), programFields),
    compareSheet('psych-a', await readSheetPages('psych-a'), expectedPsych(), psychFields),
    count('heat-list-a', await readSheetPages('heat-list-a'), /\bL\d+ \(\d+\) /g, /\bH\d+ L\d+ /g),
    count(
      'session-report-a',
      await readSheetPages('session-report-a'),
      / u \d\d:\d\d /g,
      / u \d\d:\d\d /g,
    ),
  ]
  for (const id of ['program-b', 'program-c', 'program-d']) {
    const text = readFileSync(path.join(heatSheetFolder, `${id}.txt`), 'utf8')
    for (const columns of [1, 2, 3] as const) {
      const meet = parseMeetText(text, columns)
      const pages = await readPages(await drawMeet(meet))
      results.push(compareSheet(`${id}/${columns}`, pages, listSwims(meet), programFields))
    }
  }
  return results
}

/** A sheet from the corpus with its expected values. */
interface CorpusSheet {
  id: string
  pdf: Buffer
  meet_name?: string | undefined
  event_count?: number
  swims: Swim[]
}

/** Returns the sheets whose entries are known, for tests of custom fields. */
export async function listCorpusSheets(): Promise<CorpusSheet[]> {
  const file = (id: string) => readFileSync(path.join(heatSheetFolder, `${id}.pdf`))
  const { meet: heading } = parse<{ meet: string }>('program-a.expected.json')
  // The corpus quotes the whole heading: the name and the date.
  const meet_name = heading.replace(/ - \d.*$/, '')
  const program = expectedProgram()
  const event_count = new Set(program.map(({ event_number }) => event_number)).size
  const sheets: CorpusSheet[] = [
    { id: 'program-a', pdf: file('program-a'), meet_name, event_count, swims: program },
    { id: 'psych-a', pdf: file('psych-a'), swims: expectedPsych() },
  ]
  for (const id of ['program-b', 'program-c', 'program-d']) {
    const meet = parseMeetText(readFileSync(path.join(heatSheetFolder, `${id}.txt`), 'utf8'), 2)
    sheets.push({ id, pdf: await drawMeet(meet), swims: listSwims(meet) })
  }
  return sheets
}

/** True if two values are the same at the precision of the corpus. */
export function isSameInSwim(field: keyof HeatSheetEvent, read: unknown, wanted: unknown): boolean {
  const fold = (value: unknown) =>
    JSON.stringify(toComparable({ [field]: value } as Swim, field)).replace(/\s+/g, '')
  return fold(read) === fold(wanted)
}

function compareSheet(id: string, pages: Page[], expected: Swim[], fields: Fields): SheetResult {
  const program = readProgram(pages, meetGrammar)
  const entryKey = (swim: Swim) => JSON.stringify(fields.map((field) => toComparable(swim, field)))
  const { events } = toHeatSheetReading(program, {})
  const read = new Set(events.map(entryKey))
  const wanted = new Map(expected.map((swim) => [entryKey(swim), swim]))
  const names = new Set(events.flatMap(({ swimmer_name }) => swimmer_name ?? []))
  const isRight = (name: string) => {
    const own = [...wanted].filter(([, swim]) => swim.swimmer_name === cut(name))
    const found = toHeatSheetReading(program, { swimmer: name }).events.map(entryKey)
    return own.length === found.length && own.every(([key]) => found.includes(key))
  }
  const expectedNames = new Set(expected.flatMap(({ swimmer_name }) => swimmer_name ?? []))
  return {
    id,
    swimmers: { right: [...names].filter(isRight).length, total: expectedNames.size },
    events: { right: [...wanted.keys()].filter((key) => read.has(key)).length, total: wanted.size },
    surplus: [...read].filter((key) => !wanted.has(key)).length,
    is_flagged: !isHeatSheet(pages, meetGrammar) || program.warnings.length > 0,
  }
}

function toComparable(swim: Swim, field: keyof HeatSheetEvent) {
  const value = swim[field] ?? null
  if (field === 'swimmer_name') return value && cut(String(value))
  return (field === 'seed_time' && parseSeedSeconds(String(value))) || value
}

/** Truncates a name at its first accent, as the corpus's psych sheet reader does. */
function cut(name: string): string {
  return name.replace(/([^ -~]).*$/u, (_, letter: string) => removeAccents(letter))
}

function expectedProgram(): Swim[] {
  const { events } = parse<{
    events: {
      event_number: number
      event_name: string
      heats: { heat_number: number; entries: Entry[] }[]
    }[]
  }>('program-a.expected.json')
  return events.flatMap(({ event_number, event_name, heats }) =>
    heats.flatMap(({ heat_number, entries }) =>
      entries.map(({ name, ...entry }) => ({
        event_number,
        event_name,
        heat_number,
        swimmer_name: name,
        ...entry,
      })),
    ),
  )
}

interface Entry {
  lane: number
  name: string
  age: string
  team: string
  seed_time: string
}

function expectedPsych(): Swim[] {
  const { eventEntries } = parse<{
    eventEntries: { event: { eventNum: number }; entries: PsychEntry[] }[]
  }>('psych-a.expected.json')
  return eventEntries.flatMap(({ event, entries }) =>
    entries.map(({ position, name, team, relay, seedTime }) => {
      const printed = name ? `${name.lastName}, ${name.firstName}` : null
      return {
        event_number: event.eventNum,
        seed_rank: position,
        swimmer_name: printed,
        team,
        relay: relay ?? null,
        seed_time: typeof seedTime === 'string' ? seedTime : timeText(seedTime),
      }
    }),
  )
}

interface PsychEntry {
  position: number
  name?: { lastName: string; firstName: string }
  team: string
  relay?: string
  seedTime: string | { min: number; sec: number; frac: number }
}

function timeText({ min, sec, frac }: { min: number; sec: number; frac: number }): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${min}:${twoDigits(sec)}.${twoDigits(frac)}`
}

/** Counts heats and rows in the text of a sheet without an expected reading, and compares both with the program. */
function count(id: string, pages: Page[], rows: RegExp, heats: RegExp): SheetResult {
  const program = readProgram(pages, meetGrammar)
  const text = pages.map((page) => page.text).join('\n')
  const total = text.match(rows)?.length ?? 0
  const read = program.heats.reduce((sum, { entries }) => sum + entries.length, 0)
  const isRight = program.heats.length === text.match(heats)?.length
  return {
    id,
    swimmers: { right: 0, total: 0 },
    events: { right: isRight ? Math.min(read, total) : 0, total },
    surplus: Math.max(0, read - total),
    is_flagged: !isHeatSheet(pages, meetGrammar) || program.warnings.length > 0,
  }
}

function readSheetPages(id: string): Promise<Page[]> {
  return readPages(readFileSync(path.join(heatSheetFolder, `${id}.pdf`)))
}

function parse<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(heatSheetFolder, file), 'utf8')) as T
}
