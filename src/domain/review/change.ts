import { z } from 'zod'
import { FieldsReading } from '../fields/fields-reading.ts'
import { HeatSheetReading } from '../heat-sheet/heat-sheet.ts'
import { InvoiceReading, ReviewReason } from '../invoice/invoice.ts'
import { Evidence, PageLocation } from '../reading/evidence.ts'
import { Timestamp } from '../values/timestamp.ts'

/** Readings that a user may correct. Plain text has no values to correct. */
export const CorrectableReading = z.discriminatedUnion('kind', [
  InvoiceReading,
  HeatSheetReading,
  FieldsReading,
])
export type CorrectableReading = z.infer<typeof CorrectableReading>

/** Evidence for a removed entry, by path within the entry: empty for the entry itself, `amount` for its amount. */
const Found = z.strictObject({
  evidence: z.record(z.string(), Evidence).meta({ maxProperties: 100 }),
  reasons: z.array(ReviewReason).max(100),
})

/** One edit to a reading. */
export const Change = z.strictObject({
  op: z
    .enum(['set', 'insert', 'remove', 'revert'])
    .default('set')
    .describe('`insert` and `remove` a list entry; `revert` restores the value before `set`.'),
  path: z.string().max(200).describe('As in `evidence`: `buyer.name`, `lines.2.quantity`.'),
  value: z
    .unknown()
    .optional()
    .describe('For `set`: the value, or null. For `insert`: the entry; a line may be partial.'),
  location: PageLocation.optional().describe(
    'For `set`: where the value appears, if the user chose it on the page. It becomes the evidence.',
  ),
  found: Found.optional().describe('For `insert` that undoes `remove`: the evidence of the entry.'),
})
export type Change = z.infer<typeof Change>

export const maxChanges = 500

/** A recorded change: who changed what, and when. */
export const ChangeRecord = z.object({
  revision: z.int(),
  op: z.enum([...Change.shape.op.unwrap().options, 'approve', 'unapprove']),
  path: z.string(),
  old: z.unknown(),
  new: z.unknown(),
  changed_by: z.string(),
  changed_at: Timestamp,
})
export type ChangeRecord = z.infer<typeof ChangeRecord>

/** The effect of a change, before it is attributed to a user. */
export type AppliedChange = Pick<ChangeRecord, 'op' | 'path' | 'old' | 'new'>

export const ReadingResponse = z
  .object({
    reading: CorrectableReading,
    revision: z.int().describe('Also the ETag; send it as If-Match to change the reading.'),
    approved_at: Timestamp.nullable(),
    approved_by: z.string().nullable(),
    changes: z.array(ChangeRecord).describe('The latest 1000 changes, oldest first.'),
  })
  .meta({ id: 'Reading' })
export type ReadingResponse = z.infer<typeof ReadingResponse>
