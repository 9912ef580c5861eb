import type { Page } from '../../domain/reading/reading.ts'
import { say } from '../../domain/i18n/say.ts'
import type {
  AnsweredEntry,
  AnsweredEvent,
  AnsweredHeat,
  PageAnswer,
  SheetAnswer,
} from '../../domain/heat-sheet/sheet-answer.ts'
import { checkProgram } from '../heat-sheet/check-program.ts'
import { findSessionDate } from '../heat-sheet/meet-dates.ts'
import type { Entry, Heat, MeetEvent, Program, Warning } from '../heat-sheet/meet-program.ts'
import { parseStartTime } from '../heat-sheet/titles.ts'
import { findRun, indexPage, type IndexedPage, type IndexedRow, tokensOf } from './page-index.ts'

/**
 * What a language model has answered, page by page, as far as the pages themselves bear it out: a name, number or
 * time that does not stand there is left out and counted. A swimmer counts only with the row of theirs.
 */
export function verifyAnswers(pages: Page[], answers: PageAnswer[]): Program {
  const state: State = { heats: [], sessions: [], dropped: 0, seen: [], pictures: 0 }
  const facts: Facts = { meet_name: null, meet_start: null, meet_end: null, venue: null }
  for (const { page, answer } of answers) {
    const found = pages[page - 1]
    if (!found) continue
    const seen = indexPage(found)
    state.seen.push(seen)
    if (seen.is_picture) state.pictures += 1
    takeFacts(facts, answer, state, seen)
    const session = sessionIndex(state, answer.session, seen)
    for (const event of answer.events) takeEvent(state, event, seen, session)
  }
  const { meet_start: start, meet_end } = facts
  const days = start === null ? {} : { start, end: meet_end ?? start }
  return {
    sheet: state.heats.every(({ kind }) => kind === 'psych') ? 'psych_sheet' : 'program',
    source: 'llm',
    ...facts,
    meet_end: facts.meet_end ?? start,
    places: {},
    sessions: state.sessions.map((name) => ({ name, date: findSessionDate(name, days) })),
    heats: state.heats,
    warnings: [...warningsOf(state), ...checkProgram(state.heats, [])],
  }
}

type Facts = Pick<Program, 'meet_name' | 'meet_start' | 'meet_end' | 'venue'>

interface State {
  heats: Heat[]
  sessions: (string | null)[]
  /** Answers that no page bears out. */
  dropped: number
  pictures: number
  /** The pages so far: an event may have its title on an earlier one. */
  seen: IndexedPage[]
}

function takeFacts(facts: Facts, answer: SheetAnswer, state: State, seen: IndexedPage): void {
  const words = (text: string | null) => keepIf(state, text, (value) => hasAll([seen], value))
  const dates = (text: string | null) => keepIf(state, text, (value) => hasDate(seen, value))
  facts.meet_name ??= words(answer.meet_name)
  facts.venue ??= words(answer.venue)
  facts.meet_start ??= dates(answer.meet_start)
  facts.meet_end ??= dates(answer.meet_end)
}

function sessionIndex(state: State, answered: string | null, seen: IndexedPage): number {
  const name = keepIf(state, answered, (value) => hasAll([seen], value))
  const known = name === null ? state.sessions.length - 1 : state.sessions.indexOf(name)
  return known < 0 ? state.sessions.push(name) - 1 : known
}

function takeEvent(state: State, event: AnsweredEvent, seen: IndexedPage, session: number): void {
  const { event_number, event_letter, event_name } = event
  const number = `${event_number}${event_letter ?? ''}`
  const entries = event.heats.reduce((sum, heat) => sum + heat.entries.length, 0)
  if (!hasAll(state.seen, number) || !hasAll(state.seen, event_name)) {
    state.dropped += Math.max(entries, 1)
    return
  }
  const title = seen.rows.find(({ tokens }) => findRun(tokens, tokensOf(event_name)) >= 0)
  const meetEvent: MeetEvent = {
    number: event_number,
    letter: event_letter,
    name: event_name,
    is_relay: event.heats.some((heat) => heat.entries.some(({ legs }) => legs.length > 0)),
    is_mixed: true,
    place: title?.place ?? seen.whole,
  }
  for (const heat of event.heats) takeHeat(state, meetEvent, { heat, seen, session })
}

