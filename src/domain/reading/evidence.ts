import { z } from 'zod'
import { Box } from './reading.ts'

/** Where the user found a value on a page. */
export const PageLocation = z.object({
  page: z.int().min(1),
  box: Box,
  text: z.string().max(4000).describe('As printed.'),
})
export type PageLocation = z.infer<typeof PageLocation>

const EvidenceSource = z.enum(['rule', 'generic', 'embedded', 'ocr', 'llm', 'learned', 'human'])

/**
 * A value's position and source. Keyed in `evidence` by the value's path: `number`, `lines.3.amount`. A value in an
 * embedded e-invoice that appears on no page has neither a page nor a box. The box is the position in PDF viewers,
 * even on a rotated page.
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
