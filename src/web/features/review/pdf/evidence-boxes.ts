import type { CorrectableReading } from '../../../../domain/review/change.ts'
import type { Box } from '../../../../domain/reading/reading.ts'

export type EvidenceByPath = CorrectableReading['evidence']

/** Where on a page a value stands. */
export interface PageBox {
  path: string
  box: Box
}

/** The boxes of each page, large ones first, so that a small one on top of them can be pressed. */
export function boxesByPage(evidence: EvidenceByPath): ReadonlyMap<number, PageBox[]> {
  const pages = new Map<number, PageBox[]>()
  for (const [path, { page, box }] of Object.entries(evidence)) {
    if (page === null || box === null) continue
    pages.set(page, [...(pages.get(page) ?? []), { path, box }])
  }
  for (const boxes of pages.values()) boxes.sort((one, other) => area(other.box) - area(one.box))
  return pages
}

/** Where a value stands, or what holds it. */
export function placeOf(evidence: EvidenceByPath, path: string) {
  let at = path
  while (at !== '') {
    const found = evidence[at]
    if (found && found.page !== null && found.box !== null) {
      return { path: at, page: found.page, box: found.box }
    }
    at = at.slice(0, Math.max(0, at.lastIndexOf('.')))
  }
  return undefined
}

function area([left, top, right, bottom]: Box): number {
  return (right - left) * (bottom - top)
}
