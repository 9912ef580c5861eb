import type { TextLocation } from '../text/location.ts'
import type { Box } from '../../domain/reading/reading.ts'
import { joinWords, measureGapEm, type Segment, toSegments } from '../text/text-lines.ts'
import { locateRow } from './entries.ts'
import type { PrintedDates } from './grammar/dates.ts'
import type { MeetGrammar } from './grammar/grammar.ts'
import type { SheetLine } from './page-rows.ts'

interface Printed {
  name: string
  place: TextLocation
}

/** A page header's content, as printed. */
export interface PageHeader {
  /** Name of the meet, from the row that also states the dates. */
  meet: Printed | undefined
  dates: { printed: PrintedDates; place: TextLocation } | undefined
  /** Title of the page, from the row with the page number or, if there is none, from the first row. */
  title: Printed | undefined
  /** Text at the foot of the page: the meet or its organiser. */
  foot: Printed | undefined
  /** True for a psych sheet, which lists entries without heats. */
  is_psych: boolean
  /** The session, such as "Saturday AM" in "Meet Program - Saturday AM". */
  session: Printed | undefined
  /** Start of the session in minutes after midnight. */
  session_start: number | null
  venue: Printed | undefined
}

/** A word that introduces a date, such as `vom` in `vom 30.11.2019`. */
const dateIntroduction =
  /(?:^|[\s,])(?:vom|from|du|del|dal|van|date|datum|data|fecha|den|am|on|le|il|el)?:?$/i
/** `14.03.2026 - 15.03.2026 in Some Town`, `am 14.03.2026 im Some Pool, Beginn 13.30 Uhr`. */
const placeAfterDate =
  /^(?:in|im|at|à|te|en)\s+(?:der\s+|the\s+)?(?<name>\p{Lu}[^,;\d]{2,40})(?=[,;]|$)/u
/** `Licence 3ER261234` and `Bassin : 25 m` do not name a place. */
const isNumberOrLength = /\p{L}*\d{4,}|^\p{L}+\s*:?\s*\d{2}\s?m$/u
const maxTitleWords = 14

export function readPageHeader(rows: SheetLine[], grammar: MeetGrammar): PageHeader {
  const header: PageHeader = {
    meet: undefined,
    dates: undefined,
    title: undefined,
    foot: undefined,
    is_psych: false,
    session: undefined,
    session_start: null,
    venue: findLabelledVenue(rows, grammar),
  }
  for (const row of rows.flatMap((one) => splitPlace(one, grammar)))
    readHeaderRow(header, row, grammar)
  return header
}

/** Splits a line with the meet at one end, and the place and the days or a licence at the other. */
function splitPlace(row: SheetLine, grammar: MeetGrammar): SheetLine[] {
  const at = row.words.findIndex((word, index) => {
    const previous = row.words[index - 1]
    return previous !== undefined && measureGapEm(previous, word) > minPlaceGapEm
  })
  const [before, after] = [row.words.slice(0, at), row.words.slice(at)]
  const dates = at > 0 ? grammar.findDates(joinWords(after)) : undefined
  const isPlace = dates !== undefined && /\p{L}{2}/u.test(dropDateWords(dates.before, grammar))
  // The line with the meet software's licence contains the print date.
  const isLicence = /MEET MANAGER/i.test(row.text)
  const isDated = grammar.findDates(joinWords(before)) !== undefined
  if (isLicence ? !isDated : !isPlace) return [row]
  return [before, after].map((words) => ({ ...row, words, text: joinWords(words) }))
}

/** Minimum gap between the meet and the text at the other end of its line, in ems. */
const minPlaceGapEm = 3

function readHeaderRow(header: PageHeader, row: SheetLine, grammar: MeetGrammar): void {
  const text = grammar.dropPageNumber(row.text)
  const place = locateRow(row)
  const title = grammar.parsePageTitle(text)
  if (/MEET MANAGER/i.test(text)) return readLicence(header, text, { place, grammar })
  if (grammar.isNotice(text) || grammar.isNotice(row.text) || text === '') return
  if (title) {
    header.is_psych = title.is_psych
    const named = findNamedDates(title.session ?? '', grammar)
    if (named) readDateRow(header, named, { place, grammar })
    else if (title.session) header.session = { name: title.session, place }
    return
  }
  if (grammar.parseSessionTitle(text) !== undefined || isSessionDay(header, text, grammar)) {
    header.session ??= { name: text, place }
    return
  }
  const start = grammar.parseSessionStart(text)
  if (start !== null) {
    header.session_start ??= start
    return
  }
  const printed = grammar.findDates(text)
  if (printed) readDateRow(header, printed, { place, grammar })
  else if (grammar.namesPool(text)) header.venue ??= { name: parseVenue(text), place }
  else if (row.is_foot) header.foot ??= { name: text, place }
  else readTitleRow(header, text, { place, isNumbered: grammar.hasPageNumber(row.text) })
}

/**
 * Finds the dates beside the name of the meet, not of a session, after the page's title: `Start list – Lake Cup
 * 14.3.2026`.
 */
