import type { ProblemParams } from '../../messages/problem-codes.ts'

/** Parameter type names in English. */
export const paramKinds: Record<ProblemParams['param_invalid']['kind'], string> = {
  text: 'text',
  date: 'a date like 2026-07-18',
  time: 'a time of day like 08:30',
  time_zone: 'a time zone like America/New_York',
  minutes: 'a number of minutes up to 1440',
  schema: 'a JSON Schema',
}
