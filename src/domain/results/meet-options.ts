import { z } from 'zod'
import { isValidParam } from '../mapping/param-kinds.ts'
import { encodeFault } from '../messages/fault-codes.ts'
import { clockNotation } from '../values/notations.ts'

/** Maximum number of swimmers. A longer list would not fit on a page and would take too long to search. */
const maxSwimmers = 20

const startPattern = /^[\p{L}\p{N}-]{1,200}@([01]\d|2[0-3]):[0-5]\d$/u

/** A user's choices about a meet. They are part of the link, so changing them needs no new upload. */
export const MeetOptions = z.object({
  swimmer: z
    .string()
    .max(2000)
    .refine((text) => text.split(/[;\n]/).length <= maxSwimmers, {
      error: encodeFault('list_too_long', { most: maxSwimmers }),
    })
    .optional()
    .describe(
      'Swimmers instead of those of the upload, separated by semicolons. Team and age select one of several swimmers with the same name: "Ahlgren, Ada | AQUA-XX | 11".',
    ),
  start: z
    .string()
    .max(4000)
    .refine((text) => text === '' || text.split(',').every((one) => startPattern.test(one)), {
      error: encodeFault('looks_like', { example: 'sunday-am-2026-05-03@08:30' }),
    })
    .optional()
    .describe('Session starts by session ID, separated by commas: "sunday-am-2026-05-03@08:30".'),
  time_zone: z
    .string()
    .max(100)
    .refine((zone) => zone === '' || isValidParam('time_zone', zone), {
      error: encodeFault('looks_like', { example: 'Asia/Jakarta' }),
    })
    .optional()
    .describe("The pool's time zone. Empty: local time, regardless of the phone's time zone."),
  lanes: z.coerce
    .number()
    .int()
    .min(3)
    .max(12)
    .optional()
    .describe('Lanes in the pool, to estimate heats and lanes from a psych sheet. Default: 8.'),
})
export type MeetOptions = z.infer<typeof MeetOptions>

/** Parses session starts by session ID. */
export function parseStarts(text: string | undefined): Map<string, string> {
  const pairs = (text ?? '').split(',').flatMap((one): [string, string][] => {
    const [, id, time] = /^(.+)@(.+)$/.exec(one) ?? []
    return id && time && clockNotation.pattern.test(time) ? [[id, time]] : []
  })
  return new Map(pairs)
}

export function formatStarts(starts: ReadonlyMap<string, string>): string {
  return [...starts].map(([id, time]) => `${id}@${time}`).join(',')
}
