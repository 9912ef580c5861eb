import { z } from 'zod'
import { encodeFault } from '../messages/fault-codes.ts'
import { type Decimal, decimal, divide, multiply } from '../values/decimal.ts'
import { decimalNotation } from '../values/notations.ts'
import { taxPlaces } from './tax.ts'

/** Number of days for which a Ministry of Finance rate is valid. */
const validDays = 7
const dayMs = 24 * 60 * 60_000

/** A weekly Ministry of Finance exchange rate (kurs pajak): rupiah for `units` of a currency. */
export const ExchangeRate = z
  .strictObject({
    currency: z
      .string()
      .regex(/^(?!IDR)[A-Z]{3}$/, encodeFault('looks_like', { example: 'USD' }))
      .describe('ISO code.'),
    valid_from: z.iso.date().describe('First day of the week: usually a Wednesday.'),
    units: z.int().min(1).max(1_000_000).default(1).describe('100 for Japanese yen.'),
    rate: z
      .string()
      .regex(decimalNotation.pattern, encodeFault(decimalNotation.fault, {}))
      .refine((rate) => !(Number(rate) <= 0), encodeFault('invalid', {}))
      .describe('Rupiah: "15875.50".'),
  })
  .meta({ id: 'ExchangeRate' })
export type ExchangeRate = z.infer<typeof ExchangeRate>

/** Converts an amount to rupiah, rounded to the decimals that the tax office accepts. */
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
