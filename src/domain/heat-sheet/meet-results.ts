import { z } from 'zod'
import { HeatSheetEvent, HeatSheetReading } from './heat-sheet.ts'

/** Where two sheets say different things of one swim. */
const OtherWord = HeatSheetEvent.pick({
  heat_number: true,
  lane: true,
  heat_start_time: true,
}).extend({ job_id: z.string() })

/** A swim of a meet, however many sheets speak of it. */
export const MeetSwim = HeatSheetEvent.extend({
  id: z.string().describe('The same in every calendar and for every newer sheet.'),
  job_ids: z.array(z.string()).describe('Whose sheets speak of it; what is shown is of the first.'),
  others: z
    .array(OtherWord)
    .describe('What further sheets say of heat, lane or time, if not the same.'),
  calendar_url: z.string().nullable().describe('Adds it to Google Calendar; none without a day.'),
})
export type MeetSwim = z.infer<typeof MeetSwim>

const MeetSession = HeatSheetReading.pick({ meet_name: true, venue: true, time_zone: true })
  .extend(HeatSheetEvent.pick({ session: true, session_date: true }).shape)
  .extend({ job_ids: z.array(z.string()), swims: z.array(MeetSwim) })
export type MeetSession = z.infer<typeof MeetSession>

/** The swims of those who were asked for, over all sheets that were sent together. */
export const MeetResults = z.object({
  sessions: z
    .array(MeetSession)
    .describe('By day and time; of a session the swims in their order.'),
  without: z
    .array(z.object({ job_id: z.string(), name: z.string(), reason: z.string() }))
    .describe('Sheets that have none of them, and why.'),
  calendar_filename: z.string(),
})
export type MeetResults = z.infer<typeof MeetResults>
