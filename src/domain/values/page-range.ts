import { z } from 'zod'

/** First and last page. Pages are counted from 1. */
export type PageRange = [first: number, last: number]

/** Formats a range: `3` or `1–2`. */
export function formatPageRange([first, last]: PageRange): string {
  return first === last ? String(first) : `${first}–${last}`
}

/** Maximum number of parts per document. */
export const maxPageRanges = 100

export const PageRanges = z
  .array(z.tuple([z.int().min(1).max(100_000), z.int().min(1).max(100_000)]))
  .min(1)
  .max(maxPageRanges)
