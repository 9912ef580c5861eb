import { z } from 'zod'
import { isTimeZone } from '../values/time-zone.ts'
import { encodeFault } from '../messages/fault-codes.ts'

/** A country or state with a single time zone, and its names on heat sheets. */
const MeetPlace = z
  .object({
    zone: z.string().refine(isTimeZone, {
      error: encodeFault('looks_like', { example: 'Asia/Jakarta' }),
    }),
    names: z.array(z.string()),
    codes: z.array(z.string()).default([]).describe('Olympic codes.'),
    postal: z.array(z.string()).default([]).describe('Starts of postal codes: "CH" of "CH-3000".'),
    state: z
      .string()
      .optional()
      .describe('Abbreviation of a US state, which precedes the ZIP code.'),
    cities: z.array(z.string()).default([]),
    local: z
      .object({ language: z.string(), code: z.string() })
      .optional()
      .describe('Pattern of postal codes that only this country uses in the language.'),
  })
  .strict()
export const MeetPlaces = z.array(MeetPlace)
export type MeetPlaces = z.infer<typeof MeetPlaces>
