import type { Page } from '../../domain/reading/reading.ts'
import { type Message, message } from '../../domain/messages/message.ts'
import type {
  AnswerEntry,
  AnswerEvent,
  AnswerHeat,
  PageAnswer,
  SheetAnswer,
} from '../../domain/heat-sheet/sheet-answer.ts'
import { checkProgram } from '../heat-sheet/check-program.ts'
import { findSessionDate } from '../heat-sheet/grammar/meet-dates.ts'
import type { MeetGrammar } from '../heat-sheet/grammar/grammar.ts'
import type { Entry, Heat, MeetEvent, Program } from '../heat-sheet/meet-program.ts'
import type { SheetLine } from '../heat-sheet/page-rows.ts'
import { parseStartTime } from '../heat-sheet/grammar/times.ts'
import {
  createSharedRowTitles,
  indexTitles,
  noTitles,
  type TitleIndex,
  type RowTitles,
} from './title-index.ts'
import { compareTitle } from './compare-title.ts'
import { indexPage, type IndexedPage, type IndexedRow } from './page-index.ts'
import { findTokens, tokenize } from './tokens.ts'

/**
 * Keeps only a language model's answers that the pages confirm. Drops and counts the others.
 * 1. Indexes the rows and words of each page, column by column.
 * 2. Keeps facts about the meet and sessions whose words are on a page, and events whose number and name are in one
 * title.
 * 3. Keeps a swimmer only if a row below the event's title contains the name. Keeps lane, age, team and time only if
 * that row contains them, and heat and start only if the title above the row does.
 * 4. Warns about dropped answers, about swimmers whose rows no answer covers, and about images, which cannot be
 * verified.
 * Invented answers, or instructions hidden in a document, can therefore only remove values, never add them.
 */
export function verifyAnswers(pages: Page[], answers: PageAnswer[], grammar: MeetGrammar): Program {
  const state: State = {
    heats: [],
    sessions: [],
    dropped: 0,
    pages: [],
    image_pages: 0,
    titles: noTitles,
    used_rows: new Set(),
    grammar,
  }
  const facts: MeetFacts = { meet_name: null, meet_start: null, meet_end: null, venue: null }
  for (const { page, answer } of answers) {
    const found = pages[page - 1]
    if (!found) continue
    const indexed = indexPage(found, answer)
    state.pages.push(indexed)
    if (indexed.is_image) state.image_pages += 1
    addFacts(facts, answer, state, indexed)
    const session = findSessionIndex(state, answer.session, indexed)
    const titles = indexPageTitles(state, indexed, answer)
    for (const event of answer.events) addEvent(state, event, { page: indexed, session, titles })
    state.titles = titles?.last ?? noTitles
  }
  const { meet_start: start, meet_end } = facts
  const days = start === null ? {} : { start, end: meet_end ?? start }
  return {
    sheet: state.heats.every(({ kind }) => kind === 'psych') ? 'psych_sheet' : 'program',
    source: 'llm',
    ...facts,
    meet_end: facts.meet_end ?? start,
    places: {},
    sessions: state.sessions.map((name) => ({ name, date: findSessionDate(name, days, grammar) })),
    heats: state.heats,
    warnings: [
      ...listWarnings(state),
      ...checkProgram(state.heats, { unread_rows: listUnreadRows(state), is_partial: true }),
    ],
  }
}

type MeetFacts = Pick<Program, 'meet_name' | 'meet_start' | 'meet_end' | 'venue'>

interface State {
  heats: Heat[]
  sessions: (string | null)[]
  /** Number of answers that no page confirms. */
  dropped: number
  image_pages: number
  /** Pages read so far, because an event title may be on an earlier page. */
  pages: IndexedPage[]
  /** Titles that still apply after the last page. */
  titles: RowTitles
  /** Rows that contain the entries and legs in the answers. */
  used_rows: Set<IndexedRow>
  grammar: MeetGrammar
}

/** Returns rows that look like entries but do not appear in any answer. */
function listUnreadRows({ pages, used_rows, grammar }: State): SheetLine[] {
  return pages
    .flatMap(({ rows }) => rows)
    .filter((row) => !used_rows.has(row) && grammar.looksLikeEntry(row.line.text))
    .map(({ line }) => line)
}

