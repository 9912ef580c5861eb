import { countDateOrders, type DateOrder } from '../../values/dates.ts'
import type { DateRange, PrintedDates } from './dates.ts'
import type { MeetGrammar } from './grammar.ts'

const dayMs = 86_400_000
const maxMeetDays = 16

export interface MeetDays extends Partial<DateRange> {
  /** True if day and month may be swapped. */
  is_ambiguous: boolean
  /** Order of day and month in the sheet's dates. */
  order: DateOrder
  /** False if neither the language nor a date proves the order. */
  is_order_known: boolean
}

/**
 * Returns a meet's first and last day. The order of day and month follows from other dates in the document, then from
 * the language's convention, then from which order yields a plausible length. If none of these decides, the month comes
 * first.
 */
export function findMeetDays(
  dates: PrintedDates | undefined,
  others: Iterable<string>,
  custom?: DateOrder,
): MeetDays {
  const knownOrder = findUnambiguousOrder([...(dates?.text.split(' ') ?? []), ...others]) ?? custom
  const orders: DateOrder[] = knownOrder ? [knownOrder] : ['month', 'day']
  const ranges = orders.flatMap((order) => {
    const range = dates?.read(order)
    return range && isPlausible(range) ? [{ order, ...range }] : []
  })
  const [first] = ranges
  const isSame = ranges.every(({ start, end }) => start === first?.start && end === first.end)
  const order = first && !isSame ? first.order : (knownOrder ?? first?.order ?? 'month')
  return {
    ...(first && { start: first.start, end: first.end }),
    is_ambiguous: !isSame,
    order,
    is_order_known: knownOrder !== undefined,
  }
}

function isPlausible({ start, end }: DateRange): boolean {
  return (Date.parse(end) - Date.parse(start)) / dayMs <= maxMeetDays
}

/** Returns the order proved by a number above 12, which cannot be a month. */
function findUnambiguousOrder(texts: string[]): DateOrder | undefined {
  const { day, month } = countDateOrders(texts)
  if (day === month) return undefined
  return day > month ? 'day' : 'month'
}

/** Returns the session's day: the only day of the meet, a named date or weekday, or the nth day. */
export function findSessionDate(
  session: string | null,
  { start, end }: Partial<DateRange>,
  grammar: MeetGrammar,
): string | null {
  if (start === undefined || end === undefined) return null
  if (start === end) return start
  const days = listDays(start, end)
  const text = grammar.dropSessionNumber(session ?? '')
  const dates = grammar.findDates(text)
  const dated = (['month', 'day'] as const).map((order) => dates?.read(order)?.start)
  const named = grammar.findWeekdays(text)
  const nth = grammar.findDayNumber(text)
  const [, one = '', other = ''] = /(?<!\d)(\d{1,2})[./](\d{1,2})(?!\d)/.exec(text) ?? []
  const isPrinted = (day: string) => {
    const parts = day.slice(5).split('-').map(Number)
    return [parts, parts.toReversed()].some(([a, b]) => a === Number(one) && b === Number(other))
  }
  const fitting = [
    days.filter((day) => dated.includes(day)),
    days.filter(isPrinted),
    days.filter((day) => named.includes(new Date(day).getUTCDay())),
    days.filter((_, index) => index + 1 === nth),
  ]
  const [only, ...more] = fitting.find((some) => some.length > 0) ?? []
  return only !== undefined && more.length === 0 ? only : null
}

function listDays(start: string, end: string): string[] {
  const count = (Date.parse(end) - Date.parse(start)) / dayMs + 1
  return Array.from({ length: count }, (_, index) => addDays(start, index))
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
}
