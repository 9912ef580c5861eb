import { z } from 'zod'
import { HeatSheetEvent, HeatSheetReading } from './heat-sheet.ts'

const { meet_name, venue } = HeatSheetReading.shape
const { event_number, event_letter, event_name, round, heat_number, heats_total } =
  HeatSheetEvent.shape
const { session, lane, swimmer_name, age, team, seed_time, relay } = HeatSheetEvent.shape

const AnswerEntry = z.object({
  lane: lane.describe('Or the place, on a list without heats.'),
  swimmer_name: swimmer_name.describe('Exactly as printed; null for a relay team.'),
  age,
  team,
  seed_time,
  relay,
  legs: z
    .array(z.string())
    .describe('The swimmers of a relay in their order, if they are printed.'),
})
export type AnswerEntry = z.infer<typeof AnswerEntry>

const AnswerHeat = z.object({
  heat_number,
  heats_total,
  round,
  start_time: z.string().nullable().describe('24 hours: "09:05". Null if none is printed.'),
  entries: z.array(AnswerEntry),
})
export type AnswerHeat = z.infer<typeof AnswerHeat>

const AnswerEvent = z.object({
  event_number,
  event_letter,
  event_name,
  heats: z.array(AnswerHeat),
})
export type AnswerEvent = z.infer<typeof AnswerEvent>

/**
 * A language model's answer about one page of a heat sheet, in the format of a reading. Verify every value before use.
 */
export const SheetAnswer = z.object({
  meet_name,
  meet_start: z.string().nullable().describe('The first day of the meet: "2026-05-01".'),
  meet_end: z.string().nullable(),
  venue,
  session,
  events: z.array(AnswerEvent),
})
export type SheetAnswer = z.infer<typeof SheetAnswer>

/** An answer with its page number, from 1. */
export const PageAnswer = z.object({ page: z.int(), answer: SheetAnswer })
export type PageAnswer = z.infer<typeof PageAnswer>

/** A page sent to a language model: its text, or an image (PNG, base64) if it has none. */
export interface PageQuestion {
  page: number
  text: string
  image?: string
}
