import { z } from 'zod'

/**
 * Left, top, right and bottom, in points (1/72 inch) from the top left corner of the upright page. For a scanned page,
 * `ocr` states the rotation and deskewing that made it upright.
 */
export const Box = z.tuple([z.number(), z.number(), z.number(), z.number()])
export type Box = z.infer<typeof Box>

export const Word = z.object({
  text: z.string(),
  box: Box,
  /** Baseline. Lines are built from baselines, because some fonts' boxes are far taller than their letters. */
  baseline: z.number(),
  font_size: z.number(),
  /**
   * True if the document draws a space after the word and then ends the line. In documents from programs that break
   * lines within words, only this shows whether to join two lines with a space.
   */
  trailing_space: z.literal(true).optional(),
  /** OCR confidence from 0 to 1, set only for recognised words. */
  confidence: z.number().optional(),
})
export type Word = z.infer<typeof Word>

/** OCR result for an image page. */
export const PageOcr = z.object({
  outcome: z.enum(['read', 'illegible', 'off']),
  /** Confidence for the whole page, from 0 to 1. */
  confidence: z.number(),
  /** Clockwise rotation that made the page upright, in degrees: 0, 90, 180 or 270. */
  turned: z.int(),
  /** Additional clockwise rotation about the centre that deskewed the page, in degrees. */
  straightened: z.number(),
})
export type PageOcr = z.infer<typeof PageOcr>

export const Page = z.object({
  number: z.int(),
  width: z.number(),
  height: z.number(),
  text: z.string(),
  words: z.array(Word),
  /** Set only for image pages, whose text was recognised and may be wrong. */
  ocr: PageOcr.optional(),
})
export type Page = z.infer<typeof Page>

/** Data read from a document. Each kind of document adds fields. */
export const Reading = z.object({
  kind: z.literal('text'),
  page_count: z.int(),
  word_count: z.int(),
  pages: z.array(Page),
})
export type Reading = z.infer<typeof Reading>
