import type { AnswerEvent, SheetAnswer } from '../../domain/heat-sheet/sheet-answer.ts'
import type { MeetGrammar } from '../heat-sheet/grammar/grammar.ts'
import { parseStartTime } from '../heat-sheet/grammar/times.ts'
import { findTokens, type IndexedPage, type IndexedRow, tokenize } from './page-index.ts'

/** Looks up the titles above the rows of a page, located with the answers about that page. */
export interface TitleIndex {
  /** True unless the nearest title above the row is that of another event. */
  isUnderEvent: (row: IndexedRow, event: AnswerEvent) => boolean
  /** True if the nearest heat above the row has this number. */
  isUnderHeat: (row: IndexedRow, heat: number) => boolean
  /** Times of day in the title above the row, in minutes after midnight. */
  findStarts: (row: IndexedRow) => Set<number>
  /** Titles that still apply at the end of the page. */
  last: RowTitles
}

/** Titles that apply to a row. */
export interface RowTitles {
  event: AnswerEvent | undefined
  heat: number | null
  starts: Set<number>
}

export const noTitles: RowTitles = { event: undefined, heat: null, starts: new Set() }

/**
 * True if one row contains two swimmers of the answers, which means that columns share rows and no title can be
 * assigned to a row.
 */
export function hasSharedRows({ rows }: IndexedPage, { events }: SheetAnswer): boolean {
  const names = events.flatMap((event) =>
    event.heats.flatMap((heat) =>
      heat.entries.map(({ swimmer_name }) => tokenize(swimmer_name ?? '')),
    ),
  )
  const distinct = [...new Map(names.map((name) => [name.join(' '), name])).values()]
  return rows.some(
    ({ tokens }) =>
      distinct.filter((name) => name.length > 1 && findTokens(tokens, name) >= 0).length > 1,
  )
}

/** Assigns titles to rows from top to bottom. A title applies until the next one, even across a page break. */
export function indexTitles(
  page: IndexedPage,
  answer: SheetAnswer,
  { before, grammar }: { before: RowTitles; grammar: MeetGrammar },
): TitleIndex {
  const byRow = new Map<IndexedRow, RowTitles>()
  let current = before
  for (const row of page.rows) {
    current = isEntryRow(row, answer, grammar)
      ? current
      : applyTitle(row, current, { answer, grammar })
    byRow.set(row, current)
  }
  const titles = (row: IndexedRow) => byRow.get(row) ?? noTitles
  return {
    isUnderEvent: (row, event) => {
      const found = titles(row).event
      return found === undefined || isSameEvent(found, event)
    },
    isUnderHeat: (row, heat) => titles(row).heat === heat,
    findStarts: (row) => titles(row).starts,
    last: current,
  }
}

function isSameEvent(a: AnswerEvent, b: AnswerEvent): boolean {
  return a.event_number === b.event_number && a.event_letter === b.event_letter
}

function isEntryRow(
  { tokens, place }: IndexedRow,
  answer: SheetAnswer,
  grammar: MeetGrammar,
): boolean {
  if (grammar.looksLikeEntry(place.text)) return true
  return answer.events.some(({ heats }) =>
    heats.some(({ entries }) =>
      entries.some(({ swimmer_name, legs }) =>
        [swimmer_name ?? '', ...legs].some((name) => findTokens(tokens, tokenize(name)) >= 0),
      ),
    ),
  )
}

function applyTitle(
  row: IndexedRow,
  before: RowTitles,
  { answer, grammar }: { answer: SheetAnswer; grammar: MeetGrammar },
): RowTitles {
  const event = findEvent(row, answer.events)
  const isNew = event !== undefined && !(before.event && isSameEvent(before.event, event))
  const base: RowTitles = isNew ? { event, heat: null, starts: new Set() } : before
  const heat = findHeat(row, base.event, { isTitle: event !== undefined, grammar })
  const start = parseStartTime(row.place.text)
  if (heat !== undefined && heat !== base.heat)
    return { ...base, heat, starts: new Set(start === null ? [] : [start]) }
  return start === null ? base : { ...base, starts: new Set([...base.starts, start]) }
}

/** Finds the event of a title; prefers one whose number is in the row too. */
function findEvent({ tokens }: IndexedRow, events: AnswerEvent[]): AnswerEvent | undefined {
  const named = events.filter(({ event_name }) => findTokens(tokens, tokenize(event_name)) >= 0)
  const isNumbered = ({ event_number, event_letter }: AnswerEvent) =>
    tokens.includes(`${event_number}${event_letter ?? ''}`.toLowerCase())
  return named.find(isNumbered) ?? named[0]
}

/** Reads the number from a known form of title, otherwise takes the first heat of the answers that the row shows. */
function findHeat(
  { tokens, place }: IndexedRow,
  event: AnswerEvent | undefined,
  { isTitle, grammar }: { isTitle: boolean; grammar: MeetGrammar },
): number | undefined {
  const words = place.text.split(' ')
  for (const at of words.keys()) {
    const title =
      grammar.isTitleStart(words[at] ?? '') && grammar.parseHeatTitle(words.slice(at).join(' '))
    if (title) return title.number
  }
  if (isTitle) return undefined
  const answered = new Set(event?.heats.map(({ heat_number }) => String(heat_number)))
  const first = tokens.find((token) => answered.has(token))
  return first === undefined ? undefined : Number(first)
}
