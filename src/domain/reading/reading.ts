import { z } from 'zod'

/**
 * Left, top, right, bottom in points (1/72 inch) from the top left corner of the upright page. A scan is
 * upright once it is turned and straightened as the `ocr` of its page says.
 */
export const Box = z.tuple([z.number(), z.number(), z.number(), z.number()])
export type Box = z.infer<typeof Box>

export const Word = z.object({
  text: z.string(),
  box: Box,
  /** Where the letters stand; boxes of some fonts are far taller than their letters, so lines go by this. */
  baseline: z.number(),
  font_size: z.number(),
  /**
   * The document itself draws a space after the word and then breaks off. Programs that cut lines in
   * mid-word give no other sign of how to join them.
   */
  trailing_space: z.literal(true).optional(),
  /** Only of words that were recognised in a picture: how sure that is, 0 to 1. */
  confidence: z.number().optional(),
})
export type Word = z.infer<typeof Word>

/** What became of a page that is a picture. */
export const PageOcr = z.object({
  outcome: z.enum(['read', 'illegible', 'off']),
  /** Of the whole page, 0 to 1. */
  confidence: z.number(),
  /** Degrees clockwise by which the page was turned to be upright: 0, 90, 180 or 270. */
  turned: z.int(),
  /** Further degrees clockwise, about its middle, that made its lines level. */
  straightened: z.number(),
})
export type PageOcr = z.infer<typeof PageOcr>

export const Page = z.object({
  number: z.int(),
  width: z.number(),
  height: z.number(),
  text: z.string(),
  words: z.array(Word),
  /** Only of pages that are pictures: their text was recognised, and may be wrong. */
  ocr: PageOcr.optional(),
})
export type Page = z.infer<typeof Page>

/** What was read from a document. Each kind of document adds its own shape. */
export const Reading = z.object({
  kind: z.literal('text'),
  page_count: z.int(),
  word_count: z.int(),
  pages: z.array(Page),
})
export type Reading = z.infer<typeof Reading>
