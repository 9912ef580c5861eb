import { z } from 'zod'
import { encodeFault } from '../messages/fault-codes.ts'
import { Message } from '../messages/message.ts'
import { Evidence } from '../reading/evidence.ts'
import { clockNotation } from '../values/notations.ts'

const ClockTime = z.string().regex(clockNotation.pattern, encodeFault(clockNotation.fault, {}))

/** One swimmer's swim. A relay team whose swimmers are not listed counts as one swim without a swimmer. */
export const HeatSheetEvent = z.object({
  session: z.string().nullable().describe('As printed: "Saturday AM".'),
  session_date: z.iso.date().nullable(),
  event_number: z.int(),
  event_letter: z.string().nullable().describe('"A" of event 12A.'),
  event_name: z.string(),
  round: z.string().nullable().describe('As printed: "Finals", "Prelims".'),
  heat_number: z.int().nullable().describe('Null on psych sheets and for alternates.'),
  heats_total: z.int().nullable(),
  lane: z.int().nullable(),
  swimmer_name: z.string().nullable().describe('As printed, "Last, First" on most sheets.'),
  age: z.string().nullable().describe('As printed: "11", "W11" in a mixed event, "FR", "2014".'),
  team: z.string().nullable(),
  seed_time: z.string().nullable().describe('As printed: "1:29.56", "NT", "32.77Y", "X31.02".'),
  seed_rank: z.int().nullable().describe('Rank on a psych sheet.'),
  qualifier: z.string().nullable().describe('Text after the seed time: "QUAL", "B".'),
  exhibition: z.boolean(),
  alternate: z.int().nullable().describe('Rank among the alternates.'),
  relay: z.string().nullable().describe('Letter of the relay team.'),
  leg: z.int().nullable().describe('Position in the relay, from 1.'),
  heat_start_time: ClockTime.nullable(),
  estimated: z.boolean().describe('Whether the start time is estimated, not printed.'),
})
export type HeatSheetEvent = z.infer<typeof HeatSheetEvent>

/** A swimmer, identified by name, team and age. */
export const Swimmer = z.object({
  swimmer_name: z.string(),
  age: z.string().nullable(),
  team: z.string().nullable(),
})
export type Swimmer = z.infer<typeof Swimmer>

export const HeatSheetReading = z.object({
  kind: z.literal('heat_sheet'),
  sheet: z
    .enum(['program', 'psych_sheet', 'session_report'])
    .describe('A session report has no swimmers; it lists the events of the meet.'),
  meet_name: z.string().nullable(),
  meet_start: z.iso.date().nullable(),
  meet_end: z.iso.date().nullable(),
  session_date: z.iso.date().nullable().describe('Null if the sheet covers several days.'),
  venue: z.string().nullable(),
  course: z
    .string()
    .nullable()
    .optional()
    .describe(
      '"SCM", "LCM" or "SCY": short course metres, long course metres, short course yards.',
    ),
  time_zone: z.string().nullable().describe('Null: times are local to the pool.'),
  swimmers: z
    .array(
      z.object({
        requested: z.string(),
        found: z.array(Swimmer).describe('More than one if the name is ambiguous.'),
        did_you_mean: z.array(z.string()),
      }),
    )
    .describe('Requested swimmers. Empty: all events of the sheet.'),
  events: z.array(HeatSheetEvent),
  warnings: z.array(Message.extend({ message: z.string().optional() })),
  /**
   * Keyed by path: `events.3` is the swimmer's row, and `events.3.event_name` and `events.3.heat_number` are the
   * headings above it.
   */
  evidence: z.record(z.string(), Evidence),
})
export type HeatSheetReading = z.infer<typeof HeatSheetReading>

/** Groups swims by session, in printed order. */
export function groupBySession<One>(all: readonly One[], toEvent: (one: One) => HeatSheetEvent) {
  const sessions = new Map<string, One[]>()
  for (const one of all) {
    const { session, session_date } = toEvent(one)
    const key = JSON.stringify([session, session_date])
    const known = sessions.get(key)
    if (known) known.push(one)
    else sessions.set(key, [one])
  }
  return [...sessions.values()].map((events) => {
    const { session = null, session_date = null } = events[0] ? toEvent(events[0]) : {}
    return { session, session_date, events }
  })
}
