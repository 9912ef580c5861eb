import { z } from 'zod'
import { RenderedMessage } from '../messages/message.ts'
import { SeedingEstimate } from './estimate-seeding.ts'
import { Timestamp } from '../values/timestamp.ts'
import { HeatSheetEvent, HeatSheetReading } from './heat-sheet.ts'
import { SheetChange } from './sheet-change.ts'

/** A swim's values on another sheet, where they differ from the values shown. */
const DifferingSwim = HeatSheetEvent.pick({
  heat_number: true,
  lane: true,
  heat_start_time: true,
}).extend({ job_id: z.string() })

/** A swim at a meet, on one or more sheets. */
export const MeetSwim = HeatSheetEvent.extend({
  id: z.string().describe('Stable across calendars and newer sheets.'),
  job_ids: z
    .array(z.string())
    .describe('Jobs whose sheets contain the swim; the first one is shown.'),
  others: z.array(DifferingSwim).describe('Different heat, lane or time on other sheets.'),
  seeding: SeedingEstimate.nullable().describe(
    'The estimated heat and lane on a psych sheet, or null on other sheets.',
  ),
  calendar_url: z
    .string()
    .nullable()
    .describe('Link that adds it to Google Calendar, or null without a date.'),
})
export type MeetSwim = z.infer<typeof MeetSwim>

const MeetSession = HeatSheetReading.pick({
  meet_name: true,
  venue: true,
  course: true,
  time_zone: true,
})
  .extend(HeatSheetEvent.pick({ session: true, session_date: true }).shape)
  .extend({
    id: z.string().describe('For the `start` option: "sunday-am-2026-05-03".'),
    start_time: HeatSheetEvent.shape.heat_start_time.describe(
      'First start of the session: the chosen, printed or reported one. Null if unknown.',
    ),
    time_zone_from: z
      .string()
      .nullable()
      .describe(
        'Address on the sheet from which the time zone was derived, or null if it was chosen.',
      ),
    job_ids: z.array(z.string()),
    swims: z.array(MeetSwim),
  })
export type MeetSession = z.infer<typeof MeetSession>

/** A heat sheet in the batch. */
const MeetSheet = HeatSheetReading.pick({ sheet: true, meet_name: true }).extend({
  job_id: z.string(),
  name: z.string(),
  is_adjustable: z
    .boolean()
    .describe('Whether other swimmers and session starts can be chosen without a new upload.'),
  is_linked: z
    .boolean()
    .describe('Whether the sheet has a URL that can be checked for a newer one.'),
})

/** What changed for the selected swimmers in a newer document at a sheet's URL. */
const NewerSheet = z.object({
  job_id: z.string(),
  changed_at: Timestamp,
  items: z.array(SheetChange).describe('Empty if nothing changed for these swimmers.'),
})
export type NewerSheet = z.infer<typeof NewerSheet>

/** The selected swimmers' swims on all sheets in a batch. */
export const MeetResults = z.object({
  swimmers: HeatSheetReading.shape.swimmers,
  sheets: z.array(MeetSheet).describe('All heat sheets, in upload order.'),
  sessions: z
    .array(MeetSession)
    .describe('By date and time. Swims of a session are in event order.'),
  without: z
    .array(z.object({ job_id: z.string(), name: z.string(), reason: RenderedMessage }))
    .describe('Sheets without any of these swims, and why.'),
  newer: z.array(NewerSheet).describe('Newer sheets found at the URLs of earlier ones.'),
  checked_at: Timestamp.nullable().describe('When the URLs were last checked for newer sheets.'),
  calendar_filename: z.string(),
})
export type MeetResults = z.infer<typeof MeetResults>
