import { z } from 'zod'
import { InvoiceReading, ReviewReason } from '../invoice/invoice.ts'
import { Evidence } from '../reading/evidence.ts'

/** The object that a client requested, with evidence for each of its values. */
export const FieldsReading = z.object({
  kind: z.literal('fields'),
  read_as: z
    .string()
    .describe('Mapping whose reader supplied values: `invoice_v1`, or plain text.'),
  schema: z.record(z.string(), z.unknown()).describe('The JSON Schema, as requested.'),
  data: z
    .record(z.string(), z.unknown())
    .describe(
      'Exactly the object that the schema describes. A value that is not supported is null.',
    ),
  review: z.object({ needed: z.boolean(), reasons: z.array(ReviewReason) }),
  /** Keyed by path: `data.number`, `data.lines.3.amount`. */
  evidence: z.record(z.string(), Evidence),
  alternatives: InvoiceReading.shape.alternatives,
  language_model: InvoiceReading.shape.language_model,
})
export type FieldsReading = z.infer<typeof FieldsReading>
