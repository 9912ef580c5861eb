import type { PageRange } from '../../../../domain/values/page-range.ts'

/** The pages on which invoices begin, in ascending order. The first is always page 1. */
export type PageStarts = readonly number[]

export function toStarts(ranges: readonly PageRange[]): PageStarts {
  return [1, ...ranges.slice(1).map(([first]) => first)]
}

/** Returns the page range of each invoice. Together, they cover all pages. */
export function toRanges(starts: PageStarts, pageCount: number): PageRange[] {
  return starts.map((start, index) => [start, (starts[index + 1] ?? pageCount + 1) - 1])
}

export function addStart(starts: PageStarts, page: number): PageStarts {
  return [...new Set([...starts, page])].toSorted((a, b) => a - b)
}

/** Merges an invoice with the previous one. */
export function removeStart(starts: PageStarts, index: number): PageStarts {
  return starts.filter((_, at) => at !== index || at === 0)
}

/** Moves the first page of an invoice; undefined if this would leave it or the previous invoice without pages. */
export function moveStart(
  starts: PageStarts,
  index: number,
  by: 1 | -1,
  pageCount: number,
): PageStarts | undefined {
  const moved = (starts[index] ?? 0) + by
  const [before, after] = [starts[index - 1], starts[index + 1] ?? pageCount + 1]
  if (before === undefined || moved <= before || moved >= after) return undefined
  return starts.with(index, moved)
}
