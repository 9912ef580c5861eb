import { z } from 'zod'
import { HeatSheetEvent } from './heat-sheet.ts'

const Value = z.union([z.string(), z.number()]).nullable()

/** How a swim changed between two sheets for the same session. */
export const SheetChange = HeatSheetEvent.pick({
  event_number: true,
  event_letter: true,
  event_name: true,
  round: true,
  swimmer_name: true,
}).extend({
  kind: z.enum(['moved', 'added', 'scratched']),
  fields: z
    .array(
      z.object({
        field: z.enum(['session_date', 'heat_start_time', 'heat_number', 'lane']),
        from: Value,
        to: Value,
      }),
    )
    .describe('For a moved swim: the new values.'),
})
export type SheetChange = z.infer<typeof SheetChange>

export const SheetChanges = z.object({
  since_job_id: z.uuid().describe('Job of the previous sheet of the same session.'),
  items: z.array(SheetChange).describe('Empty if nothing changed.'),
})
export type SheetChanges = z.infer<typeof SheetChanges>
