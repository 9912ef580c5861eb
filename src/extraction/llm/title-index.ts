import type { AnswerEvent, SheetAnswer } from '../../domain/heat-sheet/sheet-answer.ts'
import type { MeetGrammar } from '../heat-sheet/grammar/grammar.ts'
import { parseStartTime } from '../heat-sheet/grammar/times.ts'
import { compareTitle } from './compare-title.ts'
import type { IndexedPage, IndexedRow } from './page-index.ts'
import { findTokens, tokenize } from './tokens.ts'

/** Looks up the titles above a page's rows. The answers about the page are used to find them. */
export interface TitleIndex {
  /** True unless the nearest title above the row is another event's. */
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
  /** Null below the title of an event that is not in the answers. */
  event: AnswerEvent | null | undefined
  heat: number | null
  starts: Set<number>
}

export const noTitles: RowTitles = { event: undefined, heat: null, starts: new Set() }

/**
 * For a page on which swimmers share rows, so that no title can be assigned to a row. Confirms an event only if the
 * answer has no other event.
 */
export function createSharedRowTitles({ events }: SheetAnswer): TitleIndex {
  return {
    isUnderEvent: () => events.length === 1,
    isUnderHeat: () => false,
    findStarts: () => new Set(),
    last: noTitles,
  }
}

/** Assigns titles to rows from top to bottom. A title applies until the next one, even across a page break. */
export function indexTitles(
  page: IndexedPage,
  answer: SheetAnswer,
  { before, grammar }: { before: RowTitles; grammar: MeetGrammar },
): TitleIndex {
  const byRow = new Map<IndexedRow, RowTitles>()
  let current = before
  for (const [at, row] of page.rows.entries()) {
    current = isEntryRow(row, answer, grammar)
      ? current
      : applyTitle(page.rows, at, current, { answer, grammar })
    byRow.set(row, current)
  }
  const titles = (row: IndexedRow) => byRow.get(row) ?? noTitles
  return {
    isUnderEvent: (row, event) => {
      const found = titles(row).event
      return found === undefined || (found !== null && isSameEvent(found, event))
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
  rows: IndexedRow[],
  at: number,
  before: RowTitles,
  { answer, grammar }: { answer: SheetAnswer; grammar: MeetGrammar },
): RowTitles {
  const row = rows[at]
  if (!row) return before
  const event = findEvent(answer.events, before.event, (one) =>
    compareTitle(rows, at, one, grammar),
  )
  const base = event === undefined ? before : startEvent(event, before)
  const heat = findHeat(row, base.event, { isTitle: event !== undefined, grammar })
  const start = parseStartTime(row.place.text)
  if (heat !== undefined && heat !== base.heat)
    return { ...base, heat, starts: new Set(start === null ? [] : [start]) }
  return start === null ? base : { ...base, starts: new Set([...base.starts, start]) }
}

function startEvent(event: AnswerEvent | null, before: RowTitles): RowTitles {
  const isContinued = event !== null && before.event && isSameEvent(before.event, event)
  return isContinued ? before : { event, heat: null, starts: new Set() }
}

/**
 * Finds the event that a title belongs to, by name and number. Without a number, it must be the current event, or the
 * only one with this name. Returns null for another event's title, and undefined for any other row.
 */
function findEvent(
  events: AnswerEvent[],
  current: RowTitles['event'],
  compare: (event: AnswerEvent) => ReturnType<typeof compareTitle>,
): RowTitles['event'] {
  const titles = events.map((event) => ({ event, match: compare(event) }))
  const same = titles.find(({ match }) => match === 'same')
  if (same) return same.event
  const unnumbered = titles.flatMap(({ event, match }) => (match === 'unnumbered' ? [event] : []))
  const continued = unnumbered.find((event) => current && isSameEvent(event, current))
  const [only] = unnumbered
  if (continued ?? (unnumbered.length === 1 && only)) return continued ?? only
  return titles.some(({ match }) => match !== 'none') ? null : undefined
}

/**
 * Reads the number from a known form of title. If the title has no known form, uses the first heat in the answers that
 * the row shows.
 */
function findHeat(
  { tokens, place }: IndexedRow,
  event: RowTitles['event'],
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
