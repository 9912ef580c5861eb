/** First and last page, from 1. */
export type PageRange = [first: number, last: number]

/** `3`, or `1–2`. */
export function formatPageRange([first, last]: PageRange): string {
  return first === last ? String(first) : `${first}–${last}`
}
