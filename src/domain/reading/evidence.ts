import { z } from 'zod'
import { Box } from './reading.ts'

/** Location on a page where the user found a value. */
export const PageLocation = z.object({
  page: z.int().min(1),
  box: Box,
  text: z.string().max(4000).describe('As printed.'),
})
export type PageLocation = z.infer<typeof PageLocation>

const EvidenceSource = z.enum(['rule', 'generic', 'embedded', 'ocr', 'llm', 'learned', 'human'])

/**
 * Position and source of a value. Keyed in `evidence` by the path of the value: `number`, `lines.3.amount`. A value
 * from an embedded e-invoice has neither a page nor a box if no page shows it. The box is the position that PDF viewers
 * show, even on a rotated page.
 */
export const Evidence = z.object({
  page: z.int().nullable(),
  box: Box.nullable(),
  text: z.string().describe('As printed, even after a correction.'),
  confidence: z.number().min(0).max(1),
  source: EvidenceSource,
  was: z
    .array(
      z.object({
        value: z.unknown(),
        confidence: z.number().nullable(),
        source: EvidenceSource.nullable().describe('Null if the value had no source.'),
        location: z
          .object({ page: z.int().nullable(), box: Box.nullable(), text: z.string() })
          .optional()
          .describe('Only if a user found the later value elsewhere on the page.'),
      }),
    )
    .max(1000)
    .optional()
    .describe('Earlier values, starting with the one from the document.'),
})
export type Evidence = z.infer<typeof Evidence>