function findNamedDates(text: string, grammar: MeetGrammar): PrintedDates | undefined {
  const dates = grammar.findDates(text)
  const isSession = grammar.namesSession(text) || grammar.findDayNumber(text) !== undefined
  const isNamed = dates !== undefined && /\p{L}{2}.*\s\p{L}{2}/u.test(dates.before)
  return isNamed && !isSession && grammar.findWeekdays(text).length === 0 ? dates : undefined
}

/**
 * True for a day of a session. A day without other text is the day of the meet, unless the header has already stated
 * the meet's days.
 */
function isSessionDay({ dates }: PageHeader, text: string, grammar: MeetGrammar): boolean {
  return grammar.isDayTitle(text) && (dates !== undefined || grammar.namesSession(text))
}

/**
 * Reads the meet's dates and the name beside them: `Spring Splash - 5/1/2026`, `2 May 2026 - County Relays`, `Bern, 11.
 * - 12.10.2025`, `vom 30.11.2019`.
 */
function readDateRow(
  header: PageHeader,
  printed: PrintedDates,
  { place, grammar }: { place: TextLocation; grammar: MeetGrammar },
): void {
  const before = dropWeekday(printed.before, grammar)
  const { after } = printed
  const named = /^(?<name>.+?)\s*[-–]$/.exec(before)?.groups?.['name']
  const following =
    before === '' ? /^[-–]\s*(?<name>[^\s\d].*)$/.exec(after)?.groups?.['name'] : undefined
  const name = named ?? following
  const isPool = name !== undefined && header.title !== undefined && grammar.namesPool(name)
  if (name !== undefined && isPool) header.venue ??= { name: parseVenue(name), place }
  else if (name !== undefined) header.meet ??= { name, place }
  if (!header.dates) header.dates = { printed, place }
  const text = dropDateWords(before, grammar)
  const following_place = placeAfterDate.exec(after)?.groups?.['name']
  if (following_place !== undefined) header.venue ??= { name: following_place, place }
  if (name !== undefined || text === '') return
  if (isNumberOrLength.test(text)) return
  if (header.title && /\p{L}{2}/u.test(text)) header.venue ??= { name: parseVenue(text), place }
  else if (/\p{L}{2}/u.test(text)) header.title = { name: text, place }
}

/** Removes the words that introduce a date: "am Samstag, den" becomes "". */
function dropDateWords(text: string, grammar: MeetGrammar): string {
  const shorter = dropWeekday(text, grammar)
    .replace(dateIntroduction, '')
    .replace(/[,;:(\s–-]+$/, '')
    .trim()
  return shorter === text ? text : dropDateWords(shorter, grammar)
}

/** Removes the weekday: "Some Pool - Sat" becomes "Some Pool -". */
function dropWeekday(text: string, grammar: MeetGrammar): string {
  const [, rest, last] = /^(.*?)[\s,]*(\p{L}+)[.,]?$/u.exec(text) ?? []
  return rest !== undefined && last && grammar.findWeekdays(last).length > 0 ? rest : text
}

function readTitleRow(
  header: PageHeader,
  text: string,
  { place, isNumbered }: { place: TextLocation; isNumbered: boolean },
): void {
  const isTitle = /\p{L}{3}/u.test(text) && text.split(' ').length <= maxTitleWords
  if (isTitle && (isNumbered || !header.title)) header.title = { name: text, place }
}

/** Reads the meet software's licence line, which often names the pool: `Some Pool - Site License`. */
function readLicence(
  header: PageHeader,
  text: string,
  { place, grammar }: { place: TextLocation; grammar: MeetGrammar },
): void {
  const host = text
    .replace(/\s*\S*HY-?TEK.*$/i, '')
    .replace(/\s*[-–]\s*(?:Site|Organization)?\s*Licen[sc]e.*$/i, '')
  if (grammar.namesPool(host)) header.venue ??= { name: host.trim(), place }
}

/** Returns the lines below a label such as "Schwimmbad-Adresse". Another label may share its row. */
function findLabelledVenue(rows: SheetLine[], grammar: MeetGrammar): Printed | undefined {
  const labelled = rows.flatMap((row, index) => {
    const labels = toSegments(row.words, row.page)
    const label = labels.find(({ text }) => grammar.isVenueLabel(text))
    return label ? [{ row, index, label, other: labels.find((one) => one !== label) }] : []
  })
  const [found] = labelled
  if (!found) return undefined
  const { row, index, label, other } = found
  const isOwn = ({ box }: Segment) => !other || distance(box, label.box) < distance(box, other.box)
  const lines = rows
    .slice(index + 1, index + 1 + maxVenueLines)
    .map(({ words, page }) => toSegments(words, page).filter(isOwn))
    .map((cells) => cells.map(({ text }) => text).join(' '))
    .filter((text) => text !== '' && !/\d:\d\d/.test(text))
  if (lines.length === 0) return undefined
  return { name: lines.join(', ').replace(/["“”„]/g, ''), place: locateRow(row) }
}

/** Maximum number of lines in a venue: name, street, town and postcode. */
const maxVenueLines = 4

function distance(a: Box, b: Box): number {
  return Math.abs(a[0] + a[2] - b[0] - b[2])
}

/** Extracts "Some Pool" from "Hosted by Some Club at Some Pool". */
function parseVenue(text: string): string {
  return text.replace(/^(?:.*?\bat\s+|(?:venue|location|facility)\s*:\s*)/i, '').trim()
}
