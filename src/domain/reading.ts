import { z } from 'zod'

/** Left, top, right, bottom in points (1/72 inch) from the top left corner of the upright page. */
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
})
export type Word = z.infer<typeof Word>

export const Page = z.object({
  number: z.int(),
  width: z.number(),
  height: z.number(),
  text: z.string(),
  words: z.array(Word),
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
