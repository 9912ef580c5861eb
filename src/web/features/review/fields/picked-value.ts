import type { FieldKind } from './fields.ts'
import { parseAmount } from '../../../i18n/locale/parse-amount.ts'

/** Converts text from the page to a field's value; undefined if it is not a valid number or date. */
export function toPickedValue(text: string, kind: FieldKind): string | number | undefined {
  if (kind === 'amount') return parseAmount(text.replace(/^[^\d-]+|\D+$/g, ''))
  if (kind === 'number') {
    const amount = parseAmount(text.replace(/^[^\d-]+|\D+$/g, ''))
    return amount === undefined ? undefined : Number(amount)
  }
  if (kind === 'day') return parsePrintedDate(text)
  if (kind === 'whole') return /^\d{1,9}$/.test(text) ? Number(text) : undefined
  return text
}

/** Parses 2026-11-15, 15/11/2026 and 15 November 2026. Month names may be English or Indonesian. */
export function parsePrintedDate(text: string): string | undefined {
  const iso = /(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(text)
  if (iso) return toDate(iso[1], iso[2], iso[3])
  const numeric = /(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})/.exec(text)
  if (numeric) return toDate(numeric[3], numeric[2], numeric[1])
  const [, day, name = '', year] = /(\d{1,2})[\s-]+(\p{L}{3,})\.?[\s,-]+(\d{4})/u.exec(text) ?? []
  if (day !== undefined) return toDate(year, findMonth(name), day)
  const [, first = '', at, of] = /(\p{L}{3,})\.?\s+(\d{1,2}),?\s+(\d{4})/u.exec(text) ?? []
  return toDate(of, findMonth(first), at)
}

function findMonth(name: string): string | undefined {
  const start = name.slice(0, 3).toLowerCase()
  const month = ['en', 'id']
    .map((locale) => monthNames(locale).findIndex((one) => one.startsWith(start)))
    .find((index) => index >= 0)
  return month === undefined ? undefined : String(month + 1)
}

function monthNames(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) =>
    format.format(new Date(Date.UTC(2026, month, 1))).toLowerCase(),
  )
}

function toDate(year?: string, month?: string, day?: string): string | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const isReal = !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date)
  return isReal ? date : undefined
}