function takeHeat(
  state: State,
  event: MeetEvent,
  { heat, seen, session }: { heat: AnsweredHeat; seen: IndexedPage; session: number },
): void {
  const number = keepIf(state, heat.heat_number, (value) => hasAll(state.seen, value))
  const start = parseStartTime(heat.start_time ?? '')
  const entries = heat.entries.flatMap((entry) => entryOf(state, entry, seen))
  if (entries.length === 0) return
  const same = state.heats.find(
    (one) => isSame(one, event, session) && one.number === number && number !== null,
  )
  if (same) return void same.entries.push(...entries)
  state.heats.push({
    event,
    kind: heat.heat_number === null ? 'psych' : 'heat',
    number,
    total: keepIf(state, heat.heats_total, (value) => hasAll([seen], value)),
    round: keepIf(state, heat.round, (value) => hasAll(state.seen, value)),
    start: keepIf(state, start, (value) => seen.is_picture || seen.starts.has(value)),
    estimated: false,
    session,
    entries,
    empty_lanes: 0,
    place: seen.whole,
  })
}

function isSame(heat: Heat, { number, letter }: MeetEvent, session: number): boolean {
  return heat.session === session && heat.event.number === number && heat.event.letter === letter
}

/** Only with a row that shows the name; lane, age, team and time only as far as that row does. */
function entryOf(state: State, answered: AnsweredEntry, seen: IndexedPage): Entry[] {
  const { lane, swimmer_name, age, team, seed_time, relay } = answered
  const row = rowOf(seen, answered)
  if (!row && !seen.is_picture) {
    state.dropped += 1
    return []
  }
  const inRow = <Value extends string | number>(value: Value | null) =>
    keepIf(state, value, (one) => !row || findRun(row.tokens, tokensOf(String(one))) >= 0)
  const place = row?.place ?? seen.whole
  const legs = answered.legs.flatMap((name) => {
    const leg = seen.is_picture || legRow(seen, name)
    if (!leg) state.dropped += 1
    return leg ? [{ name, age: null, place: leg === true ? seen.whole : leg.place }] : []
  })
  return [
    {
      number: inRow(lane),
      name: swimmer_name,
      age: inRow(age),
      team: inRow(team),
      seed_time: inRow(seed_time),
      qualifier: null,
      relay: inRow(relay),
      legs,
      place,
    },
  ]
}

/** The row of a swimmer, or of a relay's team; of several the one that also shows the lane and the time. */
function rowOf({ rows }: IndexedPage, entry: AnsweredEntry): IndexedRow | undefined {
  const { swimmer_name, team, lane, seed_time } = entry
  const wanted = tokensOf(swimmer_name ?? team ?? '')
  const named = rows.filter(({ tokens }) => findRun(tokens, wanted) >= 0)
  const shows = (row: IndexedRow) =>
    [lane, seed_time].filter(
      (value) => value !== null && findRun(row.tokens, tokensOf(String(value))) >= 0,
    ).length
  return named.toSorted((a, b) => shows(b) - shows(a))[0]
}

function legRow({ rows }: IndexedPage, name: string): IndexedRow | undefined {
  return rows.find(({ tokens }) => findRun(tokens, tokensOf(name)) >= 0)
}

/** Whether every word stands on one of the pages; a picture cannot be asked. */
function hasAll(pages: IndexedPage[], value: string | number): boolean {
  if (pages.some(({ is_picture }) => is_picture)) return true
  const tokens = tokensOf(String(value))
  return tokens.every((token) => pages.some((page) => page.tokens.has(token)))
}

/** "2026-05-01" stands there if its year and its day do. */
function hasDate({ is_picture, text }: IndexedPage, date: string): boolean {
  const [, year = '', day = ''] = /^(\d{4})-\d{2}-(\d{2})$/.exec(date) ?? []
  if (year === '' || Number.isNaN(Date.parse(date))) return false
  return is_picture || (text.includes(year) && new RegExp(`\\b0?${Number(day)}\\b`).test(text))
}

function keepIf<Value>(
  state: State,
  value: Value | null,
  isSeen: (value: Value) => boolean,
): Value | null {
  if (value === null) return null
  if (isSeen(value)) return value
  state.dropped += 1
  return null
}

function warningsOf({ dropped, pictures }: State): Warning[] {
  const all: [boolean, string, string][] = [
    [
      pictures === 0,
      'read_by_model',
      say`No reader knows this layout, so a language model has read it, and what it said was looked up on the page. Compare with the sheet.`,
    ],
    [
      pictures > 0,
      'unchecked',
      say`A language model has read this from pictures, and nothing could be looked up. Compare every name and number with the sheet.`,
    ],
    [
      dropped > 0,
      'not_on_page',
      dropped === 1
        ? say`One thing that the language model said did not stand on the page and was left out.`
        : say`${dropped} things that the language model said did not stand on the page and were left out.`,
    ],
  ]
  return all.flatMap(([isSo, code, message]) => (isSo ? [{ code, message }] : []))
}
