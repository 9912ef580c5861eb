import { type DateOrder, parseDate } from '../values/dates.ts'

const dayMs = 86_400_000
const maxMeetDays = 16
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const weekday = /\b(sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?s?\b/gi

interface Range {
  start: string
  end: string
}

export interface MeetDays extends Partial<Range> {
  /** True if day and month may be swapped. */
  is_ambiguous: boolean
}

/**
 * Returns the first and last day of a meet. Other dates in the document determine the order of day and month, then a
 * plausible meet length, then American custom.
 */
export function findMeetDays(from: string, to: string, others: Iterable<string>): MeetDays {
  const knownOrder = findUnambiguousOrder([from, to, ...others])
  const orders: DateOrder[] = knownOrder ? [knownOrder] : ['month', 'day']
  const ranges = orders
    .map((order) => parseRange(from, to, order))
    .filter((range) => range !== undefined)
  const isSame = ranges.every(
    ({ start, end }) => start === ranges[0]?.start && end === ranges[0]?.end,
  )
  return { ...ranges[0], is_ambiguous: !isSame }
}

function parseRange(from: string, to: string, order: DateOrder): Range | undefined {
  const start = parseDate(from, order)
  const end = parseDate(to, order)
  if (!start || !end) return undefined
  const days = (Date.parse(end) - Date.parse(start)) / dayMs
  return days >= 0 && days <= maxMeetDays ? { start, end } : undefined
}

/** Numbers above 12 cannot be months. */
function findUnambiguousOrder(texts: string[]): DateOrder | undefined {
  const votes = texts.map((text) => {
    const [, first = 0, second = 0] = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}$/.exec(text) ?? []
    return Math.sign(Math.max(Number(first), 12) - Math.max(Number(second), 12))
  })
  const balance = votes.reduce<number>((sum, vote) => sum + vote, 0)
  if (balance === 0) return undefined
  return balance > 0 ? 'day' : 'month'
}

/** Returns the session's day: the only day of the meet, a named date or weekday, or the nth day. */
export function findSessionDate(
  session: string | null,
  { start, end }: Partial<Range>,
): string | null {
  if (start === undefined || end === undefined) return null
  if (start === end) return start
  const days = listDays(start, end)
  const text = session ?? ''
  const dated = (['month', 'day'] as const).map((order) => parseDate(text, order))
  const named = [...text.matchAll(weekday)].map(([, name = '']) => name.slice(0, 3).toLowerCase())
  const nth = Number(/\bday\s*#?(\d{1,2})\b/i.exec(text)?.[1] ?? 0)
  const fitting = [
    days.filter((day) => dated.includes(day)),
    days.filter((day) => named.includes(weekdays[new Date(day).getUTCDay()] ?? '')),
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