function addFacts(facts: MeetFacts, answer: SheetAnswer, state: State, page: IndexedPage): void {
  const words = (text: string | null) =>
    keepIfSeen(state, text, (value) => containsAll([page], value))
  const dates = (text: string | null) =>
    keepIfSeen(state, text, (value) => containsDate(page, value))
  facts.meet_name ??= words(answer.meet_name)
  facts.venue ??= words(answer.venue)
  facts.meet_start ??= dates(answer.meet_start)
  facts.meet_end ??= dates(answer.meet_end)
}

function findSessionIndex(state: State, answered: string | null, page: IndexedPage): number {
  const name = keepIfSeen(state, answered, (value) => containsAll([page], value))
  const known = name === null ? state.sessions.length - 1 : state.sessions.indexOf(name)
  return known < 0 ? state.sessions.push(name) - 1 : known
}

/** An answer's place in the sheet. An image has no titles. */
interface Context {
  page: IndexedPage
  session: number
  titles: TitleIndex | undefined
}

function indexPageTitles(
  { titles, grammar }: State,
  page: IndexedPage,
  answer: SheetAnswer,
): TitleIndex | undefined {
  if (page.is_image) return undefined
  if (page.has_shared_rows) return createSharedRowTitles(answer)
  return indexTitles(page, answer, { before: titles, grammar })
}

function addEvent(state: State, event: AnswerEvent, context: Context): void {
  const { page } = context
  const { event_number, event_letter, event_name } = event
  const entries = event.heats.reduce((sum, heat) => sum + heat.entries.length, 0)
  if (!hasTitle(state, event)) {
    state.dropped += Math.max(entries, 1)
    return
  }
  const title = page.rows.find(({ tokens }) => findTokens(tokens, tokenize(event_name)) >= 0)
  const meetEvent: MeetEvent = {
    number: event_number,
    letter: event_letter,
    name: event_name,
    is_relay: event.heats.some((heat) => heat.entries.some(({ legs }) => legs.length > 0)),
    is_mixed: true,
    place: title?.place ?? page.whole_page,
  }
  for (const heat of event.heats) addHeat(state, meetEvent, { ...context, heat, answered: event })
}

/** True if a title states both the event's number and its name. Always true for an image. */
function hasTitle({ pages, grammar }: State, event: AnswerEvent): boolean {
  return pages.some(
    ({ is_image, rows }) =>
      is_image || rows.some((_, at) => compareTitle(rows, at, event, grammar) === 'same'),
  )
}

interface HeatContext extends Context {
  heat: AnswerHeat
  answered: AnswerEvent
}

/** Adds a heat. Entries below another heat's title keep neither number nor start. */
function addHeat(state: State, event: MeetEvent, context: HeatContext): void {
  const { heat, page, titles } = context
  const { heat_number } = heat
  const seenNumber = keepIfSeen(state, heat_number, (value) => containsAll(state.pages, value))
  const rows = heat.entries.flatMap((entry) => verifyEntry(state, entry, context))
  const isOwn = ({ row }: VerifiedEntry) =>
    !titles || !row || heat_number === null || titles.isUnderHeat(row, heat_number)
  const own = rows.filter(isOwn)
  const others = rows.filter((one) => !isOwn(one))
  if (seenNumber !== null) state.dropped += others.length
  const starts = own.flatMap(({ row }) => (row && titles ? [titles.findStarts(row)] : []))
  const start = keepIfSeen(state, parseStartTime(heat.start_time ?? ''), (value) =>
    titles ? starts.some((some) => some.has(value)) : page.is_image || page.starts.has(value),
  )
  appendHeat(state, event, { ...context, entries: own, number: seenNumber, start })
  appendHeat(state, event, { ...context, entries: others, number: null, start: null })
}

function appendHeat(
  state: State,
  event: MeetEvent,
  {
    heat,
    page,
    session,
    entries,
    number,
    start,
  }: HeatContext & { entries: VerifiedEntry[]; number: number | null; start: number | null },
): void {
  if (entries.length === 0) return
  const verified = entries.map(({ entry }) => entry)
  const same = state.heats.find(
    (one) => isSameEvent(one, event, session) && one.number === number && number !== null,
  )
  if (same) return void same.entries.push(...verified)
  state.heats.push({
    event,
    kind: heat.heat_number === null ? 'psych' : 'heat',
    number,
    total: keepIfSeen(state, heat.heats_total, (value) => containsAll([page], value)),
    round: keepIfSeen(state, heat.round, (value) => containsAll(state.pages, value)),
    start,
    estimated: false,
    session,
    entries: verified,
    empty_lanes: 0,
    place: page.whole_page,
  })
}

