/** Prefixes of month names in English, Indonesian, German and French, from January. */
const monthPrefixes = [
  ['jan', 'jän'],
  ['feb', 'peb', 'fév', 'fev'],
  ['mar', 'mär', 'mrz'],
  ['apr', 'avr'],
  ['may', 'mei', 'mai'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'agu', 'agt', 'ags', 'aoû', 'aou'],
  ['sep'],
  ['oct', 'okt'],
  ['nov', 'nop'],
  ['dec', 'des', 'dez', 'déc'],
]

/** The part that comes first in a numeric date. */
export type DateOrder = 'day' | 'month'

interface DateParts {
  year: string
  month: string
  day: string
}

/** Returns the first date in the text as YYYY-MM-DD, or undefined if there is no date or its day does not exist. */
export function parseDate(text: string, order: DateOrder = 'day'): string | undefined {
  const parts = matchDateParts(text, order)
  const month = parts && parseMonth(parts.month)
  if (!parts || month === undefined) return undefined
  const date = new Date(Date.UTC(expandYear(parts.year), month - 1, Number(parts.day)))
  const isCalendarDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === Number(parts.day)
  return isCalendarDay ? date.toISOString().slice(0, 10) : undefined
}

/** Determines the order by vote. Only dates with a number above 12 count, because they are unambiguous. */
export function voteDateOrder(texts: Iterable<string>): DateOrder {
  const votes = countDateOrders(texts)
  return votes.month > votes.day ? 'month' : 'day'
}

export function countDateOrders(texts: Iterable<string>): Record<DateOrder, number> {
  const votes = { day: 0, month: 0 }
  for (const text of texts) {
    const [isDate, first, second] = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}$/.exec(text) ?? []
    if (!isDate) continue
    const balance = Math.max(Number(first), 12) - Math.max(Number(second), 12)
    if (balance !== 0) votes[balance > 0 ? 'day' : 'month']++
  }
  return votes
}

function matchDateParts(text: string, order: DateOrder): DateParts | undefined {
  const numericPattern =
    order === 'day'
      ? /\b(?<day>\d{1,2})([/.-])(?<month>\d{1,2})\2(?<year>\d{4}|\d{2})\b/
      : /\b(?<month>\d{1,2})([/.-])(?<day>\d{1,2})\2(?<year>\d{4}|\d{2})\b/
  const patterns = [
    /\b(?<year>\d{4})([/.-])(?<month>\d{1,2})\2(?<day>\d{1,2})\b/,
    numericPattern,
    /\b(?<day>\d{1,2})(?:st|nd|rd|th|er)?[\s.-]*(?<month>\p{L}{3,9})[\s.,'-]*(?<year>\d{4}|\d{2})\b/u,
    /\b(?<month>\p{L}{3,9})[\s.]*(?<day>\d{1,2})(?:st|nd|rd|th|er)?\s*,?\s*(?<year>\d{4})\b/u,
  ]
  for (const pattern of patterns) {
    const { year, month, day } = pattern.exec(text)?.groups ?? {}
    if (year && month && day && parseMonth(month)) return { year, month, day }
  }
  return undefined
}

function parseMonth(month: string): number | undefined {
  if (/^\d+$/.test(month)) return Number(month) <= 12 ? Number(month) : undefined
  const name = month.toLowerCase()
  const index = monthPrefixes.findIndex((starts) => starts.some((start) => name.startsWith(start)))
  return index < 0 ? undefined : index + 1
}

/** Interprets two-digit years below 70 as 20xx. */
function expandYear(year: string): number {
  if (year.length === 4) return Number(year)
  return Number(year) + (Number(year) < 70 ? 2000 : 1900)
}
