import type { CorrectableReading } from '../../../../domain/review/change.ts'
import type { Box } from '../../../../domain/reading/reading.ts'

export type EvidenceByPath = CorrectableReading['evidence']

/** Position of a value on a page. */
export interface PageBox {
  path: string
  box: Box
}

/** Returns the boxes on each page, largest first, so that smaller ones are on top and stay clickable. */
export function boxesByPage(evidence: EvidenceByPath): ReadonlyMap<number, PageBox[]> {
  const pages = new Map<number, PageBox[]>()
  for (const [path, { page, box }] of Object.entries(evidence)) {
    if (page === null || box === null) continue
    pages.set(page, [...(pages.get(page) ?? []), { path, box }])
  }
  for (const boxes of pages.values()) boxes.sort((one, other) => area(other.box) - area(one.box))
  return pages
}

function area([left, top, right, bottom]: Box): number {
  return (right - left) * (bottom - top)
}