function isSameEvent(heat: Heat, { number, letter }: MeetEvent, session: number): boolean {
  return heat.session === session && heat.event.number === number && heat.event.letter === letter
}

/** Requires a row with the name. Keeps lane, age, team and time only if that row shows them. */
function verifyEntry(state: State, answered: AnswerEntry, context: HeatContext): VerifiedEntry[] {
  const { page } = context
  const { lane, swimmer_name, age, team, seed_time, relay } = answered
  const row = findEntryRow(answered, context)
  if (!row && !page.is_image) {
    state.dropped += 1
    return []
  }
  if (row) state.used_rows.add(row)
  const inRow = <Value extends string | number>(value: Value | null) =>
    keepIfSeen(state, value, (one) => !row || findTokens(row.tokens, tokenize(String(one))) >= 0)
  const place = row?.place ?? page.whole_page
  const legs = answered.legs.flatMap((name, index) => {
    const leg = findLegRow(page, name)
    if (leg) state.used_rows.add(leg)
    const legPlace = leg?.place ?? (page.is_image ? page.whole_page : undefined)
    if (!legPlace) state.dropped += 1
    return legPlace ? [{ number: index + 1, name, age: null, place: legPlace }] : []
  })
  const entry: Entry = {
    number: inRow(lane),
    name: swimmer_name,
    age: inRow(age),
    team: inRow(team),
    seed_time: inRow(seed_time),
    qualifier: null,
    relay: inRow(relay),
    legs,
    place,
  }
  return [{ entry, row }]
}

interface VerifiedEntry {
  entry: Entry
  /** Undefined for an image. */
  row: IndexedRow | undefined
}

/**
 * Finds the row of a swimmer or relay team below the event's title. Prefers a row that also shows lane and time, then
 * one below the heat's title.
 */
function findEntryRow(entry: AnswerEntry, context: HeatContext): IndexedRow | undefined {
  const { page, titles, answered, heat } = context
  const { swimmer_name, team, lane, seed_time } = entry
  const wanted = tokenize(swimmer_name ?? team ?? '')
  const named = page.rows.filter(
    (row) => findTokens(row.tokens, wanted) >= 0 && (titles?.isUnderEvent(row, answered) ?? true),
  )
  const score = (row: IndexedRow) => {
    const shown = [lane, seed_time].filter(
      (value) => value !== null && findTokens(row.tokens, tokenize(String(value))) >= 0,
    ).length
    const isOwn = heat.heat_number !== null && titles?.isUnderHeat(row, heat.heat_number)
    return shown + (isOwn ? 0.5 : 0)
  }
  return named.toSorted((a, b) => score(b) - score(a))[0]
}

function findLegRow({ rows }: IndexedPage, name: string): IndexedRow | undefined {
  return rows.find(({ tokens }) => findTokens(tokens, tokenize(name)) >= 0)
}

/** True if the pages contain every word of the value. Always true for an image, which cannot be checked. */
function containsAll(pages: IndexedPage[], value: string | number): boolean {
  if (pages.some(({ is_image }) => is_image)) return true
  const tokens = tokenize(String(value))
  return tokens.every((token) => pages.some((page) => page.tokens.has(token)))
}

/** True if the page contains the year and the day. */
function containsDate({ is_image, text }: IndexedPage, date: string): boolean {
  const [, year = '', day = ''] = /^(\d{4})-\d{2}-(\d{2})$/.exec(date) ?? []
  if (year === '' || Number.isNaN(Date.parse(date))) return false
  return is_image || (text.includes(year) && new RegExp(`\\b0?${Number(day)}\\b`).test(text))
}

function keepIfSeen<Value>(
  state: State,
  value: Value | null,
  isSeen: (value: Value) => boolean,
): Value | null {
  if (value === null) return null
  if (isSeen(value)) return value
  state.dropped += 1
  return null
}

function listWarnings({ dropped, image_pages }: State): Message[] {
  return [
    message(image_pages === 0 ? 'read_by_model' : 'unchecked', null, {}),
    ...(dropped > 0 ? [message('not_on_page', null, { count: dropped })] : []),
  ]
}
