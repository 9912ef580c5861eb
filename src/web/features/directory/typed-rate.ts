import type { ExchangeRate } from '../../../domain/invoice/exchange-rate.ts'
import { rateWeek } from '../../../domain/invoice/to-rupiah.ts'
import { formatDate } from '../../i18n/format.ts'
import { parseAmount } from '../../i18n/locale/parse-amount.ts'

/** The text typed in each field. */
export interface TypedRate {
  currency: string
  /** Any day of the week for which the rate is valid. */
  date: string
  units: string
  rate: string
}

/** Parses a rate; undefined while a value is missing or invalid. */
export function parseRate({ currency, date, units, rate }: TypedRate): ExchangeRate | undefined {
  const code = currency.trim().toUpperCase()
  const amount = parseAmount(rate)
  const isComplete = /^(?!IDR)[A-Z]{3}$/.test(code) && date !== '' && /^[1-9]\d{0,5}$/.test(units)
  if (!isComplete || amount === undefined || !/[1-9]/.test(amount) || amount.startsWith('-')) {
    return undefined
  }
  return { currency: code, valid_from: rateWeek(date), units: Number(units), rate: amount }
}

/** Returns the first and last day of the week, as text. */
export function findWeek(date: string): { first: string; last: string } | undefined {
  if (date === '') return undefined
  const first = rateWeek(date)
  const last = new Date(Date.parse(first) + 6 * 24 * 60 * 60_000).toISOString().slice(0, 10)
  return { first: formatDate(first), last: formatDate(last) }
}
