import { type Decimal, decimal, divide, multiply } from '../values/decimal.ts'
import type { ExchangeRate } from './exchange-rate.ts'
import { taxPlaces } from './tax.ts'

/** Number of days for which a Ministry of Finance rate is valid. */
const validDays = 7
const dayMs = 24 * 60 * 60_000

/** Converts an amount to rupiah, rounded to the number of decimals that the tax office accepts. */
export function toRupiah(amount: Decimal, { rate, units }: ExchangeRate): Decimal {
  return divide(multiply(amount, decimal(rate)), decimal(String(units)), taxPlaces)
}

/** Finds the rate in effect on a given date. */
export function findRate(
  rates: readonly ExchangeRate[],
  currency: string,
  date: string,
): ExchangeRate | undefined {
  const valid = rates.filter((rate) => {
    const age = (Date.parse(date) - Date.parse(rate.valid_from)) / dayMs
    return rate.currency === currency && age >= 0 && age < validDays
  })
  return valid.sort((a, b) => (a.valid_from < b.valid_from ? 1 : -1))[0]
}

const wednesday = 3

/** Returns the first day of the week to which a rate usually applies: the Wednesday on or before the date. */
export function rateWeek(date: string): string {
  const at = new Date(`${date}T00:00:00Z`)
  const days = (at.getUTCDay() - wednesday + validDays) % validDays
  return new Date(at.getTime() - days * dayMs).toISOString().slice(0, 10)
}
