import { AppError, fault } from '../errors/app-error.ts'
import { createDetail } from '../i18n/problem-detail.ts'
import type { PageRangesFault } from '../messages/problem-codes.ts'
import { formatPageRange, type PageRange } from '../values/page-range.ts'

/** Rejects ranges that are reversed, overlapping, out of order or outside the document. */
export function checkPageRanges(ranges: readonly PageRange[], pageCount: number): void {
  let previousLast = 0
  for (const [index, [first, last]] of ranges.entries()) {
    const found = findFault([first, last], previousLast, pageCount)
    if (found) {
      const params = { range: formatPageRange([first, last]), fault: found, pages: pageCount }
      const detail = createDetail('page_range_invalid', params)
      throw new AppError('INVALID_REQUEST', detail, { errors: [fault(`/ranges/${index}`, detail)] })
    }
    previousLast = last
  }
}

function findFault(
  [first, last]: PageRange,
  previousLast: number,
  pageCount: number,
): PageRangesFault | undefined {
  if (first > last) return 'reversed'
  if (first <= previousLast) return 'overlaps'
  return last > pageCount ? 'outside' : undefined
}
