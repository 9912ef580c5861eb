import type { MeetVocabulary } from '../../../domain/heat-sheet/meet-vocabulary.ts'
import { removeAccents } from '../../../domain/heat-sheet/swimmer-names.ts'
import type { DateOrder } from '../../values/dates.ts'
import { type DateFormat, listDateFormats } from './date-formats.ts'
import { toAlternatives, toWordPattern } from './word-pattern.ts'

export interface DateRange {
  start: string
  end: string
}

/** One or more days as printed, with the text around them. */
export interface PrintedDates {
  before: string
  text: string
  after: string
  /** Returns undefined if a day does not exist in this order of day and month. */
  read: (order: DateOrder) => DateRange | undefined
}

export interface DateGrammar {
  findDates: (text: string) => PrintedDates | undefined
  /** Weekdays named in the text, where 0 is Sunday. */
  findWeekdays: (text: string) => number[]
  /** Returns 3 for "Day 3" and "3. Wettkampftag". */
  findDayNumber: (text: string) => number | undefined
}

export function createDateGrammar(vocabulary: MeetVocabulary): DateGrammar {
  const forms = listDateFormats(vocabulary)
  const months = vocabulary.months.map((names) => names.map(toPlain))
  const weekdays = vocabulary.weekdays.map(
    (names) => new RegExp(`(?<!\\p{L})${toAlternatives(names)}s?(?!\\p{L})`, 'iu'),
  )
  const weekday = new RegExp(toWordPattern(vocabulary.weekdays.flat()), 'iu')
  const day = toWordPattern(vocabulary.day)
  const nthDay = new RegExp(`${day}\\s*#?(\\d{1,2})(?!\\d)|(\\d{1,2})\\.\\s*${day}`, 'iu')
  return {
    findDates: (text) =>
      /\d/.test(text)
        ? findDates(text, { forms, months, namesWeekday: (part) => weekday.test(part) })
        : undefined,
    findWeekdays: (text) => weekdays.flatMap((names, index) => (names.test(text) ? [index] : [])),
    findDayNumber: (text) => {
      const [, after, before] = nthDay.exec(text) ?? []
      const number = after ?? before
      return number === undefined ? undefined : Number(number)
    },
  }
}

function toPlain(text: string): string {
  return removeAccents(text.toLowerCase())
}

interface DateWords {
  forms: DateFormat[]
  months: string[][]
  namesWeekday: (text: string) => boolean
}

function findDates(
  text: string,
  { forms, months, namesWeekday }: DateWords,
): PrintedDates | undefined {
  for (const { pattern, is_open } of forms) {
    const match = pattern.exec(text)
    if (!match?.groups) continue
    const { groups } = match
    const read = (order: DateOrder) =>
      readRange(groups, is_open && order === 'month' ? swapParts : keepParts, months)
    if (!(read('day') ?? read('month'))) continue
    const end = match.index + match[0].length
    const before = text.slice(0, match.index).trim()
    // A session number does not start a date range: `Session 2 - Sunday 15 March 2026`.
    const isBareDay = groups['d1'] !== undefined && groups['m1'] === undefined
    if (isBareDay && namesWeekday(match[0]) && !namesWeekday(before)) continue
    const after = text.slice(end).trim()
    // In a range that states the year first, the last day may be a count: `2026-03-14 - 25 m`.
    const isBareEnd = groups['y1'] !== undefined && groups['y2'] === undefined
    if (isBareEnd && /\d$/.test(match[0]) && countedPattern.test(after)) continue
    return { before, text: match[0], after, read }
  }
  return undefined
}

/**
 * Matches a unit, or a word of at least four letters, which may be something counted. A shorter word, such as `in`,
 * precedes a place.
 */
const countedPattern = /^(?:\p{Ll}{4}|[°%]|(?:[mMhH]|yd|km)(?!\p{L}))/u

type Groups = Record<string, string | undefined>
type PartOrder = (day: string, month: string) => [day: string, month: string]
const keepParts: PartOrder = (day, month) => [day, month]
const swapParts: PartOrder = (day, month) => [month, day]

/**
 * The first day may omit the month and year that it shares with the last: `11. - 12.10.2025`, `30 April – 2 May 2026`.
 * If the year comes first, the last day omits them: `2025.10.11. - 12.`.
 */
function readRange(groups: Groups, order: PartOrder, months: string[][]): DateRange | undefined {
  const { d1, m1, y1, d2 = '', m2 = m1 ?? '', y2 = y1 ?? '' } = groups
  const end = toDate(order(d2, m2), y2, months)
  if (end === undefined) return undefined
  if (d1 === undefined) return { start: end, end }
  const start = toDate(order(d1, m1 ?? m2), y1 ?? y2, months)
  return start !== undefined && start <= end ? { start, end } : undefined
}

function toDate([day, month]: [string, string], year: string, months: string[][]) {
  const monthIndex = findMonth(month, months)
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year)
  const date = new Date(Date.UTC(fullYear, monthIndex, Number(day)))
  const isReal = date.getUTCMonth() === monthIndex && date.getUTCDate() === Number(day)
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

/**
 * Finds the month whose name fits best. Returns -1 for an unknown month, and for a name that has two meanings:
 * `listopad` is October in Croatian, and November in Polish.
 */
function findMonth(month: string, months: string[][]): number {
  if (/^\d+$/.test(month)) return Number(month) - 1
  const name = toPlain(month).replace('.', '')
  const fits = months.map((starts) => Math.max(...starts.map((start) => countLetters(name, start))))
  const best = Math.max(...fits)
  return best > 0 && fits.indexOf(best) === fits.lastIndexOf(best) ? fits.indexOf(best) : -1
}

/**
 * Counts the letters that a name shares with the start of a month. An abbreviation counts slightly less than its
 * length.
 */
function countLetters(name: string, start: string): number {
  if (name.startsWith(start)) return start.length
  return start.startsWith(name) ? name.length - 0.5 : 0
}
