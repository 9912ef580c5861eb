import { z } from 'zod'
import { encodeFault } from '../messages/fault-codes.ts'
import { decimalNotation } from '../values/notations.ts'

/** A weekly Ministry of Finance exchange rate (kurs pajak): rupiah for `units` units of a currency. */
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
